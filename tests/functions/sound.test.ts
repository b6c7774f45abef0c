/* Tests that repackaging a recording for the model keeps all its packets and rejects recordings over two minutes. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  AAC_CONFIG,
  aacSampleEntry,
  mp4Box,
  ebmlElement,
  mp4Of,
  oggOf,
  OPUS_HEAD,
  opusSampleEntry,
  webmOf,
} from '#tests/support/recordings.ts'
import type { AudioType } from '#domain/analysis/voice.ts'
import { opusSamples } from '../../functions/src/codecs.ts'
import { repackAudio } from '../../functions/src/sound.ts'

const sample = (name: string) => readFileSync(`tests/support/samples/${name}`)
const RECORDED = sample('voice.sample.webm')
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

type Page = { readonly flags: number; readonly samples: bigint; readonly packets: readonly string[] }

/** Parses Ogg as RFC 3533 specifies. Shares no code with the functions, which write Ogg. */
function pagesOf(ogg: Uint8Array): readonly Page[] {
  const bytes = Buffer.from(ogg)
  const pages: Page[] = []
  for (let at = 0; at < bytes.length;) {
    expect(bytes.toString('latin1', at, at + 4)).toBe('OggS')
    expect(bytes.readUInt32LE(at + 18), 'the page number').toBe(pages.length)
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

/** Computes the checksum of an Ogg page bit by bit, as the specification describes. */
function crc(bytes: Uint8Array): number {
  let value = 0n
  for (const byte of bytes) {
    value ^= BigInt(byte) << 24n
    for (let bit = 0; bit < 8; bit++)
      value = (value & 0x80000000n) === 0n ? (value << 1n) & 0xffffffffn : ((value << 1n) ^ 0x04c11db7n) & 0xffffffffn
  }
  return Number(value)
}

/** Returns the audio packets of an Ogg stream, without its two header packets. */
const packetsOf = (ogg: Uint8Array): readonly string[] =>
  pagesOf(ogg)
    .flatMap(({ packets }) => packets)
    .slice(2)

/** Returns the frames of an ADTS stream, without their headers (ISO/IEC 14496-3, 1.A.2.2). */
function framesOf(adts: Uint8Array): readonly string[] {
  const frames: string[] = []
  for (let at = 0; at < adts.byteLength;) {
    const [sync = 0, kind = 0, form = 0, high = 0, middle = 0, low = 0, last = 0] = adts.subarray(at, at + 7)
    expect([sync, kind], 'the syncword, for MPEG-4 without a checksum').toEqual([0xff, 0xf1])
    expect(
      [form >> 6, (form >> 2) & 15, ((form & 1) << 2) | (high >> 6)],
      'the configuration, for LC at 48 kHz with one channel',
    ).toEqual([1, 3, 1])
    expect(last & 3, 'the number of further frames after one header').toBe(0)
    const length = ((high & 3) << 11) | (middle << 3) | (low >> 5)
    frames.push(hex(adts.subarray(at + 7, at + length)))
    at += length
  }
  return frames
}

/** Generates packets whose first byte declares a duration of 20 ms. */
const packet = fc.uint8Array({ maxLength: 700 }).map((rest) => Uint8Array.of(0x78, ...rest))
const packets = fc.array(packet, { minLength: 1, maxLength: 130 })
const uint32 = fc.nat(0xff_ff_ff_ff)
const mp4Claims = {
  duration: uint32,
  packetDuration: uint32,
  base: fc.constantFrom('moof' as const, 'file' as const),
}

/**
 * For each file type, a generator of functions. Each function builds a file of packets and gives it contradictory
 * headers.
 */
const FILES: readonly [
  name: string,
  type: AudioType,
  file: fc.Arbitrary<(packets: readonly Uint8Array[]) => Uint8Array>,
][] = [
  [
    'WebM',
    'audio/webm',
    fc.record({ durationMs: fc.double({ noNaN: true }) }).map((claims) => (some) => webmOf(some, claims)),
  ],
  [
    'Ogg',
    'audio/ogg',
    fc
      .record({ granule: fc.bigInt({ min: -1n, max: 2n ** 63n }), serial: uint32 })
      .map((claims) => (some) => oggOf(some, claims)),
  ],
  ['MP4', 'audio/mp4', fc.record(mp4Claims).map((claims) => (some) => mp4Of(some, claims))],
  [
    'MP4 in fragments',
    'audio/mp4',
    fc
      .record({ ...mp4Claims, perFragment: fc.integer({ min: 1, max: 60 }) })
      .map((claims) => (some) => mp4Of(some, claims)),
  ],
]

describe.each(FILES)('%s with contradictory headers', (_, type, file) => {
  test('repackaging keeps every packet in order and measures the duration of the packets', () => {
    fc.assert(
      fc.property(packets, file, (sent, build) => {
        const sound = repackAudio({ type, bytes: build(sent) })
        expect(sound.type).toBe('audio/ogg')
        expect(packetsOf(sound.bytes)).toEqual(sent.map(hex))
        expect(pagesOf(sound.bytes).at(-1)).toMatchObject({ flags: 4, samples: BigInt(sent.length * 960) })
        expect(sound.seconds).toBeCloseTo(sent.length * 0.02, 6)
      }),
      { numRuns: 30 },
    )
  })

  test('rejects a recording of more than 125 s', () => {
    // The start of a packet of 120 ms, which has three frames of 40 ms.
    const long = Uint8Array.of(0x13, 3)
    const most = Math.floor(125 / 0.12)
    fc.assert(
      fc.property(fc.oneof(fc.integer({ min: most - 1, max: most + 2 }), fc.nat(3000)), file, (count, build) => {
        const bytes = build(Array.from({ length: Math.max(1, count) }, () => long))
        if (count > most) expect(() => repackAudio({ type, bytes })).toThrow(/120 seconds/)
        else expect(repackAudio({ type, bytes }).seconds).toBeCloseTo(Math.max(1, count) * 0.12, 6)
      }),
      { numRuns: 20 },
    )
  })
})

describe('MP4 with AAC', () => {
  test.each([0, 7])(
    'keeps every frame and counts 1,024 samples per frame, whatever the headers declare (packets per fragment: %d)',
    (perFragment) => {
      fc.assert(
        fc.property(packets, fc.record(mp4Claims), (sent, claims) => {
          const bytes = mp4Of(sent, { ...claims, perFragment, entry: aacSampleEntry() })
          const sound = repackAudio({ type: 'audio/mp4', bytes })
          expect(sound.type).toBe('audio/aac')
          expect(framesOf(sound.bytes)).toEqual(sent.map(hex))
          expect(sound.seconds).toBeCloseTo((sent.length * 1024) / 48_000, 6)
        }),
        { numRuns: 20 },
      )
    },
  )

  test.each<[hz: number, config: readonly number[], frames: number]>([
    [96_000, [0x10, 0x08], 11_718],
    [48_000, [0x11, 0x88], 5859],
    [44_100, [0x12, 0x10], 5383],
    [7350, [0x16, 0x08], 897],
  ])('rejects a recording of more than 125 s with a sampling rate of %d Hz', (_, config, frames) => {
    const bytes = (count: number) =>
      mp4Of(
        Array.from({ length: count }, () => Uint8Array.of(1)),
        { entry: aacSampleEntry(Uint8Array.from(config)) },
      )
    expect(repackAudio({ type: 'audio/mp4', bytes: bytes(frames) }).seconds).toBeLessThanOrEqual(125)
    expect(() => repackAudio({ type: 'audio/mp4', bytes: bytes(frames + 1) })).toThrow(/120 seconds/)
  })
})

describe('recordings made by real browsers', () => {
  const known = packetsOf(sample('voice.sample.ogg'))

  test.each<[AudioType, file: string]>([
    ['audio/webm', 'voice.sample.webm'],
    ['audio/ogg', 'voice.sample.ogg'],
  ])('repackaging %s as Ogg keeps the same packets', (type, file) => {
    const sound = repackAudio({ type, bytes: sample(file) })
    const [head, tags, ...pages] = pagesOf(sound.bytes)
    expect(head?.flags, 'the flags of the first page').toBe(2)
    expect(Buffer.from(head?.packets[0] ?? '', 'hex').toString('latin1', 0, 8)).toBe('OpusHead')
    expect(Buffer.from(tags?.packets[0] ?? '', 'hex').toString('latin1', 0, 8)).toBe('OpusTags')
    expect(pages.at(-1)?.flags, 'the flags of the last page').toBe(4)
    expect(packetsOf(sound.bytes)).toEqual(known)
    expect(sound.seconds).toBeCloseTo(2.46, 2)
  })

  test.each<
    [file: string, type: string, seconds: number, read: (bytes: Uint8Array) => readonly string[], count: number]
  >([
    ['voice.chromium.mp4', 'audio/ogg', 2.46, packetsOf, 41],
    ['voice.aac.mp4', 'audio/aac', 2.496, framesOf, 117],
    ['voice.aac.fragmented.mp4', 'audio/aac', 2.432, framesOf, 114],
  ])('repackaging %s as %s keeps all packets', (file, type, seconds, read, count) => {
    const bytes = sample(file)
    const sound = repackAudio({ type: 'audio/mp4', bytes })
    expect([sound.type, sound.seconds]).toEqual([type, expect.closeTo(seconds, 3)])
    const found = read(sound.bytes)
    expect(found).toHaveLength(count)
    let at = 0
    for (const one of found) {
      at = bytes.indexOf(Buffer.from(one, 'hex'), at)
      expect(at).toBeGreaterThan(0)
    }
  })

  test('repackaging a truncated recording keeps its complete packets, wherever the recording was cut', () => {
    for (const [type, file] of [
      ['audio/webm', 'voice.sample.webm'],
      ['audio/ogg', 'voice.sample.ogg'],
      ['audio/mp4', 'voice.chromium.mp4'],
    ] as const) {
      const bytes = sample(file)
      const whole = packetsOf(repackAudio({ type, bytes }).bytes)
      for (let length = 997; length < bytes.length; length += 997) {
        const found = packetsOf(repackAudio({ type, bytes: bytes.subarray(0, length) }).bytes)
        expect(found).toEqual(whole.slice(0, found.length))
      }
    }
  })
})

test.each<[first: readonly number[], milliseconds: number]>([
  [[0x00], 10],
  [[0x18], 60],
  [[0x60], 10],
  [[0x68], 20],
  [[0x80], 2.5],
  [[0xf8], 20],
  [[0xf9], 40],
  [[0xfa], 40],
  [[0xfb, 0x06], 120],
  [[0x83, 48], 120],
  [[0x83, 0x80 | 0x40 | 1], 2.5],
  // These packets are invalid, because they would last 0 ms or more than 120 ms.
  [[0x83, 49], 0],
  [[0x1b, 3], 0],
  [[0x1b, 0], 0],
  [[0x1b], 0],
  [[], 0],
])('a packet that begins with %j has a duration of %d ms', (first, milliseconds) => {
  expect(opusSamples(Uint8Array.from(first))).toBe(milliseconds * 48)
})

describe('invalid recordings', () => {
  const one = [Uint8Array.of(0x78)]
  const head = (change: (head: Buffer) => void) => {
    const changed = Buffer.from(OPUS_HEAD)
    change(changed)
    return changed
  }
  const surround = head((bytes) => bytes.writeUInt8(3, 9))
  const family = head((bytes) => bytes.writeUInt8(1, 18))
  const next = head((bytes) => bytes.writeUInt8(16, 8))
  const long = Buffer.concat([OPUS_HEAD, Buffer.alloc(200_000)])

  test.each<[what: string, type: AudioType, bytes: Uint8Array]>([
    ['an empty file', 'audio/webm', new Uint8Array()],
    ['HTML', 'audio/webm', Buffer.from('<html>')],
    ['WebM without audio', 'audio/webm', webmOf([])],
    ['WebM with empty blocks', 'audio/webm', webmOf([new Uint8Array()])],
    ['WebM with another codec', 'audio/webm', webmOf(one, { codec: 'A_PCM/INT/LIT' })],
    ['WebM without codec configuration', 'audio/webm', webmOf(one, { head: null })],
    ['WebM with two tracks', 'audio/webm', webmOf(one, { tracks: 2 })],
    ['WebM with lacing', 'audio/webm', webmOf(one, { flags: 0x82 })],
    ['WebM with a packet too large for an Ogg page', 'audio/webm', webmOf([Buffer.alloc(70_000, 0x78)])],
    ['WebM with a packet of no duration', 'audio/webm', webmOf([...one, Uint8Array.of(0x1b, 0)])],
    ['WebM with a codec configuration of 200 kB', 'audio/webm', webmOf(one, { head: long })],
    ['WebM with three channels', 'audio/webm', webmOf(one, { head: surround })],
    ['WebM with multistream packets', 'audio/webm', webmOf(one, { head: family })],
    ['WebM with a future version of Opus', 'audio/webm', webmOf(one, { head: next })],
    [
      'WebM with only empty elements',
      'audio/webm',
      Buffer.concat([webmOf([]), Buffer.alloc(1_000_000, 'ec80', 'hex')]),
    ],

    ['an empty file', 'audio/ogg', new Uint8Array()],
    ['Ogg that ends after its first bytes', 'audio/ogg', Buffer.from('OggS')],
    ['Ogg without audio', 'audio/ogg', oggOf([])],
    ['Ogg with another codec', 'audio/ogg', oggOf(one, { head: Buffer.from('\x01vorbis\0\0\0\0\0\0\0\0\0\0\0\0') })],
    ['Ogg with a codec configuration of 200 kB', 'audio/ogg', oggOf(one, { head: long })],
    ['Ogg with a packet too large for a page', 'audio/ogg', oggOf([Buffer.alloc(70_000, 0x78)])],
    ['Ogg with a packet of no duration', 'audio/ogg', oggOf([...one, Uint8Array.of(0x1b, 0)])],
    ['Ogg with a chained stream', 'audio/ogg', Buffer.concat([oggOf(one), oggOf(one)])],
    ['Ogg with a multiplexed stream', 'audio/ogg', Buffer.concat([oggOf(one), oggOf(one, { serial: 2 })])],

    ['an empty file', 'audio/mp4', new Uint8Array()],
    ['MP4 without sample tables', 'audio/mp4', mp4Box('ftyp', Buffer.alloc(8))],
    ['MP4 without audio', 'audio/mp4', mp4Of([])],
    ['MP4 with two tracks', 'audio/mp4', mp4Of(one, { tracks: 2 })],
    ['MP4 with another codec', 'audio/mp4', mp4Of(one, { entry: mp4Box('alac', Buffer.alloc(28)) })],
    ['MP4 with Opus without configuration', 'audio/mp4', mp4Of(one, { entry: mp4Box('Opus', Buffer.alloc(28)) })],
    [
      'MP4 with Opus and a long configuration',
      'audio/mp4',
      mp4Of(one, { entry: opusSampleEntry(Buffer.alloc(200_000)) }),
    ],
    ['MP4 with MP3', 'audio/mp4', mp4Of(one, { entry: aacSampleEntry(AAC_CONFIG, 0x6b) })],
    ['MP4 with HE-AAC', 'audio/mp4', mp4Of(one, { entry: aacSampleEntry(Uint8Array.of(0x29, 0x88)) })],
    [
      'MP4 with AAC of unknown sampling rate',
      'audio/mp4',
      mp4Of(one, { entry: aacSampleEntry(Uint8Array.of(0x17, 0x88)) }),
    ],
    ['MP4 with AAC of six channels', 'audio/mp4', mp4Of(one, { entry: aacSampleEntry(Uint8Array.of(0x11, 0xb0)) })],
    [
      'MP4 with AAC of 960-sample frames',
      'audio/mp4',
      mp4Of(one, { entry: aacSampleEntry(Uint8Array.of(0x11, 0x8c)) }),
    ],
    ['MP4 with AAC without configuration', 'audio/mp4', mp4Of(one, { entry: aacSampleEntry(new Uint8Array()) })],
    ['MP4 with a frame too large for ADTS', 'audio/mp4', mp4Of([Buffer.alloc(9000)], { entry: aacSampleEntry() })],
    ['MP4 with a packet of no duration', 'audio/mp4', mp4Of([Uint8Array.of(0x1b, 0)])],
    ['MP4 that declares more packets than it lists', 'audio/mp4', mp4Of(one, { counts: 0xff_ff_ff_ff })],
    [
      'MP4 with four billion empty packets',
      'audio/mp4',
      mp4Of(one, { counts: 0xff_ff_ff_ff, lengths: 0, perFragment: 1 }),
    ],
    [
      'MP4 with overlapping packets',
      'audio/mp4',
      mp4Of(
        Array.from({ length: 9 }, () => Buffer.alloc(900)),
        { perFragment: 1, offset: 0, lengths: 5000 },
      ),
    ],
    ['MP4 with packets before the file', 'audio/mp4', mp4Of(one, { offset: 0x80_00_00_00, perFragment: 1 })],
    ['MP4 with packets after the file', 'audio/mp4', mp4Of(one, { offset: 0x7f_ff_ff_ff })],
    [
      'MP4 with a box smaller than its header',
      'audio/mp4',
      Buffer.concat([mp4Of(one), Buffer.from('0000000466726565', 'hex')]),
    ],
    ['MP4 with only empty boxes', 'audio/mp4', Buffer.concat(Array.from({ length: 250_000 }, () => mp4Box('free')))],
  ])('rejects %s (declared as %s) with status 415', (_, type, bytes) => {
    expect(() => repackAudio({ type, bytes })).toThrow(expect.objectContaining({ name: 'HttpError', status: 415 }))
  })
})

test('rejects WebM with track entries inside track entries', () => {
  const nested = ebmlElement('1654ae6b', ebmlElement('ae', ebmlElement('ae', ebmlElement('86', Buffer.from('A_OPUS')))))
  expect(() => repackAudio({ type: 'audio/webm', bytes: nested })).toThrow(expect.objectContaining({ status: 415 }))
})

test('a recording with random bytes causes either a valid result or HttpError 415', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(2000), (noise, at) => {
      const bytes = Buffer.from(RECORDED.subarray(0, 3000))
      bytes.set(noise, Math.min(at, bytes.length - noise.length))
      try {
        pagesOf(repackAudio({ type: 'audio/webm', bytes }).bytes)
      } catch (error) {
        expect(error).toMatchObject({ name: 'HttpError', status: 415 })
      }
    }),
    { numRuns: 50 },
  )
})
