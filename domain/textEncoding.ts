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
  const utf16 = utf16Of(bytes)
  if (utf16) {
    const text = decoded(bytes, utf16)
    return text === undefined || text.includes('\0') ? undefined : { text, said: undefined }
  }
  const utf8 = decoded(bytes, 'utf-8')
  if (utf8 !== undefined) return { text: utf8, said: undefined }
  if (isControlled(bytes)) return undefined
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

function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** By its byte order mark, or by where its bytes are zero: the first 256 characters, line breaks and spaces, have one. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  for (const [index, byte] of bytes.subarray(0, SAMPLE_BYTES).entries())
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [first = 0, second = 0] = zeros
  if (first === second) return undefined
  return second > first ? 'utf-16le' : 'utf-16be'
}

/** Text in one byte a letter has none of these. */
const isControlled = (bytes: Uint8Array): boolean =>
  bytes.some((byte) => byte < 0x09 || (byte > 0x0d && byte < 0x20 && byte !== 0x1a && byte !== 0x1b))

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
