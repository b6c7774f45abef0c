import { createOpusCodec, unreadableAudioError, type Track } from './codecs.ts'

/* Reads Opus from Ogg files (RFC 3533, RFC 7845). */

const CAPTURE = 'OggS'
const HEADER_BYTES = 27
const CONTINUED = 1
const FIRST_PAGE = 2
/** The size of a full segment. After a full segment, the packet continues in the next segment. */
const FULL_SEGMENT = 255
/**
 * The largest accepted packet. A file with a larger packet is rejected. Opus packets are always smaller
 * (`MAX_OPUS_BYTES` in codecs.ts).
 */
const MAX_PACKET_BYTES = 255 * 255

/**
 * Reads Opus from Ogg. Ignores the durations that the file declares. Reads a truncated file up to its last complete
 * packet.
 * @throws HttpError 415 if the file does not have exactly one stream of Opus. Some errors are thrown only later, while
 *   the packets are read.
 */
export function readOgg(ogg: Uint8Array): Track {
  const packets = packetsIn(ogg)
  const head = packets.next()
  if (head.done) throw unreadableAudioError()
  const codec = createOpusCodec(head.value)
  packets.next() // skips the comment header
  return { codec, packets }
}

function* packetsIn(ogg: Uint8Array): Generator<Uint8Array, void> {
  const bytes = Buffer.from(ogg.buffer, ogg.byteOffset, ogg.byteLength)
  let serial: number | undefined
  let parts: Uint8Array[] = []
  let length = 0
  for (let at = 0; at + HEADER_BYTES <= bytes.byteLength && bytes.toString('latin1', at, at + 4) === CAPTURE;) {
    const flags = bytes[at + 5] ?? 0
    const lacing = bytes.subarray(at + HEADER_BYTES, at + HEADER_BYTES + (bytes[at + 26] ?? 0))
    // This page belongs to a second stream, which is multiplexed or chained.
    if (serial !== undefined && (serial !== bytes.readUInt32LE(at + 14) || (flags & FIRST_PAGE) !== 0))
      throw unreadableAudioError()
    serial = bytes.readUInt32LE(at + 14)
    if ((flags & CONTINUED) === 0) {
      parts = []
      length = 0
    }
    let from = at + HEADER_BYTES + lacing.byteLength
    let to = from
    for (const segment of lacing) {
      to += segment
      if (to > bytes.byteLength) return
      if (segment === FULL_SEGMENT) continue
      yield parts.length === 0 ? bytes.subarray(from, to) : Buffer.concat([...parts, bytes.subarray(from, to)])
      parts = []
      length = 0
      from = to
    }
    length += to - from
    if (length > MAX_PACKET_BYTES) throw unreadableAudioError()
    if (to > from) parts.push(bytes.subarray(from, to))
    at = to
  }
}
