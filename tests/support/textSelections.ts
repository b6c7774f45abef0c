import type { TextSelection } from '#domain/editor/textSelection.ts'

/** `a ⟨b⟩ c` has b selected; `a ¦b` has the caret before b. */
export function parseSelection(written: string): TextSelection {
  const caret = written.indexOf('¦')
  if (caret >= 0) return { text: written.replace('¦', ''), from: caret, to: caret }
  return {
    text: written.replace(/[⟨⟩]/g, ''),
    from: written.indexOf('⟨'),
    to: written.indexOf('⟩') - 1,
  }
}

/** A passage as it is written for `passage`. */
export function formatSelection({ text, from, to }: TextSelection): string {
  if (from === to) return `${text.slice(0, from)}¦${text.slice(from)}`
  return `${text.slice(0, from)}⟨${text.slice(from, to)}⟩${text.slice(to)}`
}
