/** Letters that Unicode does not take apart, and what people without their keyboard type. */
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
/** Of these Unicode makes two signs. */
const ACUTE = /[\u00B4\u1FFD]/g
const DOUBLE_PRIME = /[″‶]/g

/** Divides words for line breaks and directions, and is not seen itself. */
const INVISIBLE = /[\u00AD\u200B\u2060\uFEFF\p{Bidi_Control}]/gu

/** What is not among the emoji that Unicode takes for the letters in them. */
const BETWEEN_EMOJI = /[^‼⁉™ℹ㊗㊙\u{1F201}-\u{1F251}]+/gu

/* Made when they are used, as in `tags.ts`. */

/**
 * Accents and vowel points, which many leave out. What makes another letter stays: й, ї and ў, the voiced kana, and the
 * vowel signs of Indic and Thai scripts.
 */
const accents = () =>
  /(?<![иу])\u0306|(?<!і)\u0308|[[\p{M}&&[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}]]--[\u0306\u0308\u3099\u309A]]/gv
const letterOfParts = () => /[\p{Script=Cyrillic}\p{Script=Hiragana}\p{Script=Katakana}]\p{M}/gu

/** A text without what a search pays no regard to: case, accents, and the forms of letters and quotation marks. */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return text
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
}
