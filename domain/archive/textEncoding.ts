import { analyse } from 'chardet'
import { IMPORT_ISSUE } from '#domain/texts/importIssues.ts'

/** Decoded text, and a note for the user if the encoding was guessed. */
export type DecodedText = { readonly text: string; readonly note: string | undefined }

/**
 * The possible results of the detection. Each encoding has the names that the detector uses for it. Browsers decode
 * ISO-8859-1 as Windows-1252.
 */
const LEGACY_ENCODINGS: { readonly [encoding: string]: readonly string[] } = {
  'windows-1252': ['ISO-8859-1', 'windows-1252'],
  'windows-1251': ['windows-1251'],
}
const LEGACY_NAMES: { readonly [encoding: string]: string } = {
  'windows-1252': 'Windows-1252 (Western European)',
  'windows-1251': 'Windows-1251 (Cyrillic)',
}
/** Size of the sample from which the encoding is detected. */
const SAMPLE_BYTES = 100_000
const HIGH_BYTE = 0x80
const LINE_FEED = 0x0a

/**
 * Decodes the bytes of a file. UTF-8 and UTF-16 are recognized by a byte order mark or by their structure. Other text
 * is decoded as Windows-1252 or Windows-1251, with a note for the user, because a file does not state its encoding.
 * Returns undefined if the file is not text.
 */
export function decodeText(bytes: Uint8Array): DecodedText | undefined {
  const byteOrderMark = BYTE_ORDER_MARKS.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte))
  if (byteOrderMark) return decodeMarkedUtf16(bytes, byteOrderMark)
  const utf8 = tryDecode(bytes, 'utf-8')
  const controls = bytes.reduce((count, byte) => count + Number(isControl(byte)), 0)
  if (controls > 0) {
    const { encoding, isClear } = detectUtf16Order(bytes)
    if (utf8 !== undefined && !isClear) return ANY_VISIBLE.test(utf8) ? withoutNote(utf8) : undefined
    // Two letters of one byte each can also be read as one UTF-16 character, usually a Chinese one. Text that looks
    // like words is therefore decoded as UTF-16 only with clear evidence.
    const utf16 = isClear || !hasWords(bytes) ? toReadableText(tryDecode(bytes, encoding)) : undefined
    if (utf16 || utf8 !== undefined || controls * BYTES_PER_CONTROL > bytes.length) return utf16
  }
  if (utf8 !== undefined) return withoutNote(utf8)
  const { valid, broken } = countUtf8Sequences(bytes)
  if (valid > broken) {
    return { text: new TextDecoder().decode(bytes), note: IMPORT_ISSUE.invalidUtf8(broken) }
  }
  const encoding = detectLegacyEncoding(bytes)
  return {
    text: new TextDecoder(encoding).decode(bytes),
    note: IMPORT_ISSUE.guessedEncoding(LEGACY_NAMES[encoding] ?? encoding),
  }
}

const withoutNote = (text: string): DecodedText => ({ text, note: undefined })

const toReadableText = (decodedText: string | undefined): DecodedText | undefined =>
  decodedText === undefined || UNREADABLE.test(decodedText) ? undefined : withoutNote(decodedText)

const BYTE_ORDER_MARKS = [
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
] as const

/** Decodes UTF-16 with a byte order mark even if it contains lone surrogates or unassigned characters. */
function decodeMarkedUtf16(
  bytes: Uint8Array,
  { mark, encoding }: (typeof BYTE_ORDER_MARKS)[number],
): DecodedText | undefined {
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 2))
  // `TextDecoder` removes the first byte order mark. `decodeUtf16Units` removes none.
  const text = tryDecode(whole, encoding) ?? decodeUtf16Units(whole.subarray(mark.length), encoding === 'utf-16le')
  const unreadableCount = text.replaceAll(/\p{Cs}/gu, '').split(UNREADABLE).length - 1
  if (unreadableCount * BYTES_PER_CONTROL > text.length) return undefined
  return { text, note: whole.length === bytes.length ? undefined : IMPORT_ISSUE.halfCharacter }
}

function decodeUtf16Units(bytes: Uint8Array, isLittleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let text = ''
  for (let at = 0; at < view.byteLength; at += 2) text += String.fromCharCode(view.getUint16(at, isLittleEndian))
  return text
}

/**
 * Returns whether a byte is a control byte. Text in a one-byte encoding contains no control bytes, but UTF-16 text of
 * most scripts does.
 */
const isControl = (byte: number): boolean => byte < 0x09 || (byte > 0x0d && byte < 0x20 && byte !== 0x1b)

/**
 * A text may contain one control character per this number of bytes. Old programs end a text with a control character,
 * and some control characters occur by accident.
 */
