import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { oggOfWebm, oggSeconds } from './oggOpus.ts'

const sample = (name: string) => readFileSync(`tests/support/samples/${name}`)
const RECORDED = sample('voice.sample.webm')

type Page = { readonly flags: number; readonly samples: bigint; readonly packets: readonly string[] }

/** Reads Ogg as its specification has it (RFC 3533), apart from the code that writes it. */
function pagesOf(ogg: Uint8Array): readonly Page[] {
  const bytes = Buffer.from(ogg)
  const pages: Page[] = []
  for (let at = 0; at < bytes.length;) {
    expect(bytes.toString('latin1', at, at + 4)).toBe('OggS')
    expect(bytes.readUInt32LE(at + 18), 'pages are counted').toBe(pages.length)
    const lacing = [...bytes.subarray(at + 27, at + 27 + (bytes[at + 26] ?? 0))]
    const start = at + 27 + lacing.length
    const end = start + lacing.reduce((sum, length) => sum + length, 0)
    const page = Buffer.from(bytes.subarray(at, end))
    const stored = page.readUInt32LE(22)
    page.writeUInt32LE(0, 22)
    expect(stored, 'the checksum').toBe(crc(page))
    const packets: string[] = []
    let from = start
    let to = start
    for (const length of lacing) {
      to += length
      if (length === 255) continue
      packets.push(bytes.toString('hex', from, to))
      from = to
    }
    pages.push({ flags: bytes[at + 5] ?? 0, samples: bytes.readBigInt64LE(at + 6), packets })
    at = end
  }
  return pages
}

/** Bit by bit, as the specification says it. */
function crc(bytes: Uint8Array): number {
  let value = 0n
  for (const byte of bytes) {
    value ^= BigInt(byte) << 24n
    for (let bit = 0; bit < 8; bit++)
      value = (value & 0x80000000n) === 0n ? (value << 1n) & 0xffffffffn : ((value << 1n) ^ 0x04c11db7n) & 0xffffffffn
  }
  return Number(value)
}

// ---- WebM as a browser writes it ----

const vint = (value: number) => Buffer.from([0x08, ...[24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff)])
const element = (id: string, content: Uint8Array) =>
  Buffer.concat([Buffer.from(id, 'hex'), vint(content.byteLength), content])
/** A folder that does not say how long it is. */
const live = (id: string, content: Uint8Array) =>
  Buffer.concat([Buffer.from(id, 'hex'), Buffer.from('01ffffffffffffff', 'hex'), content])
const HEAD = Buffer.from('4f707573486561640101000080bb00000000000000', 'hex').subarray(0, 19)
const block = (packet: Uint8Array, flags = 0x80) =>
  element('a3', Buffer.concat([Uint8Array.of(0x81, 0, 0, flags), packet]))
const track = (codec: string) =>
  element('1654ae6b', element('ae', Buffer.concat([element('86', Buffer.from(codec)), element('63a2', HEAD)])))

const webm = (packets: readonly Uint8Array[], codec = 'A_OPUS', flags = 0x80) =>
  Buffer.concat([
    element('1a45dfa3', Buffer.from('4282847765626d', 'hex')),
    live(
      '18538067',
      Buffer.concat([
        track(codec),
        live('1f43b675', Buffer.concat([element('e7', Uint8Array.of(0)), ...packets.map((p) => block(p, flags))])),
      ]),
    ),
  ])

