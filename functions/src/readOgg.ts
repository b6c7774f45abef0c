import { opus, unreadableAudioError, type Track } from './codecs.ts'

/* Opus in Ogg (RFC 3533, RFC 7845). */

const CAPTURE = 'OggS'
const HEADER_BYTES = 27
const CONTINUED = 1
const FIRST_PAGE = 2
/** A packet continues behind a part of so many bytes. */
const FULL_SEGMENT = 255
/** No packet of Opus is longer (codecs.ts). */
const MAX_PACKET_BYTES = 255 * 255

/**
 * Reads Opus out of Ogg. What a file says of its length is not read. One that was cut off goes as far as it goes.
 * @throws Failed 415 where there is anything but one stream of Opus, at once or while its packets are read
 */
export function readOgg(ogg: Uint8Array): Track {
  const packets = packetsIn(ogg)
  const head = packets.next()
  if (head.done) throw unreadableAudioError()
  const codec = opus(head.value)
  packets.next() // the comments
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
    // A second stream, beside the first or behind it.
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
