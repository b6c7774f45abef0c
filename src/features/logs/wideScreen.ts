/** Matches a screen with room for an entry beside the list. */
export const WIDE_SCREEN = '(min-width: 1800px)'
