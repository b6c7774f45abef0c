import { isoDay } from '#domain/clock.ts'
import { stationOf, type StationKey } from './stations.ts'
import type { Song } from './song.ts'
import { RADIO_TEXT } from '#domain/texts/specification.ts'

export type Favorite = Song & {
  readonly id: string
  readonly station: StationKey
  /**
   * Time when the favorite was added, in milliseconds since 1970. Until the server sets it, this is the time of the
   * device's clock.
   */
  readonly dateAdded: number
}

/** Maximum number of listed favorites (specification §9). The security rules reject larger queries. */
export const MAX_LISTED_FAVORITES = 50

/**
 * Returns the text whose hash is the id of a favorite. The same song on the same station is the same favorite
 * (specification §5).
 */
export const favoriteKey = (station: StationKey, { artist, title }: Pick<Song, 'artist' | 'title'>): string =>
  JSON.stringify([artist, title, station])

/** Returns whether a song of a station is a favorite. */
export const isFavorite = (favorites: readonly Favorite[] | null, station: StationKey, song: Song): boolean =>
  favorites?.some((one) => favoriteKey(one.station, one) === favoriteKey(station, song)) ?? false

/** The song is already a favorite. The error's message is shown to the user. */
export class AlreadyFavorite extends Error {
  constructor() {
    super(RADIO_TEXT.alreadyFavorite)
    this.name = 'AlreadyFavorite'
  }
}

/** No user is signed in. The error's message is shown to the user. */
export class FavoritesNeedUser extends Error {
  constructor() {
    super(RADIO_TEXT.favoriteNeedsUser)
    this.name = 'FavoritesNeedUser'
  }
}

/** Returns the message for the failure to add or remove a favorite. */
export const favoriteErrorText = (error: unknown): string =>
  error instanceof AlreadyFavorite || error instanceof FavoritesNeedUser ? error.message : RADIO_TEXT.favoriteFailed

/** Returns a file name with the local date, such as `sitrep-favorites-2026-11-20.csv`. */
export const favoritesFileName = (now: number): string => `sitrep-favorites-${isoDay(now)}.csv`

const COLUMNS = ['Artist', 'Title', 'Album', 'Station', 'Added']

/** Serializes favorites as CSV (RFC 4180). The byte order mark makes spreadsheet programs read it as UTF-8. */
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

/** A spreadsheet program would execute a cell that starts with one of these characters as a formula. */
const FORMULA = /^[=+\-@]/

function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
