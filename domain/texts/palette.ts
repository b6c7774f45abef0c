/** Texts of the command palette. Its commands are in `domain/search/commands.ts`. */
export const PALETTE_TEXT = {
  title: 'Command palette',
  placeholder: 'Search your entries, or type : for a command',
  suggestions: 'Suggestions',
  empty: 'No matches. Type : to see all commands.',
} as const
