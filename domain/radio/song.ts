export type Song = {
  readonly artist: string
  readonly title: string
  readonly album: string | null
  /** Start time in milliseconds since 1970; null if the station does not give one. */
  readonly date: number | null
}

/** How often the list of songs is refreshed (specification §9). */
export const SONG_REFRESH_MS = 30_000

/** Returns a key for one play of a song. Each play of the same song has a different key. */
export const songKey = ({ artist, title, date }: Song): string => JSON.stringify([artist, title, date])

/** Formats a song as `artist – title`, or as the title if there is no artist. */
export const songText = ({ artist, title }: Pick<Song, 'artist' | 'title'>): string =>
  artist === '' ? title : `${artist} – ${title}`
