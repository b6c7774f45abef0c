import { createAacCodec, createOpusCodec, unreadableAudioError, type AudioCodec, type Track } from './codecs.ts'

/* Reads AAC or Opus from MP4 files, fragmented or not (ISO/IEC 14496-12 and -14). */

/** A box of the file. `start` and `end` are the offsets of its content; `headerStart` is the offset of its header. */
type Box = { readonly type: string; readonly start: number; readonly end: number; readonly headerStart: number }
/** The position of a packet in the file. */
type Place = { readonly offset: number; readonly length: number }

/**
 * The largest number of packets in a file, and of boxes in a box. It is four times the number of packets in two minutes
 * if every packet has the shortest duration.
 */
const MAX_PARTS = 200_000
const SAMPLE_ENTRY_BYTES = 28

/**
 * Reads the audio of an MP4 file. Ignores the durations that the file declares. Reads a truncated file up to its last
 * complete packet.
 * @throws HttpError 415 if the file does not have exactly one track of AAC or Opus. Some errors are thrown only later,
 *   while the packets are read.
 */
export function readMp4(mp4: Uint8Array): Track {
  const file = new Mp4(mp4)
  const boxes = file.boxes(0, mp4.byteLength)
  const moov = singleBox(boxes, 'moov')
  const inMoov = file.inside(moov)
  const table = ['mdia', 'minf', 'stbl'].reduce(
    (box, type) => singleBox(file.inside(box), type),
    singleBox(inMoov, 'trak'),
  )
  const tables = file.inside(table)
  return { codec: codecOf(file, singleBox(tables, 'stsd')), packets: packetsOf(file, boxes, inMoov, tables) }
}

function* packetsOf(
  file: Mp4,
  boxes: readonly Box[],
  inMoov: readonly Box[],
  tables: readonly Box[],
): Generator<Uint8Array, void> {
  let parts = 0
  for (const { offset, length } of places(file, boxes, inMoov, tables)) {
    if (++parts > MAX_PARTS) throw unreadableAudioError()
    if (offset < 0) throw unreadableAudioError()
    if (offset + length > file.bytes.byteLength) return
    if (length > 0) yield file.bytes.subarray(offset, offset + length)
  }
}

function* places(
  file: Mp4,
  boxes: readonly Box[],
  inMoov: readonly Box[],
  tables: readonly Box[],
): Generator<Place, void> {
  yield* placesInTables(file, tables)
  const extended = inMoov.find(({ type }) => type === 'mvex')
  const defaults = extended && file.inside(extended).find(({ type }) => type === 'trex')
  const defaultLength = defaults ? file.uint32(defaults, 16) : 0
  for (const moof of boxes.filter(({ type }) => type === 'moof'))
    for (const traf of file.inside(moof).filter(({ type }) => type === 'traf'))
      yield* placesInFragment(file, moof, file.inside(traf), defaultLength)
}

/**
 * Yields the positions of the packets that the tables list. The table stsz contains the packet sizes, stsc the number
 * of packets per chunk, and stco or co64 the offsets of the chunks.
 */
function* placesInTables(file: Mp4, tables: readonly Box[]): Generator<Place, void> {
  const sizes = tables.find(({ type }) => type === 'stsz')
  if (!sizes) return
  const packets = file.uint32(sizes, 8)
  if (packets === 0) return
  const runs = singleBox(tables, 'stsc')
  const chunks = tables.find(({ type }) => type === 'stco' || type === 'co64')
  if (!chunks) throw unreadableAudioError()
  const commonLength = file.uint32(sizes, 4)
  const runCount = file.uint32(runs, 4)
  const chunkCount = file.uint32(chunks, 4)
  let packet = 0
  for (let chunk = 0, run = 0; chunk < chunkCount && packet < packets; chunk++) {
    while (run + 1 < runCount && file.uint32(runs, 8 + (run + 1) * 12) <= chunk + 1) run++
    let offset = chunks.type === 'stco' ? file.uint32(chunks, 8 + chunk * 4) : file.uint64(chunks, 8 + chunk * 8)
    const inChunk = file.uint32(runs, 8 + run * 12 + 4)
    for (let index = 0; index < inChunk && packet < packets; index++, packet++) {
      const length = commonLength === 0 ? file.uint32(sizes, 12 + packet * 4) : commonLength
      yield { offset, length }
      offset += length
    }
  }
}

/**
 * Yields the positions of the packets of a fragment. The box tfhd contains defaults, and each box trun contains the
 * packet sizes of one run.
 */
