/* Removes invisible characters from texts that the user did not write: of models, services and messages. */

/** Control characters, and characters that change the direction of text. */
const INVISIBLE = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu
const INVISIBLE_IN_LINES = /(?![\n\t])[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu

/** Returns the text as one line. */
export const toPlainLine = (text: string): string => text.replace(INVISIBLE, ' ').trim()

/** Returns the text without control characters, except line breaks and tabs. */
export const toPlainText = (text: string): string => text.replace(INVISIBLE_IN_LINES, '').trim()
