import { insert, selectedLines, type Passage } from '#domain/editor/textSelection.ts'
import { songText, type Song } from './song.ts'

/** What would be a sign of Markdown. */
const SIGNS = /[\\`*_{}[\]<>()#+!|~&]/g

/** The song as a line of an entry, its own signs shown as they are: `*ON AIR: artist – title*`. */
export const onAirText = (song: Pick<Song, 'artist' | 'title'>): string =>
  `*ON AIR: ${songText(song).replaceAll(SIGNS, String.raw`\$&`)}*`

/** Stamps a song into a text, in place of the selection and as a paragraph of its own. */
export function withSong(passage: Passage, song: Pick<Song, 'artist' | 'title'>): Passage {
  const { text, from, to } = passage
  const { start, end } = selectedLines(passage)
  const before = text.slice(start, from).trim() === '' ? '' : '\n\n'
  const after = text.slice(to, end).trim() === '' ? '' : '\n\n'
  return insert(passage, `${before}${onAirText(song)}${after}`)
}
