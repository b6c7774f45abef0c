export type Song = {
  readonly artist: string
  readonly title: string
  readonly album: string | null
  /** When it began, in milliseconds since 1970; null where the station does not say. */
  readonly date: number | null
}

/** Specification §9. */
export const SONG_REFRESH_MS = 30_000

/** What tells one playing of a song from another. */
export const songKey = ({ artist, title, date }: Song): string => JSON.stringify([artist, title, date])

/** `artist – title`, or the title alone. */
export const songText = ({ artist, title }: Pick<Song, 'artist' | 'title'>): string =>
  artist === '' ? title : `${artist} – ${title}`