function* placesInFragment(file: Mp4, moof: Box, boxes: readonly Box[], movieLength: number): Generator<Place, void> {
  const header = singleBox(boxes, 'tfhd')
  const trackFlags = file.uint32(header, 0)
  let at = 8
  const next = (flag: number, bytes: number) => {
    const here = at
    if ((trackFlags & flag) === 0) return undefined
    at += bytes
    return here
  }
  const baseAt = next(0x1, 8)
  next(0x2, 4) // skips the sample description index
  next(0x8, 4) // skips the default sample duration
  const lengthAt = next(0x10, 4)
  const base = baseAt === undefined ? moof.headerStart : file.uint64(header, baseAt)
  const defaultLength = lengthAt === undefined ? movieLength : file.uint32(header, lengthAt)
  let offset = base
  for (const run of boxes.filter(({ type }) => type === 'trun')) {
    const flags = file.uint32(run, 0)
    const packets = file.uint32(run, 4)
    if (flags & 0x1) offset = base + file.int32(run, 8)
    const first = 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0)
    const before = flags & 0x1_00 ? 4 : 0
    const stride = before + (flags & 0x2_00 ? 4 : 0) + (flags & 0x4_00 ? 4 : 0) + (flags & 0x8_00 ? 4 : 0)
    for (let index = 0; index < packets; index++) {
      const length = flags & 0x2_00 ? file.uint32(run, first + index * stride + before) : defaultLength
      yield { offset, length }
      offset += length
    }
  }
}

// ---- Codec configuration ----

function codecOf(file: Mp4, descriptions: Box): AudioCodec {
  const [entry, ...others] = file.boxes(descriptions.start + 8, descriptions.end)
  if (!entry || others.length > 0) throw unreadableAudioError()
  const details = file.boxes(entry.start + SAMPLE_ENTRY_BYTES, entry.end)
  if (entry.type === 'Opus') return createOpusCodec(opusHead(file, singleBox(details, 'dOps')))
  if (entry.type === 'mp4a') return createAacCodec(aacConfig(file, singleBox(details, 'esds')))
  throw unreadableAudioError()
}

/**
 * Returns an OpusHead header. MP4 stores the fields of this header in big-endian order and without the name `OpusHead`.
 */
function opusHead(file: Mp4, { start, end }: Box): Uint8Array {
  const fields = file.bytes.subarray(start, end)
  if (fields.byteLength !== 11 || fields[0] !== 0) throw unreadableAudioError()
  const swapped = Buffer.from(fields)
  swapped[0] = 1
  swapped.subarray(2, 4).swap16()
  swapped.subarray(4, 8).swap32()
  swapped.subarray(8, 10).swap16()
  return Buffer.concat([Buffer.from('OpusHead'), swapped])
}

const ES_DESCRIPTOR = 3
const DECODER_CONFIG = 4
const DECODER_SPECIFIC = 5
const MPEG4_AUDIO = 0x40

/** Returns the AudioSpecificConfig, which is in nested descriptors (ISO/IEC 14496-1, 7.2.6). */
function aacConfig(file: Mp4, { start, end }: Box): Uint8Array {
  const stream = descriptor(file.bytes.subarray(start + 4, end), ES_DESCRIPTOR)
  const flags = stream[2] ?? 0
  // A set flag means that the stream depends on another stream, a URL or a separate clock stream. Only broadcasts use
  // these features.
  if (flags & 0xe0) throw unreadableAudioError()
  const decoder = descriptor(stream.subarray(3), DECODER_CONFIG)
  if (decoder[0] !== MPEG4_AUDIO) throw unreadableAudioError()
  return descriptor(decoder.subarray(13), DECODER_SPECIFIC)
}

function descriptor(bytes: Uint8Array, tag: number): Uint8Array {
  if (bytes[0] !== tag) throw unreadableAudioError()
  let length = 0
  let at = 1
  for (let more = true; more && at <= 4; at++) {
    const byte = bytes[at] ?? 0
    length = length * 128 + (byte & 0x7f)
    more = (byte & 0x80) !== 0
  }
  return bytes.subarray(at, at + length)
}

// ---- Boxes ----

function singleBox(boxes: readonly Box[], type: string): Box {
  const [box, ...others] = boxes.filter((one) => one.type === type)
  if (!box || others.length > 0) throw unreadableAudioError()
  return box
}

class Mp4 {
  readonly bytes: Uint8Array
  readonly #view: DataView

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  inside({ start, end }: Box): readonly Box[] {
    return this.boxes(start, end)
  }

  /** Returns the boxes in a range of the file. The last box may be truncated. */
  boxes(start: number, end: number): readonly Box[] {
    const boxes: Box[] = []
    for (let at = start; at + 8 <= end;) {
      const said = this.#view.getUint32(at)
      const type = Buffer.from(this.bytes.subarray(at + 4, at + 8)).toString('latin1')
      const header = said === 1 ? 16 : 8
      if (at + header > end) break
      const length = said === 0 ? end - at : said === 1 ? Number(this.#view.getBigUint64(at + 8)) : said
      if (length < header || boxes.length >= MAX_PARTS) throw unreadableAudioError()
      boxes.push({ type, headerStart: at, start: at + header, end: Math.min(end, at + length) })
      at += length
    }
    return boxes
  }

  uint32(box: Box, at: number): number {
    return this.#view.getUint32(this.#within(box, at, 4))
  }

  int32(box: Box, at: number): number {
    return this.#view.getInt32(this.#within(box, at, 4))
  }

  uint64(box: Box, at: number): number {
    return Number(this.#view.getBigUint64(this.#within(box, at, 8)))
  }

  #within({ start, end }: Box, at: number, length: number): number {
    if (start + at + length > end) throw unreadableAudioError()
    return start + at
  }
}