const BYTES_PER_CONTROL = 16

/**
 * Returns whether most bytes are letters and spaces, as in one-byte text of European languages. UTF-16 text has fewer,
 * because every second byte selects the script.
 */
function hasWords(bytes: Uint8Array): boolean {
  const letters = bytes.reduce((count, byte) => count + Number(isLetterOrSpace(byte)), 0)
  return letters * 3 > bytes.length * 2
}

const isLetterOrSpace = (byte: number): boolean =>
  (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a) || byte === 0x20

/** Matches a character that is neither a control character nor white space. */
const ANY_VISIBLE = /[^\p{Cc}\s]/u
/** Matches control characters other than white space, unassigned characters and lone surrogates. */
const UNREADABLE = /[^\P{C}\s\p{Cf}]/u

function tryDecode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * Detects the byte order of UTF-16. In the correct byte order, the text has spaces, line endings and full stops. Its
 * high bytes vary less than its low bytes, because the high bytes select the script.
 * @returns the byte order, and whether it is certain that the text is UTF-16. It is certain if the low bytes vary much
 *   more than the high bytes, or if the text has several ASCII letters in a row.
 */
function detectUtf16Order(bytes: Uint8Array): {
  readonly encoding: 'utf-16le' | 'utf-16be'
  readonly isClear: boolean
} {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const even = new Set(sample.filter((_, index) => index % 2 === 0)).size
  const odd = new Set(sample.filter((_, index) => index % 2 === 1)).size
  const little = new TextDecoder('utf-16le').decode(sample)
  const big = new TextDecoder('utf-16be').decode(sample)
  const breaks = (decoded: string) => decoded.match(WORD_BREAKS)?.length ?? 0
  return (breaks(little) === breaks(big) ? odd <= even : breaks(little) > breaks(big))
    ? { encoding: 'utf-16le', isClear: odd * 2 <= even || ASCII_RUN.test(little) }
    : { encoding: 'utf-16be', isClear: even * 2 <= odd || ASCII_RUN.test(big) }
}

const WORD_BREAKS = /[ \r\n\u3000-\u3002]/g
const ASCII_RUN = /[\t\n\r -~]{4}/

/** Counts the valid and the invalid UTF-8 sequences. Does not count ASCII characters. */
function countUtf8Sequences(bytes: Uint8Array): { readonly valid: number; readonly broken: number } {
  const replaced = (text: string) => text.split('\uFFFD').length - 1
  const text = new TextDecoder().decode(bytes)
  const broken = replaced(text)
  const beyond = text.match(/[^\p{ASCII}]/gu)?.length ?? 0
  return { valid: beyond - broken, broken }
}

function detectLegacyEncoding(bytes: Uint8Array): string {
  const sample = nonAsciiSample(bytes)
  const words = countWordsByScript(sample)
  if (words.western !== words.cyrillic) return words.western > words.cyrillic ? 'windows-1252' : 'windows-1251'
  const matches = analyse(sample)
  const confidence = (encoding: string) =>
    Math.max(
      0,
      ...matches.filter(({ name }) => LEGACY_ENCODINGS[encoding]?.includes(name)).map((match) => match.confidence),
    )
  return confidence('windows-1251') > confidence('windows-1252') ? 'windows-1251' : 'windows-1252'
}

/**
 * Counts the words with non-ASCII bytes by script. A word that also has ASCII letters is counted as Western, any other
 * word as Cyrillic. Comparing letter frequencies would be less reliable if a Russian text contains English words.
 */
function countWordsByScript(bytes: Uint8Array): { readonly western: number; readonly cyrillic: number } {
  const words = new TextDecoder('windows-1252').decode(bytes).match(/[a-zÀ-ÿ¨¸²³¯¿ªº]+/gi) ?? []
  const beyond = words.filter((word) => /[À-ÿ]/.test(word))
  const western = beyond.filter((word) => /[a-z]/i.test(word)).length
  return { western, cyrillic: beyond.filter((word) => word.length > 1).length - western }
}

/** Returns the first lines that have non-ASCII bytes. Other lines do not help to detect the encoding. */
function nonAsciiSample(bytes: Uint8Array): Uint8Array {
  const sample: number[] = []
  for (let start = 0; start < bytes.length && sample.length < SAMPLE_BYTES;) {
    const end = bytes.indexOf(LINE_FEED, start)
    const line = bytes.subarray(start, end < 0 ? bytes.length : end + 1)
    if (line.some((byte) => byte >= HIGH_BYTE)) for (const byte of line.subarray(0, SAMPLE_BYTES)) sample.push(byte)
    start += line.length
  }
  return Uint8Array.from(sample)
}
