import * as markdown from './markdown.ts'
import type { Verb } from './markdown.ts'
import type { EditorShortcut } from './shortcuts.ts'

/** What the editor's keys do to the selected text, by the shortcut of each. */
export const VERBS = {
  bold: markdown.bold,
  italic: markdown.italic,
  code: markdown.inlineCode,
  strikethrough: markdown.strikethrough,
  underline: markdown.underline,
  codeBlock: markdown.codeBlock,
  h1: markdown.heading(1),
  h2: markdown.heading(2),
  h3: markdown.heading(3),
  h4: markdown.heading(4),
  bulletList: markdown.bulletList,
  numberedList: markdown.numberedList,
  taskList: markdown.taskList,
  link: markdown.link,
  divider: markdown.divider,
} as const satisfies { readonly [shortcut in EditorShortcut]?: Verb }

export type VerbName = keyof typeof VERBS

export const isVerb = (name: string): name is VerbName => name in VERBS

/** The toolbar in its groups (specification §2). Underline and the code block have keys only. */
export const TOOLBAR: readonly (readonly VerbName[])[] = [
  ['bold', 'italic', 'code', 'strikethrough'],
  ['h1', 'h2', 'h3', 'h4'],
  ['bulletList', 'numberedList', 'taskList'],
  ['link', 'divider'],
]
