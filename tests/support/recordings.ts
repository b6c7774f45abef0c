/*
 * Builds audio files that follow the specification of their format, except for values in headers that a test sets, such
 * as a wrong duration.
 */

/** An Opus identification header with one channel (RFC 7845, 5.1). */
export const OPUS_HEAD = Buffer.from('4f707573486561640101000080bb0000000000', 'hex')
/** An AudioSpecificConfig for AAC-LC at 48 kHz with one channel. */
export const AAC_CONFIG = Uint8Array.of(0x11, 0x88)

const u16 = (...values: readonly number[]) =>
  Buffer.concat(values.map((value) => Buffer.from([value >> 8, value & 255])))
const u32 = (...values: readonly number[]) =>
  Buffer.concat(values.map((value) => Buffer.from([24, 16, 8, 0].map((shift) => (value >>> shift) & 255))))

// ---- WebM ----

const vint = (value: number) => Buffer.concat([Uint8Array.of(0x08), u32(value)])
export const ebmlElement = (id: string, ...content: readonly Uint8Array[]): Buffer => {
  const whole = Buffer.concat(content)
  return Buffer.concat([Buffer.from(id, 'hex'), vint(whole.byteLength), whole])
}
/** Returns an EBML element of unknown size, as in a live recording. */
const live = (id: string, ...content: readonly Uint8Array[]) =>
  Buffer.concat([Buffer.from(id, 'hex'), Buffer.from('01ffffffffffffff', 'hex'), ...content])

type WebmClaims = {
  readonly codec?: string
  /** The codec configuration. If it is null, the file has none. */
  readonly head?: Uint8Array | null
  readonly flags?: number
  readonly tracks?: number
  readonly durationMs?: number
}

/** Returns a WebM file with one block per packet. */
export function webmOf(packets: readonly Uint8Array[], claims: WebmClaims = {}): Buffer {
  const { codec = 'A_OPUS', head = OPUS_HEAD, flags = 0x80, tracks = 1, durationMs = 0 } = claims
  const duration = Buffer.alloc(8)
  duration.writeDoubleBE(durationMs)
  const track = ebmlElement(
    'ae',
    ebmlElement('d7', Uint8Array.of(1)),
    ebmlElement('83', Uint8Array.of(2)),
    ebmlElement('86', Buffer.from(codec)),
    ...(head ? [ebmlElement('63a2', head)] : []),
  )
  const blocks = packets.map((packet) => ebmlElement('a3', Uint8Array.of(0x81, 0, 0, flags), packet))
  return Buffer.concat([
    ebmlElement('1a45dfa3', Buffer.from('4282847765626d', 'hex')),
    live(
      '18538067',
      ebmlElement('1549a966', ebmlElement('4489', duration)),
      ebmlElement('1654ae6b', ...Array.from({ length: tracks }, () => track)),
      live('1f43b675', ebmlElement('e7', Uint8Array.of(0)), Buffer.concat(blocks)),
    ),
  ])
}

// ---- Ogg ----

type OggClaims = {
  readonly head?: Uint8Array
  /** The end position, in samples, that the header of every page declares. */
  readonly granule?: bigint
  readonly serial?: number
}

/** Returns an Ogg file without checksums. A page has up to 255 segments, and a packet can continue on the next page. */
export function oggOf(packets: readonly Uint8Array[], { head = OPUS_HEAD, granule = 0n, serial = 1 }: OggClaims = {}) {
  const pages: Uint8Array[] = []
  const page = (flags: number, lacing: readonly number[], content: Uint8Array) => {
    const header = Buffer.alloc(27)
    header.write('OggS')
    header.writeUInt8(flags, 5)
    header.writeBigUInt64LE(BigInt.asUintN(64, granule), 6)
    header.writeUInt32LE(serial, 14)
    header.writeUInt32LE(pages.length, 18)
    header.writeUInt8(lacing.length, 26)
    pages.push(header, Uint8Array.from(lacing), content)
  }
  const write = (flags: number, parts: readonly Uint8Array[]) => {
    const content = Buffer.concat(parts)
    const lacing = parts.flatMap(({ byteLength }) => [
      ...Array.from({ length: Math.floor(byteLength / 255) }, () => 255),
      byteLength % 255,
    ])
    let at = 0
    for (let from = 0; from < lacing.length; from += 255) {
      const some = lacing.slice(from, from + 255)
      const length = some.reduce((sum, one) => sum + one, 0)
      page(flags | (from > 0 && lacing[from - 1] === 255 ? 1 : 0), some, content.subarray(at, at + length))
      at += length
    }
  }
  write(2, [head])
  write(0, [Buffer.from('OpusTags\0\0\0\0\0\0\0\0')])
  write(0, packets)
  return Buffer.concat(pages)
}

// ---- MP4 ----

