/** Letters that Unicode does not decompose, each with its usual spelling on keyboards without the letter. */
const FOLDED_LETTERS: { readonly [letter: string]: string } = {
  ł: 'l',
  ø: 'o',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  þ: 'th',
  ŧ: 't',
  ŋ: 'n',
  ĸ: 'q',
  ς: 'σ',
}

const ASCII = /^[\0-\x7F]*$/
const APOSTROPHES = /[‘’‚‛‹›ʻʼʹ′‵]/g
const QUOTATION_MARKS = /[“”„‟«»〝〞]/g
const ACUTE = /[\u00B4\u1FFD]/g
const DOUBLE_PRIME = /[″‶]/g

/** Invisible characters that control line breaks and direction. */
const INVISIBLE = /[\u00AD\u200B\u2060\uFEFF\p{Bidi_Control}]/gu

/** Matches the text between symbols such as ™ or ㊗. NFKD would replace these symbols with letters. */
const BETWEEN_EMOJI = /[^‼⁉™ℹ㊗㊙\u{1F201}-\u{1F251}]+/gu

/*
 * The next patterns are functions, so that they are compiled on first use. Compiling the classes of all letters takes
 * milliseconds on a phone.
 */

/**
 * Accents and vowel points, which users often omit. Excludes marks that form a different letter: the marks of й, ї and
 * ў, the marks of voiced kana, and the vowel signs of Indic and Thai scripts.
 */
const accents = () =>
  /(?<![иу])\u0306|(?<!і)\u0308|[[\p{M}&&[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}]]--[\u0306\u0308\u3099\u309A]]/gv
const letterOfParts = () => /[\p{Script=Cyrillic}\p{Script=Hiragana}\p{Script=Katakana}]\p{M}/gu

/** Matches the parts of a text that are not ASCII. No rule of `fold` depends on an ASCII character beside a part. */
const NOT_ASCII = /[^\0-\x7F]+/g
/** Matches a longer part. Texts in other scripts than Latin have so many different parts that they are folded whole. */
const LONG_PART = /[^\0-\x7F]{3}/

/** The folded parts of texts. Texts in Latin script have only a few different parts, such as `ä` and `’`. */
const foldedParts = new Map<string, string>()
const MAX_FOLDED_PARTS = 1000

/** Normalizes a text for search: drops case, accents, and variants of letters and quotation marks. */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return LONG_PART.test(text) ? fold(text) : text.replace(NOT_ASCII, foldPart).toLowerCase()
}

function foldPart(part: string): string {
  const known = foldedParts.get(part)
  if (known !== undefined) return known
  // JavaScript engines store a text with one byte per character only if they know that all its parts allow this.
  const folded = Array.from(fold(part), (letter) => String.fromCodePoint(letter.codePointAt(0) ?? 0)).join('')
  if (foldedParts.size < MAX_FOLDED_PARTS) foldedParts.set(part, folded)
  return folded
}

const fold = (text: string): string =>
  text
    .replace(ACUTE, "'")
    .replace(DOUBLE_PRIME, '"')
    .replace(INVISIBLE, '')
    .replace(BETWEEN_EMOJI, (part) => part.normalize('NFKD'))
    .replace(APOSTROPHES, "'")
    .replace(QUOTATION_MARKS, '"')
    .toLowerCase()
    .replace(accents(), '')
    .replace(letterOfParts(), (letter) => letter.normalize('NFC'))
    .replace(/[łøßæœđðħıþŧŋĸς]/g, (letter) => FOLDED_LETTERS[letter] ?? letter)
