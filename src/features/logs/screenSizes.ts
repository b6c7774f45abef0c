/** Matches a screen with room for an entry beside the list. */
export const WIDE_SCREEN = '(min-width: 1800px)'

/** Matches a phone, upright or in landscape. */
export const PHONE_SCREEN = '(max-width: 719px), (max-width: 959px) and (max-height: 480px)'

/** Matches a screen without room for the time and the text of an entry side by side. */
export const NARROW_SCREEN = '(max-width: 719px)'
