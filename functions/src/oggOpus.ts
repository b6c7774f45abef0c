/* Browsers record Opus in WebM, which the AI service does not list; it lists Ogg. The packets are the same in both. */

/** Opus counts time in these, whatever was recorded. */
const SAMPLES_PER_SECOND = 48_000
const PACKETS_PER_PAGE = 50
/** So many parts of up to 255 bytes each a page of Ogg has room for. */
const PAGE_SEGMENTS = 255
const SEGMENT_BYTES = 255
const HEADER_BYTES = 27
const SERIAL = 0x51_7e_90
const FIRST_PAGE = 2
const LAST_PAGE = 4
const CAPTURE = [0x4f, 0x67, 0x67, 0x53]

export type OggOpus = { readonly bytes: Uint8Array; readonly seconds: number }

/**
 * Repackages a recording of WebM as Ogg without touching its sound: the same Opus packets (RFC 7845). One that was cut
 * off is repackaged as far as it goes.
 * @returns undefined where there is no Opus in it, or not as browsers put it there
 */
export function oggOfWebm(webm: Uint8Array): OggOpus | undefined {
  const { head, packets } = opusIn(webm)
  if (!head || packets.length === 0) return undefined
  // No packet of Opus is that long (RFC 6716, 3.4), and no page could hold it.
  if (packets.some((packet) => segmentsOf(packet) > PAGE_SEGMENTS)) return undefined
  const pages = [page([head], 0n, 0, FIRST_PAGE), page([TAGS], 0n, 1, 0)]
  let samples = 0
  for (let next = 0, taken = 0; next < packets.length; next += taken) {
    taken = fitting(packets, next)
    const part = packets.slice(next, next + taken)
    samples += part.reduce((sum, packet) => sum + samplesIn(packet), 0)
    pages.push(page(part, BigInt(samples), pages.length, next + taken === packets.length ? LAST_PAGE : 0))
  }
  return { bytes: Buffer.concat(pages), seconds: samples / SAMPLES_PER_SECOND }
}

/** How long an Ogg file of Opus plays, by what its last page says; 0 where it says nothing. */
export function oggSeconds(ogg: Uint8Array): number {
  const at = Buffer.from(ogg).lastIndexOf(Uint8Array.from(CAPTURE))
  if (at < 0 || at + HEADER_BYTES > ogg.byteLength) return 0
  const samples = new DataView(ogg.buffer, ogg.byteOffset + at).getBigInt64(6, true)
  return Math.max(0, Number(samples) / SAMPLES_PER_SECOND)
}

// ---- WebM ----

/** Elements of Matroska that are gone into; all others are read or skipped as a whole. */
const FOLDERS = new Set([0x18_53_80_67, 0x16_54_ae_6b, 0xae, 0x1f_43_b6_75, 0xa0])
const CODEC_ID = 0x86
const CODEC_PRIVATE = 0x63_a2
const BLOCKS = new Set([0xa3, 0xa1])
const LACING = 0x06

type Found = { readonly head: Uint8Array | undefined; readonly packets: readonly Uint8Array[] }

/** What stands in a folder follows it directly, so that nobody has to know where a folder ends: live recordings do not say. */
function opusIn(webm: Uint8Array): Found {
  const packets: Uint8Array[] = []
  let head: Uint8Array | undefined
  let codec = ''
  let at = 0
  for (;;) {
    const id = number(webm, at, true)
    const size = id && number(webm, id.end, false)
    if (!size) break
    if (FOLDERS.has(id.value)) {
      at = size.end
      continue
    }
    at = size.end + size.value
    if (at > webm.byteLength) break
    const content = webm.subarray(size.end, at)
    if (id.value === CODEC_ID) codec = Buffer.from(content).toString('latin1')
    else if (id.value === CODEC_PRIVATE) head = content
    else if (BLOCKS.has(id.value)) {
      const track = number(content, 0, false)
      const flags = content[(track?.end ?? 0) + 2] ?? LACING
      // Several frames in one block are something that no browser makes.
      if (!track || (flags & LACING) !== 0) return { head: undefined, packets: [] }
      packets.push(content.subarray(track.end + 3))
    }
  }
  const isOpus = codec === 'A_OPUS' && head !== undefined && Buffer.from(head).toString('latin1', 0, 8) === 'OpusHead'
  return { head: isOpus ? head : undefined, packets: packets.filter((packet) => packet.byteLength > 0) }
}

