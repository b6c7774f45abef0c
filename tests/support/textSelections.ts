import type { TextSelection } from '#domain/editor/textSelection.ts'

/** Parses a text selection: `a ⟨b⟩ c` selects b, and `a ¦b` puts the caret before b. */
export function parseSelection(written: string): TextSelection {
  const caret = written.indexOf('¦')
  if (caret >= 0) return { text: written.replace('¦', ''), from: caret, to: caret }
  return {
    text: written.replace(/[⟨⟩]/g, ''),
    from: written.indexOf('⟨'),
    to: written.indexOf('⟩') - 1,
  }
}

/** Formats a text selection in the notation that `parseSelection` parses. */
export function formatSelection({ text, from, to }: TextSelection): string {
  if (from === to) return `${text.slice(0, from)}¦${text.slice(from)}`
  return `${text.slice(0, from)}⟨${text.slice(from, to)}⟩${text.slice(to)}`
}
