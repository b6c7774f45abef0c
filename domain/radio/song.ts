export type Song = {
  readonly artist: string
  readonly title: string
  readonly album: string | null
  /** Start time in milliseconds since 1970; null if the station does not give one. */
  readonly date: number | null
}

/** How often the list of songs is refreshed (specification §9). */
export const SONG_REFRESH_MS = 30_000

/** Returns a key that distinguishes plays of the same song. */
export const songKey = ({ artist, title, date }: Song): string => JSON.stringify([artist, title, date])

/** `artist – title`, or only the title. */
export const songText = ({ artist, title }: Pick<Song, 'artist' | 'title'>): string =>
  artist === '' ? title : `${artist} – ${title}`
