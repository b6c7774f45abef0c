import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeText } from './textEncoding.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
function utf16(text: string, isLittleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2))
  for (let index = 0; index < text.length; index++) view.setUint16(index * 2, text.charCodeAt(index), isLittleEndian)
  return new Uint8Array(view.buffer)
}
/** Encodes a text in a one-byte encoding by inverting `TextDecoder`. */
function inBytes(text: string, encoding: string): Uint8Array {
  const letters = Array.from({ length: 256 }, (_, byte) => new TextDecoder(encoding).decode(Uint8Array.of(byte)))
  return Uint8Array.from(text, (letter) => {
    const byte = letters.indexOf(letter)
    if (byte < 0) throw new Error(`${encoding} has no ${letter}`)
    return byte
  })
}

// The texts contain no NUL, byte order mark or lone surrogate, because decoding does not preserve these characters.
const text = fc
  .string({ unit: 'grapheme', minLength: 1 })
  .map((sample) => `${sample.replaceAll(/[\0\uFEFF]/g, ' ')} line\n`)

describe('unambiguous encodings', () => {
  test.each<[string, (text: string) => Uint8Array]>([
    ['UTF-8', utf8],
    ['UTF-8 with a byte order mark', (sample) => utf8(`\uFEFF${sample}`)],
    ['little-endian UTF-16', (sample) => utf16(sample, true)],
    ['big-endian UTF-16', (sample) => utf16(sample, false)],
    ['little-endian UTF-16 with a byte order mark', (sample) => utf16(`\uFEFF${sample}`, true)],
    ['big-endian UTF-16 with a byte order mark', (sample) => utf16(`\uFEFF${sample}`, false)],
  ])('decodes %s without a note', (_, encode) => {
    fc.assert(
      fc.property(text, (sample) => {
        expect(decodeText(encode(sample))).toEqual({ text: sample, note: undefined })
      }),
    )
  })

  test.each([
    '今日は天気がいい。\n',
    'Привет',
    'Καλημέρα',
    'नमस्ते दुनिया\n',
    'שלום עולם',
    'Hi',
    '한국어 일기',
    // The UTF-16 bytes of the next text are also valid UTF-8.
    '≥𞊐ƀ line\n',
    '今天天气很好我们去散步',
  ])('decodes the text %s from UTF-16 without a byte order mark', (sample) => {
    for (const isLittleEndian of [true, false]) expect(decodeText(utf16(sample, isLittleEndian))?.text).toBe(sample)
  })

  test.each([true, false])(
    'decodes UTF-16 with a byte order mark even if it contains private, unassigned and incomplete characters',
    (isLittleEndian) => {
      const sample = 'A day on the river \uF8FF, then \uD83D home. \u{1FFFD}'
      expect(decodeText(utf16(`\uFEFF${sample}`, isLittleEndian))).toEqual({ text: sample, note: undefined })
    },
  )

  test('decodes UTF-8 with a NUL character', () => {
    const sample = 'A day on the river.\0 Then home, and the nets again.'
    expect(decodeText(utf8(sample))).toEqual({ text: sample, note: undefined })
    expect(decodeText(utf8(`${sample}.`))).toEqual({ text: `${sample}.`, note: undefined })
  })
})

test('preserves a second byte order mark as a character', () => {
  const sample = '\uFEFFA day on the river.'
  const marked = `\uFEFF${sample}`
  for (const bytes of [utf8(marked), utf16(marked, true), utf16(marked, false)])
    expect(decodeText(bytes)).toEqual({ text: sample, note: undefined })
})

test.each(['\0'.repeat(50), '\n\0', ' \0\x1A'])(
  'rejects a file of control characters and white space: %j',
  (sample) => {
    expect(decodeText(utf8(sample))).toBeUndefined()
  },
)

describe('guessed encodings', () => {
  test.each([
    'Café crème, “quoted”, 20 €.',
    'Café',
    'naïve',
    'Grüße aus Köln. Das Wetter ist schön heute und wir gingen über die Brücke.',
    'Don’t go – it’s “fine”',
    'El niño comió en la montaña',
    'Smörgåsbord på lördag',
    'É isso aí, coração não é fácil',
    'Noël',
    'Hällo……………… wörld, §§§ 5, °°° ½½½',
    'Größe: ÄÖÜ, Fuß, Köln',
    'Å i åa æ e ø',
    // Old programs end a text with U+001A. The bytes of the next two texts would be Chinese characters in UTF-16.
    'Hello there, two cafés and très bien\u001A',
    'Hello there, two more cafés and très bien\u001A',
    'Two cafés and a \0 of them, and what is there besides',
  ])('decodes Windows-1252 and adds a note about the guessed encoding: %s', (line) => {
    const read = decodeText(inBytes(line, 'windows-1252'))
    expect(read?.text).toBe(line)
    expect(read?.note).toContain('Windows-1252')
  })

  test.each([
    'Привет',
    'Сегодня ходили на реку и ловили рыбу.',
    'Дневник. Был дома',
    'ДЕНЬ',
    'Заметка: купить молоко',
    'день 5 мая, Moscow trip',
    'Встреча в 10:00 — не забыть!',
    'Да',
    'Сегодня поднял сервер: docker compose up -d nginx postgres. Работает.',
    '# Дневник\n\n- [ ] купить milk and bread\n- [x] call Anna\n',
    'my friend Саша said hello and went home after dinner with the others',
    'Сегодня был дома.\r\n\u001A',
  ])('decodes Windows-1251 and adds a note about the guessed encoding: %s', (line) => {
    const read = decodeText(inBytes(line, 'windows-1251'))
    expect(read?.text).toBe(line)
    expect(read?.note).toContain('Windows-1251')
  })

  test('detects the encoding of a long text even if only its end contains non-ASCII letters', () => {
    const long = `${'plain words and more of them\n'.repeat(20_000)}Сегодня ходили на реку.`
    expect(decodeText(inBytes(long, 'windows-1251'))?.text).toBe(long)
  })
})

test('decodes UTF-16 without its incomplete last character, and adds a note', () => {
  expect(decodeText(utf16('\uFEFFHome.\n', true).subarray(0, -1))).toEqual({
    text: 'Home.',
    note: 'The last byte of the file is half a character, so it is not imported.',
  })
})

test('decodes UTF-8 that contains an invalid sequence, and adds a note about the sequence', () => {
  const bytes = utf8('Grüße aus Köln, schöne Brücke ß')
  const read = decodeText(bytes.subarray(0, -1))
  expect(read).toEqual({
    text: 'Grüße aus Köln, schöne Brücke \uFFFD',
    note: 'One place in the file is not valid UTF-8. It is replaced with \uFFFD.',
  })
})

test.each<[string, Uint8Array]>([
  ['a PNG image', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0xff)],
  ['UTF-32', Uint8Array.of(0xff, 0xfe, 0, 0, 0x41, 0, 0, 0)],
  ['UTF-16 that ends within a character', utf16('abc', true).subarray(0, 5)],
  ['control characters and bytes that are not UTF-8', Uint8Array.of(0x41, 0x01, 0xff, 0x02, 0xfe)],
])('rejects %s as text', (_, bytes) => {
  expect(decodeText(bytes)).toBeUndefined()
})

test('adds a note unless the text encodes to exactly the bytes of the file', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      const read = decodeText(bytes)
      if (!read || read.note !== undefined) return
      const candidates = ['', '\uFEFF'].flatMap((mark) => [
        utf8(mark + read.text),
        utf16(mark + read.text, true),
        utf16(mark + read.text, false),
      ])
      expect(candidates).toContainEqual(bytes)
    }),
  )
})
