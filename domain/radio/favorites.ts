import { isoDay } from '#domain/clock.ts'
import { stationOf, type StationKey } from './stations.ts'
import type { Song } from './song.ts'
import { RADIO_TEXT } from '#domain/messages.ts'

export type Favorite = Song & {
  readonly id: string
  readonly station: StationKey
  /** When it was added, in milliseconds since 1970; this device's time until the server has said its own. */
  readonly dateAdded: number
}

/** Specification §9; the rules let no query read more. */
export const MAX_LISTED_FAVORITES = 50

/** What the id of a favourite is the digest of: the same song on the same station is the same favourite (specification §5). */
export const favoriteKey = (station: StationKey, { artist, title }: Pick<Song, 'artist' | 'title'>): string =>
  JSON.stringify([artist, title, station])

/** Whether a song of a station is among these. */
export const isFavorite = (favorites: readonly Favorite[] | null, station: StationKey, song: Song): boolean =>
  favorites?.some((one) => favoriteKey(one.station, one) === favoriteKey(station, song)) ?? false

/** The song is among the favourites already. Its message is for the person. */
export class AlreadyFavorite extends Error {
  constructor() {
    super(RADIO_TEXT.alreadyFavorite)
    this.name = 'AlreadyFavorite'
  }
}

/** Nobody is signed in. Its message is for the person. */
export class FavoritesNeedUser extends Error {
  constructor() {
    super(RADIO_TEXT.favoriteNeedsUser)
    this.name = 'FavoritesNeedUser'
  }
}

/** What to say of a favourite that could not be added or removed. */
export const favoriteErrorText = (error: unknown): string =>
  error instanceof AlreadyFavorite || error instanceof FavoritesNeedUser ? error.message : RADIO_TEXT.favoriteFailed

/** `sitrep-favorites-2026-11-20.csv` */
export const favoritesFileName = (now: number): string => `sitrep-favorites-${isoDay(now)}.csv`

const COLUMNS = ['Artist', 'Title', 'Album', 'Station', 'Added']

/** The favourites as a table for other programs: CSV as RFC 4180 has it, with a byte order mark so that all read UTF-8. */
export function toFavoritesCsv(favorites: readonly Favorite[]): string {
  const rows = favorites.map(({ artist, title, album, station, dateAdded }) => [
    artist,
    title,
    album ?? '',
    stationOf(station).name,
    new Date(dateAdded).toISOString(),
  ])
  return `\uFEFF${[COLUMNS, ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`
}

/** A program for tables would take a text that begins so for a formula. */
const FORMULA = /^[=+\-@]/

function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
