/* Texts of others (models, services, messages) without what nobody sees in them. */

/** Controls, and what turns the direction of what follows. */
const INVISIBLE = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu
const INVISIBLE_IN_LINES = /(?![\n\t])[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu

/** As one line. */
export const toPlainLine = (text: string): string => text.replace(INVISIBLE, ' ').trim()

/** Lines and tabs stay. */
export const toPlainText = (text: string): string => text.replace(INVISIBLE_IN_LINES, '').trim()
