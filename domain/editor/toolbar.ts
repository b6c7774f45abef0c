import type { EditorShortcut } from '#domain/keyboard/shortcuts.ts'
import * as verbs from './formatting.ts'
import type { FormatCommand } from './formatting.ts'

/** Formatting commands by the name of their shortcut. */
export const FORMAT_COMMANDS = {
  bold: verbs.bold,
  italic: verbs.italic,
  code: verbs.inlineCode,
  strikethrough: verbs.strikethrough,
  underline: verbs.underline,
  codeBlock: verbs.codeBlock,
  h1: verbs.heading(1),
  h2: verbs.heading(2),
  h3: verbs.heading(3),
  h4: verbs.heading(4),
  bulletList: verbs.bulletList,
  numberedList: verbs.numberedList,
  taskList: verbs.taskList,
  link: verbs.link,
  divider: verbs.divider,
} as const satisfies { readonly [shortcut in EditorShortcut]?: FormatCommand }

export type FormatCommandName = keyof typeof FORMAT_COMMANDS

export const isFormatCommand = (name: string): name is FormatCommandName => name in FORMAT_COMMANDS

/** Groups of the toolbar (specification §2). Underline and code block have shortcuts only. */
export const TOOLBAR: readonly (readonly FormatCommandName[])[] = [
  ['bold', 'italic', 'code', 'strikethrough'],
  ['h1', 'h2', 'h3', 'h4'],
  ['bulletList', 'numberedList', 'taskList'],
  ['link', 'divider'],
]
