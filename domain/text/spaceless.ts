/** Letters of scripts that put no spaces between words, for a class of a regular expression. */
export const SPACELESS_SCRIPTS = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30FC\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`

let spaceless: RegExp | undefined

/** Whether there is any such letter in a text. */
export const hasSpacelessScript = (text: string): boolean =>
  (spaceless ??= new RegExp(`[${SPACELESS_SCRIPTS}]`, 'u')).test(text)
