import { replaceSelection, selectedLines, type TextSelection } from '#domain/editor/textSelection.ts'
import { songText, type Song } from './song.ts'

/** Characters with a meaning in Markdown. */
const MARKDOWN_SIGNS = /[\\`*_{}[\]<>()#+!|~&]/g

/** Formats the song as a Markdown line with escaped characters: `*ON AIR: artist – title*`. */
export const onAirText = (song: Pick<Song, 'artist' | 'title'>): string =>
  `*ON AIR: ${songText(song).replaceAll(MARKDOWN_SIGNS, String.raw`\$&`)}*`

/** Replaces the selection with a paragraph that names the song. */
export function insertSong(selection: TextSelection, song: Pick<Song, 'artist' | 'title'>): TextSelection {
  const { text, from, to } = selection
  const { start, end } = selectedLines(selection)
  const before = text.slice(start, from).trim() === '' ? '' : '\n\n'
  const after = text.slice(to, end).trim() === '' ? '' : '\n\n'
  return replaceSelection(selection, `${before}${onAirText(song)}${after}`)
}
