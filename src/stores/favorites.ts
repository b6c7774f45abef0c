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
import type { QueuedOperation } from '#domain/journal/operations.ts'
import { WriteRefused } from '#domain/errors.ts'
import type { Journal } from '#src/io/journal/journal.ts'
import type { UserSession } from './session.ts'
import { loadJournal } from './sessionJournal.ts'
import { defineUserStore } from './userStore.ts'

type FavoritesIo = Pick<Journal, 'subscribe' | 'enqueue' | 'whenAnswered' | 'readQueue'> & {
  readonly idOf: (station: StationKey, song: Song) => Promise<string>
  readonly isFavorite: (station: StationKey, song: Song) => Promise<boolean>
  readonly watch: (onChange: (favorites: readonly Favorite[]) => void, onError: () => void) => () => void
  /** Reads all favorites from the server, the newest first. */
  readonly readAll: () => Promise<readonly Favorite[]>
}

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
    loadIo: () => Promise<FavoritesIo>,
    save: (name: string, content: Blob) => Promise<void>,
  ): StateCreator<FavoritesState> =>
  (set, get) => {
    const { uid, signal } = session
    let isOpen = false
    let stored: readonly Favorite[] | null = null
    let queue: readonly QueuedOperation[] = []
    /** The ids of favorites that this tab is adding. */
    const adding = new Set<string>()
    const requireUser = (): void => {
      if (uid === null || signal.aborted) throw new FavoritesNeedUser()
    }
    const show = (): void => set({ favorites: stored && withQueued(stored, queue) })
    const change = async (operation: QueuedOperation['operation']): Promise<boolean> => {
      const io = await loadIo()
      const key = crypto.randomUUID()
      const answered = io.whenAnswered(key)
      await io.enqueue([{ key, operation }])
      return (await answered) === 'saved'
    }

    return {
      ...CLOSED,
      async add(station, song) {
        requireUser()
        const io = await loadIo()
        const id = await io.idOf(station, song)
        const changes = await io.readQueue()
        if (adding.has(id) || isIn(withQueued(stored ?? [], changes), id)) throw new AlreadyFavorite()
        adding.add(id)
        const isAdded = await change({ kind: 'addFavorite', id, station, song }).finally(() => adding.delete(id))
        if (isAdded) return
        throw (await io.isFavorite(station, song)) ? new AlreadyFavorite() : new WriteRefused()
      },
      async remove(id) {
        if (!(await change({ kind: 'removeFavorite', id }))) throw new WriteRefused()
      },
      async exportAll() {
        requireUser()
        const all = await (await loadIo()).readAll()
        await save(favoritesFileName(Date.now()), new Blob([toFavoritesCsv(all)], { type: 'text/csv;charset=utf-8' }))
      },
      open() {
        if (uid === null || (isOpen && !get().failed)) return
        isOpen = true
        set(CLOSED)
        const fail = () => set({ failed: true })
        loadIo().then((io) => {
          if (signal.aborted) return
          io.subscribe({
            onSummary(summary) {
              queue = summary.queue
              show()
            },
            // The effect of a saved change stays visible until the server reports it.
            onAnswer({ queued, outcome }) {
              if (outcome === 'saved' && stored) stored = withQueued(stored, [queued])
            },
          })
          const onChange = (favorites: readonly Favorite[]) => {
            stored = favorites
            show()
          }
          session.onEnd(io.watch(onChange, fail))
        }, fail)
      },
    }
  }

const isIn = (favorites: readonly Favorite[], id: string): boolean => favorites.some((one) => one.id === id)

/** Returns the favorites with the changes that the server has not confirmed. */
function withQueued(stored: readonly Favorite[], queue: readonly QueuedOperation[]): readonly Favorite[] {
  let favorites = stored
  for (const { operation, at } of queue) {
    if (operation.kind === 'removeFavorite') favorites = favorites.filter(({ id }) => id !== operation.id)
    if (operation.kind === 'addFavorite' && !isIn(favorites, operation.id))
      favorites = [{ id: operation.id, ...operation.song, station: operation.station, dateAdded: at }, ...favorites]
  }
  return favorites
}

export const useFavorites = defineUserStore((session) =>
  favoritesState(
    session,
    () => openIo(session),
    async (name, content) => (await import('#src/io/exportFile.ts')).downloadFile(name, content),
  ),
)

async function openIo(session: UserSession): Promise<FavoritesIo> {
  const uid = session.uid ?? ''
  const [journal, account] = await Promise.all([loadJournal(session), import('#src/io/firebase/favorites.ts')])
  return {
    ...journal,
    idOf: (station, song) => account.favoriteIdOf(uid, station, song),
    isFavorite: (station, song) => account.isFavorite(uid, station, song),
    watch: (onChange, onError) => account.watchFavorites(journal.client, uid, onChange, onError),
    readAll: () => account.readFavorites(uid),
  }
}
