/** A text with what is selected in it, in UTF-16 units; `from` equals `to` where only the caret stands. */
export type TextSelection = { readonly text: string; readonly from: number; readonly to: number }

/** Puts something in place of the selection and leaves the caret behind it. */
export function insert({ text, from, to }: TextSelection, inserted: string): TextSelection {
  const caret = from + inserted.length
  return { text: text.slice(0, from) + inserted + text.slice(to), from: caret, to: caret }
}

/** The whole lines that the selection touches. A line that is only touched at its very start is left out. */
export function selectedLines({ text, from, to }: TextSelection): { readonly start: number; readonly end: number } {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const last = to > from && text[to - 1] === '\n' ? to - 1 : to
  const end = text.indexOf('\n', last)
  return { start, end: end < 0 ? text.length : end }
}

/** Changes of a text, in its own order and without overlap: `[from, to)` becomes `put`. */
export type TextChange = { readonly from: number; readonly to: number; readonly replacement: string }

/**
 * Makes the changes and keeps the selection on the same characters. At either edge what is put there stays outside,
 * so that a second press of the same verb finds the same words selected.
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

/** Where a place of the old text is in the new one; `behind` whether it stays behind what is put at that very place. */
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
