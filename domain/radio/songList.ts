import * as z from 'zod/mini'
import { decodeReferences } from '#domain/text/characterReferences.ts'
import { truncateText } from '#domain/text/graphemes.ts'
import { songKey, type Song } from './song.ts'

/** Maximum length of a station's texts. The security rules of favorites have the same limit. */
export const MAX_SONG_TEXT_CHARACTERS = 200
/**
 * Maximum length of the input. It is higher than the limit of the result, because a character reference is longer than
 * its character.
 */
const MAX_READ_CHARACTERS = 10 * MAX_SONG_TEXT_CHARACTERS
/** Limits the list. Stations publish at most 20 songs. */
const MAX_SONGS = 20
/** Rejects dates beyond the year 5138. */
const MAX_SECONDS = 1e11
/**
 * Bidirectional controls, invisible characters and lone surrogates. Excludes joiners, because emoji and words in
 * Persian and Indic scripts need them. Also excludes the tag characters in flags such as England's.
 */
const UNWANTED = /(\p{RGI_Emoji_Tag_Sequence})|[\p{C}--[\u200C\u200D]]+/gv
/** The soft hyphen, which marks where a word may be divided. */
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
 * Parses a station's list of songs, newest first. Skips invalid and duplicate songs. Throws if the response is not a
 * list.
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

/** Parses `Artist - Title`, the directory's format; undefined for an empty text. */
export function parseSong(text: string): Song | undefined {
  const [before = '', ...after] = cleanSongText(text).split(' - ')
  const title = after.length > 0 ? after.join(' - ') : before
  return title === '' ? undefined : { artist: after.length > 0 ? before : '', title, album: null, date: null }
}

/**
 * Cleans an untrusted text: one plain line of limited length without invisible characters. Stations write HTML
 * character references; their decoded characters are text and never markup.
 */
export function cleanSongText(text: string): string {
  const line = decodeReferences(truncateText(text, MAX_READ_CHARACTERS))
    .replaceAll(SOFT_HYPHEN, '')
    .replaceAll(UNWANTED, (_, flag: string | undefined) => flag ?? ' ')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(SURROUNDING_BLANKS, '')
  return truncateText(line, MAX_SONG_TEXT_CHARACTERS).trim()
}
