import { decodeNamedCharacterReference } from 'decode-named-character-reference'

const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([\da-z]{1,31}));/gi
const REPLACEMENT = '\uFFFD'

/** Decodes HTML character references such as `&amp;` and `&#39;`. */
export const decodeReferences = (text: string): string =>
  text.replace(REFERENCE, (whole, decimal: string | undefined, hex: string | undefined, name: string | undefined) =>
    name === undefined
      ? characterOf(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal))
      : decodeNamedCharacterReference(name) || whole,
  )

/** Follows HTML: codes 128 to 159 are Windows-1252, and invalid codes become U+FFFD. */
function characterOf(code: number): string {
  if (code >= 0x80 && code <= 0x9f) return new TextDecoder('windows-1252').decode(Uint8Array.of(code))
  const exists = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return exists ? String.fromCodePoint(code) : REPLACEMENT
}
