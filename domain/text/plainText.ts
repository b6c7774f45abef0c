/* Texts of others (models, services, messages) without what nobody sees in them. */

/** Controls, and what turns the direction of what follows. */
const UNSEEN = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu
const UNSEEN_IN_LINES = /(?![\n\t])[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu

/** As one line. */
export const plainLine = (text: string): string => text.replace(UNSEEN, ' ').trim()

/** Lines and tabs stay. */
export const plainText = (text: string): string => text.replace(UNSEEN_IN_LINES, '').trim()
