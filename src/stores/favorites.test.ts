import { expect, test, vi } from 'vitest'
import { createStore } from 'zustand'
import type { Favorite } from '#domain/radio/favorites.ts'
import type { Song } from '#domain/radio/song.ts'
import type { FavoritesIo } from '#src/io/firebase/favorites.ts'
import { favoritesState, type FavoritesState } from '#src/stores/favorites.ts'
import { UserSession } from '#src/stores/session.ts'

const SONG: Song = { artist: 'Peat', title: 'Bog Oak', album: null, date: null }
const FAVORITE: Favorite = { ...SONG, id: 'alice_defcon Bog Oak', station: 'defcon', dateAdded: 0 }

/** Creates the store of a user, or of a visitor if `uid` is null. */
function setUp(uid: string | null = 'alice') {
  const stop = vi.fn<() => void>()
  const io = {
    watch: vi.fn<FavoritesIo['watch']>(() => stop),
    idOf: vi.fn<FavoritesIo['idOf']>(async (person, station, { title }) => `${person}_${station} ${title}`),
    add: vi.fn<FavoritesIo['add']>(async () => {}),
    remove: vi.fn<FavoritesIo['remove']>(async () => {}),
    readAll: vi.fn<FavoritesIo['readAll']>(async () => [FAVORITE]),
  }
  const save = vi.fn<(name: string, content: Blob) => Promise<void>>(async () => {})
  const session = new UserSession(uid)
  const store = createStore<FavoritesState>(favoritesState(session, async () => io, save))
  const favorites = () => store.getState()
  const open = async () => {
    favorites().open()
    await vi.waitFor(() => expect(io.watch).toHaveBeenCalledWith(uid, expect.anything(), expect.anything()))
  }
  /** Simulates an answer of the server: calls the listener with the favorites `list`. */
  const sendFavorites = (list: readonly Favorite[], call = 0) => io.watch.mock.calls[call]?.[1](list)
  return {
    session,
    io,
    save,
    favorites,
    open,
    sendFavorites,
    stop,
    failed: (call = 0) => io.watch.mock.calls[call]?.[2](new Error('denied')),
  }
}

const add = (favorites: FavoritesState) => favorites.add('defcon', SONG)

test('adding and exporting favorites are rejected while no user is signed in', async () => {
  const { favorites, io } = setUp(null)
  await expect(add(favorites())).rejects.toThrow('Please sign in to favorite songs')
  await expect(favorites().exportAll()).rejects.toThrow('Please sign in to favorite songs')
  expect(io.add).not.toHaveBeenCalled()
})

test('adding a song resolves when the server has confirmed the favorite', async () => {
  const { favorites, io, open } = setUp()
  await open()
  const server = Promise.withResolvers<void>()
  io.add.mockReturnValueOnce(server.promise)
  const isAdded = vi.fn<() => void>()
  const added = add(favorites()).then(isAdded)
  await vi.waitFor(() => expect(io.add).toHaveBeenCalledWith('alice', 'alice_defcon Bog Oak', 'defcon', SONG))
  expect(isAdded).not.toHaveBeenCalled()
  server.resolve()
  await added
})

test('adding a song that is already a favorite is rejected', async () => {
  const { favorites, io, open, sendFavorites } = setUp()
  await open()
  sendFavorites([FAVORITE])
  await expect(add(favorites())).rejects.toThrow('Song is already in favorites')
  expect(io.add).not.toHaveBeenCalled()
})

test('fifty calls of `add` at the same time add one favorite', async () => {
  const { favorites, io, open } = setUp()
  await open()
  const server = Promise.withResolvers<void>()
  io.add.mockReturnValue(server.promise)
  const presses = Array.from({ length: 50 }, () => add(favorites()))
  const outcomes = Promise.allSettled(presses)
  await vi.waitFor(() => expect(io.add).toHaveBeenCalled())
  server.resolve()
  expect((await outcomes).filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(io.add).toHaveBeenCalledOnce()
})

test('a song that the server rejected can be added again', async () => {
  const { favorites, io, open } = setUp()
  await open()
  io.add.mockRejectedValueOnce(new Error('denied'))
  await expect(add(favorites())).rejects.toThrow('denied')
  await add(favorites())
  expect(io.add).toHaveBeenCalledTimes(2)
})

test('favorites change when the server sends changes, until the user signs out', async () => {
  const { session, favorites, open, sendFavorites, stop, io } = setUp()
  await open()
  sendFavorites([FAVORITE])
  expect(favorites().favorites).toEqual([FAVORITE])
  session.end()
  expect(stop).toHaveBeenCalledOnce()
  await expect(add(favorites())).rejects.toThrow('Please sign in to favorite songs')
  expect(io.add).not.toHaveBeenCalled()
})

test('a failed subscription is reported, and `open` subscribes again', async () => {
  const { favorites, open, failed, sendFavorites, io } = setUp()
  await open()
  failed()
  expect(favorites()).toMatchObject({ favorites: null, failed: true })
  favorites().open()
  await vi.waitFor(() => expect(io.watch).toHaveBeenCalledTimes(2))
  sendFavorites([FAVORITE], 1)
  favorites().open()
  expect(favorites()).toMatchObject({ favorites: [FAVORITE], failed: false })
})

test('exporting favorites saves all favorites in a CSV file', async () => {
  const { favorites, open, save } = setUp()
  await open()
  await favorites().exportAll()
  const [name, content] = save.mock.calls[0] ?? []
  expect(name).toMatch(/^sitrep-favorites-\d{4}-\d\d-\d\d\.csv$/)
  expect(await content?.text()).toContain('Peat,Bog Oak,,DEF CON Radio,1970')
})

test('if the user signs out before the code has loaded, the store does not subscribe to favorites', async () => {
  const { session, favorites, io } = setUp()
  favorites().open()
  session.end()
  await Promise.resolve()
  expect(io.watch).not.toHaveBeenCalled()
})
