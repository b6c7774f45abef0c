import {
  collection,
  deleteDoc,
  doc,
  getDocs,
  getDocsFromServer,
  limit,
  onSnapshot,
  orderBy,
  query,
  serverTimestamp,
  setDoc,
  Timestamp,
  where,
  type QueryDocumentSnapshot,
} from 'firebase/firestore'
import * as z from 'zod/mini'
import { AlreadyFavorite, MAX_LISTED_FAVORITES, favoriteKey, type Favorite } from '#domain/radio/favorites.ts'
import { favoritePath, FAVORITES_PATH } from '#domain/paths.ts'
import type { Song } from '#domain/radio/song.ts'
import { STATIONS, type StationKey } from '#domain/radio/stations.ts'
import { firestore } from './firestore.ts'
import { pagesOf } from './pages.ts'

/**
 * The client of a user's favorites. A write resolves when the server confirms it; while the device is offline, it stays
 * pending. Listeners receive the write immediately.
 */
export type FavoritesIo = {
  /** Calls `onChange` with the most recently added favorites, the newest first. */
  watch(uid: string, onChange: (favorites: readonly Favorite[]) => void, onError: (error: unknown) => void): () => void
  /** Returns the id that the song has as a favorite of this user. The same song on another station has another id. */
  idOf(uid: string, station: StationKey, song: Song): Promise<string>
  /** Adds a song. Rejects with `AlreadyFavorite` if the song is already a favorite. */
  add(uid: string, id: string, station: StationKey, song: Song): Promise<void>
  remove(id: string): Promise<void>
  /** Reads all favorites from the server, the newest first. */
  readAll(uid: string): Promise<readonly Favorite[]>
}

const StoredFavorite = z.object({
  artist: z.string(),
  title: z.string(),
  album: z.optional(z.string()),
  station: z.enum(STATIONS.map(({ key }) => key)),
  timestamp: z.optional(z.instanceof(Timestamp)),
  dateAdded: z.instanceof(Timestamp),
})

const favorites = () => collection(firestore(), ...FAVORITES_PATH)
const newestOf = (uid: string) =>
  query(favorites(), where('userId', '==', uid), orderBy('dateAdded', 'desc'), limit(MAX_LISTED_FAVORITES))

export const favoritesIo: FavoritesIo = {
  watch: (uid, onChange, onError) =>
    onSnapshot(newestOf(uid), ({ docs }) => onChange(docs.flatMap(favoriteOf)), onError),

  async idOf(uid, station, song) {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(favoriteKey(station, song)))
    return `${uid}_${Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
  },

  async add(uid, id, station, song) {
    const { artist, title, album, date } = song
    try {
      await setDoc(doc(firestore(), ...favoritePath(id)), {
        userId: uid,
        artist,
        title,
        ...(album === null ? {} : { album }),
        station,
        ...(date === null ? {} : { timestamp: Timestamp.fromMillis(date) }),
        dateAdded: serverTimestamp(),
      })
    } catch (error) {
      // The security rules reject a duplicate without a reason, so a query checks whether the song is already a
      // favorite (specification §7).
      const same = query(
        favorites(),
        where('userId', '==', uid),
        where('artist', '==', artist),
        where('title', '==', title),
        where('station', '==', station),
        limit(1),
      )
      if (!(await getDocs(same)).empty) throw new AlreadyFavorite()
      throw error
    }
  },

  remove: (id) => deleteDoc(doc(firestore(), ...favoritePath(id))),

  async readAll(uid) {
    const found: Favorite[] = []
    for await (const page of pagesOf(newestOf(uid), MAX_LISTED_FAVORITES, getDocsFromServer))
      found.push(...page.flatMap(favoriteOf))
    return found
  },
}

/** Parses a stored favorite. Returns an empty array if the stored favorite is invalid. */
function favoriteOf(stored: QueryDocumentSnapshot): readonly Favorite[] {
  const { data } = StoredFavorite.safeParse(stored.data({ serverTimestamps: 'estimate' }))
  if (!data) return []
  const { artist, title, album = null, station, timestamp, dateAdded } = data
  const date = timestamp?.toMillis() ?? null
  return [{ id: stored.id, artist, title, album, date, station, dateAdded: dateAdded.toMillis() }]
}
