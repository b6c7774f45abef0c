import { Timestamp } from 'firebase/firestore/lite'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStore } from 'zustand'
import type { Favorite } from '#domain/radio/favorites.ts'
import { WriteRefused } from '#domain/errors.ts'
import type { Song } from '#domain/radio/song.ts'
import { watchFavorites } from '#src/io/firebase/favorites.ts'
import { favoritesState, type FavoritesState } from '#src/stores/favorites.ts'
import { UserSession } from '#src/stores/session.ts'
import { settled, TestDevice, testJournal } from '#tests/support/testJournal.ts'
import { FakeCloud } from '#tests/support/fakeCloud.ts'

const SONG: Song = { artist: 'Peat', title: 'Bog Oak', album: null, date: null }
const FAVORITE: Favorite = { ...SONG, id: 'defcon Bog Oak', station: 'defcon', dateAdded: 1000 }
/** A favorite as the server stores it. */
const STORED = {
  userId: 'alice',
  artist: 'Peat',
  title: 'Bog Oak',
  station: 'defcon',
  dateAdded: Timestamp.fromMillis(1000),
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Creates the store of a user, or of a visitor if `uid` is null. */
function setUp(uid: string | null = 'alice', { cloud = new FakeCloud(), device = new TestDevice() } = {}) {
  const session = new UserSession(uid)
  const { journal, client, server } = testJournal({ cloud, device, signal: session.signal })
  journal.start()
  const loadIo = async () => ({
    ...journal,
    idOf: async (station: string, { title }: Song) => `${station} ${title}`,
    isFavorite: async (station: string, { title }: Song) => cloud.favorites.has(`${station} ${title}`),
    watch: (onChange: (favorites: readonly Favorite[]) => void, onError: () => void) =>
      watchFavorites(client, 'alice', onChange, onError),
    readAll: async () => [FAVORITE],
  })
  const save = vi.fn<(name: string, content: Blob) => Promise<void>>(async () => {})
  const store = createStore<FavoritesState>(favoritesState(session, loadIo, save))
  const favorites = () => store.getState()
  const open = async () => {
    favorites().open()
    await settled()
  }
  const titles = () => favorites().favorites?.map(({ title }) => title)
  return { session, journal, client, server, cloud, device, save, store, favorites, open, titles }
}

const add = ({ favorites }: ReturnType<typeof setUp>) => favorites().add('defcon', SONG)

test('adding and exporting favorites are rejected while no user is signed in', async () => {
  const visitor = setUp(null)
  await expect(add(visitor)).rejects.toThrow('Please sign in to favorite songs')
  await expect(visitor.favorites().exportAll()).rejects.toThrow('Please sign in to favorite songs')
  expect(visitor.cloud.accountChanges).toEqual([])
})

describe('adding a song', () => {
  test('adding a song resolves when the server has confirmed the favorite', async () => {
    const user = setUp()
    user.server.isOnline = false
    let isAdded = false
    const added = add(user).then(() => (isAdded = true))
    await settled()
    expect(isAdded).toBe(false)
    user.server.reconnect()
    user.journal.retry()
    await added
    expect(user.cloud.accountChanges).toEqual([{ kind: 'addFavorite', id: FAVORITE.id, station: 'defcon', song: SONG }])
  })

  test('adding a song that is already a favorite is rejected', async () => {
    const user = setUp()
    await user.open()
    user.client.send({ [FAVORITE.id]: STORED })
    await expect(add(user)).rejects.toThrow('Song is already in favorites')
    expect(user.cloud.accountChanges).toEqual([])
  })

  test('adding a song that is a favorite only on the server is rejected', async () => {
    const user = setUp()
    user.cloud.favorites.add(FAVORITE.id)
    await expect(add(user)).rejects.toThrow('Song is already in favorites')
  })

  test('adding a song whose favorite is still queued is rejected, also after a restart', async () => {
    const user = setUp()
    user.server.isOnline = false
    void add(user)
    await settled()
    await expect(add(user)).rejects.toThrow('Song is already in favorites')
    user.session.end()
    const next = setUp('alice', user)
    next.server.isOnline = false
    await expect(add(next)).rejects.toThrow('Song is already in favorites')
  })

  test('a favorite whose removal is queued can be added again', async () => {
    const user = setUp()
    await user.open()
    user.client.send({ [FAVORITE.id]: STORED })
    user.cloud.favorites.add(FAVORITE.id)
    user.server.isOnline = false
    void user.favorites().remove(FAVORITE.id)
    await settled()
    const added = add(user)
    await settled()
    user.server.reconnect()
    user.journal.retry()
    await added
    expect(user.cloud.accountChanges.map(({ kind }) => kind)).toEqual(['removeFavorite', 'addFavorite'])
  })

  test('a favorite that was sent before a restart, without an answer, counts as added', async () => {
    const user = setUp()
    user.server.losesNextAnswer = true
    void add(user)
    await settled()
    user.session.end()
    const { journal } = setUp('alice', user)
    await settled()
    expect(await journal.readQueue()).toEqual([])
    expect(user.cloud.accountChanges).toHaveLength(1)
  })

  test('fifty calls of `add` at the same time add one favorite', async () => {
    const user = setUp()
    const enqueue = vi.spyOn(user.journal, 'enqueue')
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => add(user)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(enqueue).toHaveBeenCalledOnce()
  })

  test('a song that the server rejected can be added again', async () => {
    const user = setUp()
    user.cloud.isRefused = () => true
    await expect(add(user)).rejects.toThrow(WriteRefused)
    user.cloud.isRefused = () => false
    await add(user)
    expect(user.cloud.accountChanges).toHaveLength(1)
  })
})

describe('the list of favorites', () => {
  test('favorites change when the server sends changes, until the user signs out', async () => {
    const user = setUp()
    await user.open()
    expect(user.favorites().favorites).toBeNull()
    user.client.send({ [FAVORITE.id]: STORED })
    expect(user.favorites().favorites).toEqual([FAVORITE])
    user.session.end()
    expect(user.client.targets.size).toBe(0)
    await expect(add(user)).rejects.toThrow('Please sign in to favorite songs')
  })

  test('a change is shown before the server has confirmed it', async () => {
    const user = setUp()
    await user.open()
    user.client.send({ [FAVORITE.id]: STORED, other: { ...STORED, title: 'Other' } })
    user.server.isOnline = false
    void user.favorites().remove(FAVORITE.id)
    void user.favorites().add('defcon', { ...SONG, title: 'New' })
    await settled()
    expect(user.titles()).toEqual(['New', 'Other'])
  })

  test('a change of an earlier page is shown as soon as the list is open', async () => {
    const user = setUp()
    user.server.isOnline = false
    void add(user)
    await settled()
    user.session.end()
    const next = setUp('alice', user)
    next.server.isOnline = false
    await settled()
    await next.open()
    next.client.send({})
    expect(next.titles()).toEqual(['Bog Oak'])
  })

  test('a song that the server rejects is no longer shown', async () => {
    const user = setUp()
    await user.open()
    user.client.send({})
    user.cloud.isRefused = () => true
    await expect(add(user)).rejects.toThrow(WriteRefused)
    await settled()
    expect(user.titles()).toEqual([])
  })

  test('a confirmed change stays visible until the server reports it', async () => {
    const user = setUp()
    await user.open()
    user.client.send({ other: { ...STORED, title: 'Other' } })
    await add(user)
    await user.favorites().remove('other')
    await settled()
    expect(user.titles()).toEqual(['Bog Oak'])
  })

  test('a failed subscription is reported, and `open` subscribes again', async () => {
    const user = setUp()
    await user.open()
    user.client.fail()
    expect(user.favorites()).toMatchObject({ favorites: null, failed: true })
    user.client.close()
    await user.open()
    user.client.send({ [FAVORITE.id]: STORED })
    expect(user.favorites()).toMatchObject({ favorites: [FAVORITE], failed: false })
  })

  test('a second call of `open` does not subscribe again', async () => {
    const user = setUp()
    await user.open()
    user.client.send({ [FAVORITE.id]: STORED })
    await user.open()
    expect(user.client.targets.size).toBe(1)
    expect(user.favorites().favorites).toEqual([FAVORITE])
  })

  test('if the user signs out before the code has loaded, the store does not subscribe to favorites', async () => {
    const user = setUp()
    user.favorites().open()
    user.session.end()
    await settled()
    expect(user.client.targets.size).toBe(0)
  })
})

test('exporting favorites saves all favorites in a CSV file', async () => {
  const { favorites, save } = setUp()
  await favorites().exportAll()
  const [name, content] = save.mock.calls[0] ?? []
  expect(name).toMatch(/^sitrep-favorites-\d{4}-\d\d-\d\d\.csv$/)
  expect(await content?.text()).toContain('Peat,Bog Oak,,DEF CON Radio,1970')
})
