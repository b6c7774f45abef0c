import { collection, getDocs, limit, orderBy, query, startAfter, Timestamp, where } from 'firebase/firestore/lite'
import * as z from 'zod/mini'
import { FAVORITES_PATH } from '#domain/paths.ts'
import { favoriteKey, MAX_LISTED_FAVORITES, type Favorite } from '#domain/radio/favorites.ts'
import type { Song } from '#domain/radio/song.ts'
import { STATIONS, type StationKey } from '#domain/radio/stations.ts'
import { firestoreOf } from './firstPage.ts'
import type { ListenClient } from './listen.ts'
import { idOf } from './listenProtocol.ts'

/* The reads of a user's favorites. Their writes are operations of the journal. */

const StoredFavorite = z.object({
  artist: z.string(),
  title: z.string(),
  album: z.optional(z.string()),
  station: z.enum(STATIONS.map(({ key }) => key)),
  timestamp: z.optional(z.instanceof(Timestamp)),
  dateAdded: z.instanceof(Timestamp),
})

/** Calls `onChange` with the most recently added favorites, the newest first. */
export function watchFavorites(
  client: ListenClient,
  uid: string,
  onChange: (favorites: readonly Favorite[]) => void,
  onError: () => void,
): () => void {
  const favorites = new Map<string, Favorite>()
  return client.listen(
    {
      collection: FAVORITES_PATH.join('/'),
      where: [['userId', '==', uid]],
      orderBy: [['dateAdded', 'desc']],
      limit: MAX_LISTED_FAVORITES,
    },
    {
      onChange({ changed, gone, complete }) {
        if (complete) favorites.clear()
        for (const { path } of gone) favorites.delete(idOf(path))
        for (const { id, data } of changed) for (const favorite of favoriteOf(id, data)) favorites.set(id, favorite)
        onChange([...favorites.values()].toSorted((a, b) => b.dateAdded - a.dateAdded))
      },
      onError,
    },
  )
}

/** Returns the id that the song has as a favorite of this user. The same song on another station has another id. */
export async function favoriteIdOf(uid: string, station: StationKey, song: Song): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(favoriteKey(station, song)))
  return `${uid}_${Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Whether the song is a favorite. The security rules reject a duplicate without a reason (specification §7). */
export async function isFavorite(uid: string, station: StationKey, { artist, title }: Song): Promise<boolean> {
  const same = [
    ['artist', artist],
    ['title', title],
    ['station', station],
  ].map(([field, value]) => where(field ?? '', '==', value))
  const found = query(
    collection(await firestoreOf(uid), ...FAVORITES_PATH),
    where('userId', '==', uid),
    ...same,
    limit(1),
  )
  return !(await getDocs(found)).empty
}

/** Reads all favorites from the server, the newest first. */
export async function readFavorites(uid: string): Promise<readonly Favorite[]> {
  const all: Favorite[] = []
  const newest = query(
    collection(await firestoreOf(uid), ...FAVORITES_PATH),
    where('userId', '==', uid),
    orderBy('dateAdded', 'desc'),
    limit(MAX_LISTED_FAVORITES),
  )
  for (let next = newest; ;) {
    const { docs } = await getDocs(next)
    all.push(...docs.flatMap((found) => favoriteOf(found.id, found.data())))
    const last = docs.at(-1)
    if (!last || docs.length < MAX_LISTED_FAVORITES) return all
    next = query(newest, startAfter(last))
  }
}

/** Parses a stored favorite. Returns an empty array if the stored favorite is invalid. */
function favoriteOf(id: string, stored: unknown): readonly Favorite[] {
  const { data } = StoredFavorite.safeParse(stored)
  if (!data) return []
  const { artist, title, album = null, station, timestamp, dateAdded } = data
  return [{ id, artist, title, album, date: timestamp?.toMillis() ?? null, station, dateAdded: dateAdded.toMillis() }]
}
