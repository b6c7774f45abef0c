import { createOpusCodec, unreadableAudioError, type Track } from './codecs.ts'

/* Reads Opus from WebM files, as browsers record them (RFC 8794, RFC 9559). */

/** The ids of elements whose children are read. All other elements are read or skipped as a whole. */
const FOLDERS = new Set([0x18_53_80_67, 0x16_54_ae_6b, 0xae, 0x1f_43_b6_75, 0xa0])
const TRACK_ENTRY = 0xae
const CODEC_ID = 0x86
const CODEC_PRIVATE = 0x63_a2
const CLUSTER = 0x1f_43_b6_75
const BLOCKS = new Set([0xa3, 0xa1])
const LACING = 0x06
/**
 * The largest accepted number of elements in a file. Two minutes of the shortest packets need at most 150,000 elements,
 * three per packet.
 */
const MAX_ELEMENTS = 200_000

/**
 * Reads Opus from WebM. Reads a truncated file up to its last complete packet.
 * @throws HttpError 415 if the file does not have exactly one track of Opus. Some errors are thrown only later, while
 *   the packets are read.
 */
export function readWebm(webm: Uint8Array): Track {
  let tracks = 0
  let codec = ''
  let head: Uint8Array = new Uint8Array()
  for (const { id, content } of elementsOf(webm)) {
    if (id === CLUSTER) break
    if (id === TRACK_ENTRY) tracks++
    if (id === CODEC_ID) codec = Buffer.from(content.subarray(0, 16)).toString('latin1')
    if (id === CODEC_PRIVATE) head = content
  }
  if (tracks !== 1 || codec !== 'A_OPUS') throw unreadableAudioError()
  return { codec: createOpusCodec(head), packets: packetsOf(webm) }
}

function* packetsOf(webm: Uint8Array): Generator<Uint8Array, void> {
  for (const { id, content } of elementsOf(webm)) {
    if (!BLOCKS.has(id)) continue
    const track = readVint(content, 0, false)
    const flags = content[(track?.end ?? 0) + 2] ?? LACING
    // Blocks with lacing (several frames in one block) are rejected, because no browser records them.
    if (!track || (flags & LACING) !== 0) throw unreadableAudioError()
    // An empty block is skipped. Browsers end a recording with an empty block.
    if (content.byteLength > track.end + 3) yield content.subarray(track.end + 3)
  }
}

/**
 * Yields all elements in order; master elements are yielded without content. The size of a master element is not used:
 * live recordings do not declare it, and it is not needed, because the children directly follow the header.
 */
function* elementsOf(webm: Uint8Array): Generator<{ readonly id: number; readonly content: Uint8Array }, void> {
  const none = webm.subarray(0, 0)
  let count = 0
  for (let at = 0; ;) {
    const id = readVint(webm, at, true)
    const size = id && readVint(webm, id.end, false)
    if (!size) return
    if (++count > MAX_ELEMENTS) throw unreadableAudioError()
    const isFolder = FOLDERS.has(id.value)
    at = isFolder ? size.end : size.end + size.value
    if (at > webm.byteLength) return
    yield { id: id.value, content: isFolder ? none : webm.subarray(size.end, at) }
  }
}

/**
 * Reads an EBML variable-length integer, whose first bits encode its length.
 * @param marked whether the length bits are part of the value, as in element ids
 */
function readVint(bytes: Uint8Array, at: number, marked: boolean): { value: number; end: number } | undefined {
  const first = bytes[at]
  if (first === undefined || first === 0) return undefined
  const length = Math.clz32(first) - 23
  if (at + length > bytes.byteLength) return undefined
  let value = marked ? first : first & (0xff >> length)
  for (let index = at + 1; index < at + length; index++) value = value * 256 + (bytes[index] ?? 0)
  return { value, end: at + length }
}
