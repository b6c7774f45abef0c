import { insert, selectedLines, type TextSelection } from '#domain/editor/textSelection.ts'
import { songText, type Song } from './song.ts'

/** What would be a sign of Markdown. */
const MARKDOWN_SIGNS = /[\\`*_{}[\]<>()#+!|~&]/g

/** The song as a line of an entry, its own signs shown as they are: `*ON AIR: artist – title*`. */
export const onAirText = (song: Pick<Song, 'artist' | 'title'>): string =>
  `*ON AIR: ${songText(song).replaceAll(MARKDOWN_SIGNS, String.raw`\$&`)}*`

/** Stamps a song into a text, in place of the selection and as a paragraph of its own. */
export function insertSong(selection: TextSelection, song: Pick<Song, 'artist' | 'title'>): TextSelection {
  const { text, from, to } = selection
  const { start, end } = selectedLines(selection)
  const before = text.slice(start, from).trim() === '' ? '' : '\n\n'
  const after = text.slice(to, end).trim() === '' ? '' : '\n\n'
  return insert(selection, `${before}${onAirText(song)}${after}`)
}
