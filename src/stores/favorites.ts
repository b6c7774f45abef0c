import type { StateCreator } from 'zustand'
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
import type { UserSession } from './session.ts'
import { defineUserStore } from './userStore.ts'

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
  /** Subscribes to the favorites. A second call has no effect, unless the subscription has failed. */
  readonly open: () => void
}

const CLOSED = { favorites: null, failed: false } as const

export const favoritesState =
  (
    session: UserSession,
    io: () => Promise<FavoritesIo>,
    save: (name: string, content: Blob) => Promise<void>,
  ): StateCreator<FavoritesState> =>
  (set, get) => {
    const { uid, signal } = session
    let isOpen = false
    /** The ids of favorites that are being added and that the server has not confirmed. */
    const adding = new Set<string>()
    const requireUser = (): string => {
      if (uid === null || signal.aborted) throw new FavoritesNeedUser()
      return uid
    }

    return {
      ...CLOSED,
      async add(station, song) {
        const person = requireUser()
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
        const person = requireUser()
        const all = await (await io()).readAll(person)
        await save(favoritesFileName(Date.now()), new Blob([toFavoritesCsv(all)], { type: 'text/csv;charset=utf-8' }))
      },
      open() {
        if (uid === null || (isOpen && !get().failed)) return
        isOpen = true
        set(CLOSED)
        const fail = () => set({ failed: true })
        io().then((favoritesIo) => {
          if (signal.aborted) return
          session.onEnd(favoritesIo.watch(uid, (favorites) => set({ favorites, failed: false }), fail))
        }, fail)
      },
    }
  }

export const useFavorites = defineUserStore((session) =>
  favoritesState(
    session,
    async () => (await loadWithDatabases(() => import('#src/io/firebase/favorites.ts'))).favoritesIo,
    async (name, content) => (await import('#src/io/exportFile.ts')).downloadFile(name, content),
  ),
)
