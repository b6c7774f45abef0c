import { analyse } from 'chardet'

/** A text and how its bytes were read; `said` is what its reader has to be told of that. */
export type DecodedText = { readonly text: string; readonly said: string | undefined }

/** What a detector is asked to choose from, and its own names for it. Browsers read the first as the second. */
const LEGACY: { readonly [encoding: string]: readonly string[] } = {
  'windows-1252': ['ISO-8859-1', 'windows-1252'],
  'windows-1251': ['windows-1251'],
}
const LEGACY_NAMES: { readonly [encoding: string]: string } = {
  'windows-1252': 'Windows-1252 (Western European)',
  'windows-1251': 'Windows-1251 (Cyrillic)',
}
/** So many bytes show which letters a file is written in. */
const SAMPLE_BYTES = 100_000
/** Words in Cyrillic are runs of high bytes; letters with accents stand among others. */
const CYRILLIC_RUN = 3
const HIGH_BYTE = 0x80
const LINE_FEED = 0x0a

/**
 * The text of a file. UTF-8 and UTF-16 are known by their marks and their form; anything else is Windows-1252 or 1251,
 * which no file says of itself, so the reading is said. Undefined where it is no text at all.
 */
export function decodeText(bytes: Uint8Array): DecodedText | undefined {
  const marked = MARKS.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte))
  if (marked) return textIn(decoded(bytes, marked.encoding))
  const utf8 = decoded(bytes, 'utf-8')
  if (bytes.some(isControl)) {
    const { encoding, isClear } = utf16Order(bytes)
    if (utf8 !== undefined && !isClear) return unsaid(utf8)
    return textIn(decoded(bytes, encoding))
  }
  if (utf8 !== undefined) return unsaid(utf8)
  const { valid, broken } = sequencesOf(bytes)
  if (valid > broken) {
    const count = broken === 1 ? '1 place in it is' : `${broken} places in it are`
    return { text: new TextDecoder().decode(bytes), said: `${count} no text in UTF-8: each is \uFFFD now.` }
  }
  const encoding = legacyOf(bytes)
  return {
    text: new TextDecoder(encoding).decode(bytes),
    said: `It does not say how its letters are stored. It was read as ${LEGACY_NAMES[encoding]}: check its accents before you import it.`,
  }
}

const unsaid = (text: string): DecodedText => ({ text, said: undefined })

const textIn = (decodedText: string | undefined): DecodedText | undefined =>
  decodedText === undefined || NO_LETTERS.test(decodedText) ? undefined : unsaid(decodedText)

/** Byte order marks. */
const MARKS = [
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
] as const

/** Text of one byte a letter has none of these; text of two has them in most scripts. */
const isControl = (byte: number): boolean => byte < 0x09 || (byte > 0x0d && byte < 0x20 && byte !== 0x1b)

/** Nothing, controls but white space, or no character at all. */
const NO_LETTERS = /[^\P{C}\s\p{Cf}]/u

function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * Which bytes of UTF-16 come first, if it is that: high bytes say the script and vary less than low bytes.
 * @returns also whether they vary so much less that it can be no text of one byte a letter
 */
function utf16Order(bytes: Uint8Array): { readonly encoding: 'utf-16le' | 'utf-16be'; readonly isClear: boolean } {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const even = new Set(sample.filter((_, index) => index % 2 === 0)).size
  const odd = new Set(sample.filter((_, index) => index % 2 === 1)).size
  return odd <= even
    ? { encoding: 'utf-16le', isClear: odd * 2 <= even }
    : { encoding: 'utf-16be', isClear: even * 2 <= odd }
}

/** How many letters beyond ASCII are whole in UTF-8, and how many places are not UTF-8. */
function sequencesOf(bytes: Uint8Array): { readonly valid: number; readonly broken: number } {
  const replaced = (text: string) => text.split('\uFFFD').length - 1
  const text = new TextDecoder().decode(bytes)
  const broken = replaced(text)
  const beyond = text.match(/[^\p{ASCII}]/gu)?.length ?? 0
  return { valid: beyond - broken, broken }
}

function legacyOf(bytes: Uint8Array): string {
  const sample = telling(bytes)
  const matches = analyse(sample)
  const confidence = (encoding: string) =>
    Math.max(0, ...matches.filter(({ name }) => LEGACY[encoding]?.includes(name)).map((match) => match.confidence))
  const [western, cyrillic] = [confidence('windows-1252'), confidence('windows-1251')]
  if (western !== cyrillic) return western > cyrillic ? 'windows-1252' : 'windows-1251'
  return isInRuns(sample) ? 'windows-1251' : 'windows-1252'
}

/** The first lines that have letters beyond ASCII: the others tell nothing. */
function telling(bytes: Uint8Array): Uint8Array {
  const sample: number[] = []
  for (let start = 0; start < bytes.length && sample.length < SAMPLE_BYTES;) {
    const end = bytes.indexOf(LINE_FEED, start)
    const line = bytes.subarray(start, end < 0 ? bytes.length : end + 1)
    if (line.some((byte) => byte >= HIGH_BYTE)) for (const byte of line.subarray(0, SAMPLE_BYTES)) sample.push(byte)
    start += line.length
  }
  return Uint8Array.from(sample)
}

/** Whether most letters beyond ASCII stand next to others of them. */
function isInRuns(bytes: Uint8Array): boolean {
  let run = 0
  let [inRuns, alone] = [0, 0]
  for (const byte of [...bytes, 0]) {
    if (byte >= HIGH_BYTE) {
      run++
      continue
    }
    if (run >= CYRILLIC_RUN) inRuns += run
    else alone += run
    run = 0
  }
  return inRuns > alone
}
