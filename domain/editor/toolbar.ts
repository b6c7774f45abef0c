import type { EditorShortcut } from '#domain/keyboard/shortcuts.ts'
import * as formatting from './formatting.ts'
import type { FormatCommand } from './formatting.ts'

/** Formatting commands by the name of their shortcut. */
export const FORMAT_COMMANDS = {
  bold: formatting.bold,
  italic: formatting.italic,
  code: formatting.inlineCode,
  strikethrough: formatting.strikethrough,
  underline: formatting.underline,
  codeBlock: formatting.codeBlock,
  h1: formatting.heading(1),
  h2: formatting.heading(2),
  h3: formatting.heading(3),
  h4: formatting.heading(4),
  bulletList: formatting.bulletList,
  numberedList: formatting.numberedList,
  taskList: formatting.taskList,
  link: formatting.link,
  divider: formatting.divider,
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
