/** Scripts without spaces between words, as the content of a regular expression class. */
export const SPACELESS_SCRIPTS = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30FC\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`

let spaceless: RegExp | undefined

/** Returns whether a text contains a script without spaces between words. */
export const hasSpacelessScript = (text: string): boolean =>
  (spaceless ??= new RegExp(`[${SPACELESS_SCRIPTS}]`, 'u')).test(text)