describe('a recording of WebM', () => {
  test('of a browser is the same packets in Ogg', () => {
    const ogg = oggOfWebm(RECORDED)
    const [head, tags, ...sound] = pagesOf(ogg?.bytes ?? Buffer.alloc(0))
    expect(head?.flags, 'begins').toBe(2)
    expect(Buffer.from(head?.packets[0] ?? '', 'hex').toString('latin1', 0, 8)).toBe('OpusHead')
    expect(Buffer.from(tags?.packets[0] ?? '', 'hex').toString('latin1', 0, 8)).toBe('OpusTags')
    expect(sound.at(-1)?.flags, 'ends').toBe(4)
    const known = pagesOfAnybody(sample('voice.sample.ogg'))
    expect(sound.flatMap(({ packets }) => packets)).toEqual(known)
    expect(ogg?.seconds).toBeCloseTo(2.46, 2)
    expect(oggSeconds(ogg?.bytes ?? Buffer.alloc(0))).toBe(ogg?.seconds)
  })

  test('of any packets keeps each of them, in order, and counts its time', () => {
    // Of 20 ms each, by their first byte.
    const packet = fc.uint8Array({ maxLength: 700 }).map((rest) => Uint8Array.of(0x78, ...rest))
    fc.assert(
      fc.property(fc.array(packet, { minLength: 1, maxLength: 130 }), (packets) => {
        const ogg = oggOfWebm(webm(packets))
        const [, , ...sound] = pagesOf(ogg?.bytes ?? Buffer.alloc(0))
        expect(sound.flatMap((page) => page.packets)).toEqual(packets.map((one) => Buffer.from(one).toString('hex')))
        expect(sound.at(-1)?.samples).toBe(BigInt(packets.length * 960))
        expect(ogg?.seconds).toBeCloseTo(packets.length * 0.02, 6)
      }),
      { numRuns: 30 },
    )
  })

  test.each<[toc: readonly number[], milliseconds: number]>([
    [[0x00], 10],
    [[0x18], 60],
    [[0x60], 10],
    [[0x68], 20],
    [[0x80], 2.5],
    [[0xf8], 20],
    [[0xf9], 40],
    [[0xfa], 40],
    [[0xfb, 0x06], 120],
  ])('whose packet begins with %j plays %d ms of it', (toc, milliseconds) => {
    expect(oggOfWebm(webm([Uint8Array.from(toc)]))?.seconds).toBe(milliseconds / 1000)
  })

  test('that was cut off goes as far as it goes, wherever that is', () => {
    const whole = pagesOf(oggOfWebm(RECORDED)?.bytes ?? Buffer.alloc(0)).flatMap(({ packets }) => packets)
    for (let length = 0; length < RECORDED.length; length += 997) {
      const ogg = oggOfWebm(RECORDED.subarray(0, length))
      const packets = ogg ? pagesOf(ogg.bytes).flatMap((page) => page.packets) : []
      expect(packets).toEqual(whole.slice(0, packets.length))
    }
  })

  test.each<[string, Uint8Array]>([
    ['no sound', webm([])],
    ['another codec', webm([Uint8Array.of(0x78)], 'A_PCM/INT/LIT')],
    ['several frames to a block', webm([Uint8Array.of(0x78)], 'A_OPUS', 0x82)],
    ['a packet that no page holds', webm([new Uint8Array(70_000)])],
    ['nothing', new Uint8Array()],
    ['anything else', Buffer.from('<html>')],
  ])('with %s is not repackaged', (_, bytes) => {
    expect(oggOfWebm(bytes)).toBeUndefined()
  })

  test('of any bytes does no harm', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(2000), (noise, at) => {
        const bytes = Buffer.from(RECORDED.subarray(0, 3000))
        bytes.set(noise, Math.min(at, bytes.length - noise.length))
        const ogg = oggOfWebm(bytes)
        if (ogg) pagesOf(ogg.bytes)
      }),
      { numRuns: 50 },
    )
  })
})

test('how long an Ogg file plays stands on its last page', () => {
  expect(oggSeconds(sample('voice.sample.ogg'))).toBeCloseTo(2.46, 2)
  expect(oggSeconds(Buffer.from('OggS'))).toBe(0)
  expect(oggSeconds(Buffer.from('none'))).toBe(0)
})

/** The packets of sound in a file that another program has made. */
const pagesOfAnybody = (ogg: Uint8Array): readonly string[] => {
  const [, , ...packets] = pagesOf(ogg).flatMap((page) => page.packets)
  return packets
}