/** A number of EBML, whose first bits say how long it is. @param marked whether those bits belong to it, as to an id's */
function number(bytes: Uint8Array, at: number, marked: boolean): { value: number; end: number } | undefined {
  const first = bytes[at]
  if (first === undefined || first === 0) return undefined
  const length = Math.clz32(first) - 23
  if (at + length > bytes.byteLength) return undefined
  let value = marked ? first : first & (0xff >> length)
  for (const byte of bytes.subarray(at + 1, at + length)) value = value * 256 + byte
  return { value, end: at + length }
}

// ---- Opus ----

const SILK_MS = [10, 20, 40, 60]
const HYBRID_MS = [10, 20]
const CELT_MS = [2.5, 5, 10, 20]

/** How much a packet plays, by its first byte or two (RFC 6716, 3.1). */
function samplesIn([toc = 0, count = 0]: Uint8Array): number {
  const config = toc >> 3
  const lengths = config < 12 ? SILK_MS : config < 16 ? HYBRID_MS : CELT_MS
  const milliseconds = lengths[config % lengths.length] ?? 0
  const frames = (toc & 3) === 0 ? 1 : (toc & 3) === 3 ? count & 63 : 2
  return (milliseconds * frames * SAMPLES_PER_SECOND) / 1000
}

// ---- Ogg ----

/** The comments that a stream of Opus has to have: who made it, and none. */
const TAGS = Buffer.concat([
  Buffer.from('OpusTags'),
  Uint8Array.of(6, 0, 0, 0),
  Buffer.from('sitrep'),
  Uint8Array.of(0, 0, 0, 0),
])

const segmentsOf = ({ byteLength }: Uint8Array): number => Math.floor(byteLength / SEGMENT_BYTES) + 1

/** How many packets from there on a page takes: whole ones alone, and no more than play for about a second. */
function fitting(packets: readonly Uint8Array[], from: number): number {
  let segments = 0
  let taken = 0
  for (const packet of packets.slice(from, from + PACKETS_PER_PAGE)) {
    segments += segmentsOf(packet)
    if (segments > PAGE_SEGMENTS) break
    taken++
  }
  return Math.max(1, taken)
}

function page(packets: readonly Uint8Array[], samples: bigint, sequence: number, flags: number): Uint8Array {
  const lacing = packets.flatMap((packet) => [
    ...Array.from({ length: segmentsOf(packet) - 1 }, () => SEGMENT_BYTES),
    packet.byteLength % SEGMENT_BYTES,
  ])
  const header = Buffer.alloc(HEADER_BYTES)
  header.set(CAPTURE)
  header.writeUInt8(flags, 5)
  header.writeBigInt64LE(samples, 6)
  header.writeUInt32LE(SERIAL, 14)
  header.writeUInt32LE(sequence, 18)
  header.writeUInt8(lacing.length, 26)
  const whole = Buffer.concat([header, Uint8Array.from(lacing), ...packets])
  whole.writeUInt32LE(checksum(whole), 22)
  return whole
}

const CRC = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24
  for (let bit = 0; bit < 8; bit++) value = value & 0x80_00_00_00 ? (value << 1) ^ 0x04_c1_1d_b7 : value << 1
  return value >>> 0
})

/** Ogg's own: CRC-32 from the highest bit on, neither begun nor ended with ones. */
function checksum(bytes: Uint8Array): number {
  let value = 0
  for (const byte of bytes) value = ((value << 8) ^ (CRC[((value >>> 24) ^ byte) & 0xff] ?? 0)) >>> 0
  return value
}
