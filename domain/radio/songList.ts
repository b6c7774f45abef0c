import * as z from 'zod/mini'
import { decodeReferences } from '#domain/text/characterReferences.ts'
import { truncateText } from '#domain/text/graphemes.ts'
import { songKey, type Song } from './song.ts'

/** A station's texts are shown to this length (the favourites' rules have the same). */
export const MAX_NAME_CHARACTERS = 200
/** No more of a text is read: character references are longer than what they show. */
const MAX_READ_CHARACTERS = 10 * MAX_NAME_CHARACTERS
/** More than these are not listed by any station. */
const MAX_SONGS = 20
/** No date is as late as this. */
const MAX_SECONDS = 1e11
/**
 * What would turn the direction of the text around it, is not to be seen, or is half a character; not what joins the
 * parts of an emoji or of a Persian or Indic word, and not the letters within the flag of England.
 */
const UNWANTED = /(\p{RGI_Emoji_Tag_Sequence})|[\p{C}--[\u200C\u200D]]+/gv
/** Where a word may be divided. */
const SOFT_HYPHEN = /\u00AD/g
const SURROUNDING_BLANKS = /^[\s\u200C\u200D]+|[\s\u200C\u200D]+$/gu

const ListedSong = z.object({
  artist: z.string(),
  title: z.string(),
  album: z.catch(z.optional(z.string()), undefined),
  date: z.catch(z.optional(z.union([z.string(), z.number()])), undefined),
})
const SongList = z.object({ songs: z.array(z.unknown()) })

/**
 * Reads a station's list of songs, the newest first; one that is not as it should be costs no other, and one that is
 * listed twice is there once. Throws if it is none.
 */
export function parseSongs(answer: unknown): readonly Song[] {
  const songs = SongList.parse(answer)
    .songs.slice(0, MAX_SONGS)
    .flatMap((one) => {
      const { data } = ListedSong.safeParse(one)
      const title = cleanSongText(data?.title ?? '')
      if (!data || title === '') return []
      const seconds = Number(data.date ?? Number.NaN)
      return [
        {
          artist: cleanSongText(data.artist),
          title,
          album: cleanSongText(data.album ?? '') || null,
          date: Number.isFinite(seconds) && seconds > 0 && seconds < MAX_SECONDS ? seconds * 1000 : null,
        },
      ]
    })
  return [...new Map(songs.map((song) => [songKey(song), song])).values()]
}

/** A song from `Artist - Title`, as the directory has it; undefined for an empty text. */
export function parseSong(text: string): Song | undefined {
  const [before = '', ...after] = cleanSongText(text).split(' - ')
  const title = after.length > 0 ? after.join(' - ') : before
  return title === '' ? undefined : { artist: after.length > 0 ? before : '', title, album: null, date: null }
}

/**
 * A text from elsewhere as one plain line of bounded length, without anything that is not to be seen. Stations write
 * character references as in HTML; what comes of them is text and never markup.
 */
export function cleanSongText(text: string): string {
  const line = decodeReferences(truncateText(text, MAX_READ_CHARACTERS))
    .replaceAll(SOFT_HYPHEN, '')
    .replaceAll(UNWANTED, (_, flag: string | undefined) => flag ?? ' ')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(SURROUNDING_BLANKS, '')
  return truncateText(line, MAX_NAME_CHARACTERS).trim()
}
