import { create, type StateCreator } from 'zustand'
import {
  AlreadyFavorite,
  toFavoritesCsv,
  favoritesFileName,
  FavoritesNeedUser,
  type Favorite,
} from '#domain/radio/favorites.ts'
import type { Song } from '#domain/radio/song.ts'
import type { StationKey } from '#domain/radio/stations.ts'
import { loadWithDatabases } from '#src/io/deviceStorage.ts'
import type { FavoritesIo } from '#src/io/firebase/favorites.ts'

/** The favorite songs of the signed-in user. The state contains only the most recently added favorites. */
export type FavoritesState = {
  /** The favorites, the newest first; null until they are loaded. */
  readonly favorites: readonly Favorite[] | null
  readonly failed: boolean
  /**
   * Adds a song. Rejects with `FavoritesNeedUser` if no user is signed in, with `AlreadyFavorite` if the song is
   * already a favorite, or with the server's error. Resolves when the server confirms the song; while the device is
   * offline, the promise stays pending.
   */
  readonly add: (station: StationKey, song: Song) => Promise<void>
  /** Resolves when the server has removed the favorite. */
  readonly remove: (id: string) => Promise<void>
  /** Saves all favorites as a file. Needs the server. */
  readonly exportAll: () => Promise<void>
  /**
   * Subscribes to a user's favorites until `close` is called. Opening the same user's favorites again has no effect,
   * unless the subscription has failed.
   */
  readonly open: (uid: string) => void
  readonly close: () => void
}

const CLOSED = { favorites: null, failed: false } as const

export const favoritesState =
  (
    io: () => Promise<FavoritesIo>,
    save: (name: string, content: Blob) => Promise<void>,
  ): StateCreator<FavoritesState> =>
  (set, get) => {
    let uid: string | null = null
    let generation = 0
    let stop = () => {}
    /** The ids of favorites that are being added and that the server has not confirmed. */
    const adding = new Set<string>()

    return {
      ...CLOSED,
      async add(station, song) {
        const person = uid
        if (person === null) throw new FavoritesNeedUser()
        const favoritesIo = await io()
        const id = await favoritesIo.idOf(person, station, song)
        if (adding.has(id) || get().favorites?.some((one) => one.id === id)) throw new AlreadyFavorite()
        adding.add(id)
        try {
          await favoritesIo.add(person, id, station, song)
        } finally {
          adding.delete(id)
        }
      },
      async remove(id) {
        await (await io()).remove(id)
      },
      async exportAll() {
        if (uid === null) throw new FavoritesNeedUser()
        const all = await (await io()).readAll(uid)
        await save(favoritesFileName(Date.now()), new Blob([toFavoritesCsv(all)], { type: 'text/csv;charset=utf-8' }))
      },
      open(person) {
        if (person === uid && !get().failed) return
        get().close()
        uid = person
        const started = generation
        const fail = () => {
          if (generation === started) set({ failed: true })
        }
        io().then((favoritesIo) => {
          if (generation !== started) return
          stop = favoritesIo.watch(
            person,
            (favorites) => {
              if (generation === started) set({ favorites, failed: false })
            },
            fail,
          )
        }, fail)
      },
      close() {
        generation++
        uid = null
        stop()
        stop = () => {}
        adding.clear()
        set(CLOSED)
      },
    }
  }

export const useFavorites = create(
  favoritesState(
    async () => (await loadWithDatabases(() => import('#src/io/firebase/favorites.ts'))).favoritesIo,
    async (name, content) => (await import('#src/io/exportFile.ts')).downloadFile(name, content),
  ),
)