export const mp4Box = (type: string, ...content: readonly Uint8Array[]): Buffer => {
  const whole = Buffer.concat(content)
  return Buffer.concat([u32(whole.byteLength + 8), Buffer.from(type, 'latin1'), whole])
}
const full = (type: string, flags: number, ...content: readonly Uint8Array[]) => mp4Box(type, u32(flags), ...content)
const descriptor = (tag: number, ...content: readonly Uint8Array[]) => {
  const whole = Buffer.concat(content)
  return Buffer.concat([Uint8Array.of(tag, 0x80, 0x80, 0x80, whole.byteLength), whole])
}
const entry = (type: string, ...details: readonly Uint8Array[]) =>
  mp4Box(type, Buffer.alloc(6), u16(1), Buffer.alloc(8), u16(1, 16, 0, 0, 48_000, 0), ...details)

export const opusSampleEntry = (head = Buffer.from('000100000000bb80000000', 'hex')): Buffer =>
  entry('Opus', mp4Box('dOps', head))
export const aacSampleEntry = (config: Uint8Array = AAC_CONFIG, objectType = 0x40): Buffer =>
  entry(
    'mp4a',
    full(
      'esds',
      0,
      descriptor(
        3,
        Buffer.alloc(3),
        descriptor(4, Uint8Array.of(objectType, 0x15), Buffer.alloc(11), descriptor(5, config)),
      ),
    ),
  )

type Mp4Claims = {
  readonly entry?: Uint8Array
  /** `duration` is the declared duration of the movie, `packetDuration` that of each packet, both in samples. */
  readonly duration?: number
  readonly packetDuration?: number
  /** The number of packets in each fragment. If it is 0, the file has no fragments. */
  readonly perFragment?: number
  /** Whether offsets in a fragment are relative to the fragment (`moof`) or to the file. */
  readonly base?: 'moof' | 'file'
  /** These values replace the correct values in the headers. */
  readonly counts?: number
  readonly lengths?: number
  readonly offset?: number
  readonly tracks?: number
}

/** Returns an MP4 file with all packets in one chunk or, if `perFragment` is given, in fragments. */
export function mp4Of(packets: readonly Uint8Array[], claims: Mp4Claims = {}): Buffer {
  const {
    entry: described = opusSampleEntry(),
    duration = 0,
    packetDuration = 960,
    perFragment = 0,
    base = 'moof',
  } = claims
  const start = mp4Box('ftyp', Buffer.from('iso5\0\0\0\0'))
  const inMovie = perFragment === 0 ? packets : []
  const sizes = (of: readonly Uint8Array[]) =>
    claims.lengths === undefined
      ? u32(0, claims.counts ?? of.length, ...of.map((one) => one.byteLength))
      : u32(claims.lengths, claims.counts ?? of.length)
  const track = (offset: number) =>
    mp4Box(
      'trak',
      full('tkhd', 7, u32(0, 0, 1), Buffer.alloc(68)),
      mp4Box(
        'mdia',
        full('mdhd', 0, u32(0, 0, 48_000, duration), Buffer.alloc(4)),
        full('hdlr', 0, u32(0), Buffer.from('soun'), Buffer.alloc(13)),
        mp4Box(
          'minf',
          mp4Box(
            'stbl',
            full('stsd', 0, u32(1), described),
            full('stts', 0, u32(1, inMovie.length, packetDuration)),
            full('stsc', 0, inMovie.length === 0 ? u32(0) : u32(1, 1, claims.counts ?? inMovie.length, 1)),
            full('stsz', 0, inMovie.length === 0 ? u32(0, 0) : sizes(inMovie)),
            full('stco', 0, inMovie.length === 0 ? u32(0) : u32(1, offset)),
          ),
        ),
      ),
    )
  const moov = (offset: number) =>
    mp4Box(
      'moov',
      full('mvhd', 0, u32(0, 0, 48_000, duration), Buffer.alloc(80)),
      ...Array.from({ length: claims.tracks ?? 1 }, () => track(offset)),
      ...(perFragment === 0
        ? []
        : [mp4Box('mvex', full('trex', 0, u32(1, 1, packetDuration, claims.lengths ?? 0, 0)))]),
    )
  const head = Buffer.concat([start, moov(0)])
  if (perFragment === 0) {
    const offset = claims.offset ?? head.byteLength + 8
    return Buffer.concat([start, moov(offset), mp4Box('mdat', ...packets)])
  }
  const parts: Uint8Array[] = [head]
  let at = head.byteLength
  for (let from = 0; from < packets.length; from += perFragment) {
    const some = packets.slice(from, from + perFragment)
    const moof = (offset: number) =>
      mp4Box(
        'moof',
        full('mfhd', 0, u32(from)),
        mp4Box(
          'traf',
          base === 'moof' ? full('tfhd', 0x02_00_00, u32(1)) : full('tfhd', 0x01, u32(1, 0, at)),
          full(
            'trun',
            claims.lengths === undefined ? 0x03_01 : 0x01_01,
            u32(claims.counts ?? some.length, claims.offset ?? offset),
            ...some.map(({ byteLength }) =>
              claims.lengths === undefined ? u32(packetDuration, byteLength) : u32(packetDuration),
            ),
          ),
        ),
      )
    const fragment = [moof(moof(0).byteLength + 8), mp4Box('mdat', ...some)]
    parts.push(...fragment)
    at += fragment.reduce((sum, { byteLength }) => sum + byteLength, 0)
  }
  return Buffer.concat(parts)
}
