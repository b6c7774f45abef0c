/* Writes Opus to Ogg files (RFC 3533, RFC 7845). */

const PACKETS_PER_PAGE = 50
/** An Ogg page has room for 255 segments of up to 255 bytes each. */
const PAGE_SEGMENTS = 255
const SEGMENT_BYTES = 255
const HEADER_BYTES = 27
const SERIAL = 0x51_7e_90
const FIRST_PAGE = 2
const LAST_PAGE = 4
const CAPTURE = [0x4f, 0x67, 0x67, 0x53]

/** The comment header that Opus requires. It contains a vendor name and no comments. */
const TAGS = Buffer.concat([
  Buffer.from('OpusTags'),
  Uint8Array.of(6, 0, 0, 0),
  Buffer.from('sitrep'),
  Uint8Array.of(0, 0, 0, 0),
])

/**
 * Packs Opus packets into an Ogg file.
 * @param head the identification header
 * @param packets at least one packet, each of up to 65,024 bytes
 * @param samplesIn returns the duration of a packet in samples at 48 kHz
 */
export function writeOgg(
  head: Uint8Array,
  packets: readonly Uint8Array[],
  samplesIn: (packet: Uint8Array) => number,
): Uint8Array {
  const pages = [buildPage([head], 0, 0, FIRST_PAGE), buildPage([TAGS], 0, 1, 0)]
  let samples = 0
  for (let next = 0, taken = 0; next < packets.length; next += taken) {
    taken = countFittingPackets(packets, next)
    const part = packets.slice(next, next + taken)
    samples += part.reduce((sum, packet) => sum + samplesIn(packet), 0)
    pages.push(buildPage(part, samples, pages.length, next + taken === packets.length ? LAST_PAGE : 0))
  }
  return Buffer.concat(pages)
}

const segmentsOf = ({ byteLength }: Uint8Array): number => Math.floor(byteLength / SEGMENT_BYTES) + 1

/**
 * Returns how many whole packets fit on one page. A page has at most PACKETS_PER_PAGE packets, which are about one
 * second.
 */
function countFittingPackets(packets: readonly Uint8Array[], from: number): number {
  let segments = 0
  let taken = 0
  for (const packet of packets.slice(from, from + PACKETS_PER_PAGE)) {
    segments += segmentsOf(packet)
    if (segments > PAGE_SEGMENTS) break
    taken++
  }
  return Math.max(1, taken)
}

function buildPage(packets: readonly Uint8Array[], samples: number, sequence: number, flags: number): Uint8Array {
  const lacing = packets.flatMap((packet) => [
    ...Array.from({ length: segmentsOf(packet) - 1 }, () => SEGMENT_BYTES),
    packet.byteLength % SEGMENT_BYTES,
  ])
  const header = Buffer.alloc(HEADER_BYTES)
  header.set(CAPTURE)
  header.writeUInt8(flags, 5)
  header.writeBigInt64LE(BigInt(samples), 6)
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

/** Returns Ogg's CRC-32: the most significant bit first, initial value 0 and no final XOR. */
function checksum(bytes: Uint8Array): number {
  let value = 0
  for (const byte of bytes) value = ((value << 8) ^ (CRC[((value >>> 24) ^ byte) & 0xff] ?? 0)) >>> 0
  return value
}
