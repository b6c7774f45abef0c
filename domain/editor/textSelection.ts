/** A text and its selection in UTF-16 units. `from` equals `to` for a caret. */
export type TextSelection = { readonly text: string; readonly from: number; readonly to: number }

/** Replaces the selection and puts the caret after the inserted text. */
export function replaceSelection({ text, from, to }: TextSelection, inserted: string): TextSelection {
  const caret = from + inserted.length
  return { text: text.slice(0, from) + inserted + text.slice(to), from: caret, to: caret }
}

/**
 * Returns the range of whole lines that the selection covers. Excludes the last line if none of its characters are
 * selected.
 */
export function selectedLines({ text, from, to }: TextSelection): { readonly start: number; readonly end: number } {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const last = to > from && text[to - 1] === '\n' ? to - 1 : to
  const end = text.indexOf('\n', last)
  return { start, end: end < 0 ? text.length : end }
}

/** A change of a text: `replacement` replaces the range `[from, to)`. */
export type TextChange = { readonly from: number; readonly to: number; readonly replacement: string }

/**
 * Applies changes and keeps the same characters selected. Text inserted at an edge stays outside the selection, so that
 * repeating a command finds the same words selected.
 */
export function applyChanges(selection: TextSelection, changes: readonly TextChange[]): TextSelection {
  let text = ''
  let read = 0
  for (const { from, to, replacement } of changes) {
    text += selection.text.slice(read, from) + replacement
    read = to
  }
  text += selection.text.slice(read)
  const isCaret = selection.from === selection.to
  const from = mapPosition(selection.from, changes, true)
  return { text, from, to: isCaret ? from : Math.max(from, mapPosition(selection.to, changes, false)) }
}

/**
 * Maps a position in the old text to the new text. If a change inserts text at the position, the result is after that
 * text if `staysBehind` is true, and otherwise before it.
 */
function mapPosition(place: number, changes: readonly TextChange[], staysBehind: boolean): number {
  let shift = 0
  for (const { from, to, replacement } of changes) {
    if (from > place || (from === place && to === place && !staysBehind)) break
    if (to > place)
      return from + shift + (staysBehind ? replacement.length : Math.min(place - from, replacement.length))
    shift += replacement.length - (to - from)
  }
  return place + shift
}
