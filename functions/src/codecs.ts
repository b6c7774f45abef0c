import { FUNCTION_TEXT } from '../../domain/texts/functions.ts'
import { HttpError } from './httpError.ts'
import { writeOgg } from './writeOgg.ts'

/**
 * The audio formats that are sent to the models. The models accept them: https://ai.google.dev/gemini-api/docs/audio.
 */
export type SoundType = 'audio/ogg' | 'audio/aac'

/** Measures the packets of a recording and packs them into a file for a model. */
export type AudioCodec = {
  readonly type: SoundType
  readonly samplesPerSecond: number
  /**
   * Returns the duration of a packet in samples, computed from the packet itself, because the headers of the file may
   * be false. Returns 0 if the packet is invalid.
   */
  readonly samplesIn: (packet: Uint8Array) => number
  /** The largest valid packet, in bytes. */
  readonly maxPacketBytes: number
  readonly pack: (packets: readonly Uint8Array[]) => Uint8Array
}

/** The audio track of a recording. The packets are read lazily, and each packet is a view of the file's bytes. */
export type Track = { readonly codec: AudioCodec; readonly packets: Iterable<Uint8Array> }

/**
 * Returns the error for a recording whose duration cannot be measured. The recording is rejected, because the model
 * would otherwise process audio of unknown length.
 */
export const unreadableAudioError = () => new HttpError(415, FUNCTION_TEXT.recordingUnsupported)

// ---- Opus ----

const OPUS_HEAD_BYTES = 19
/** The largest packet that fits on one Ogg page of 255 segments. Opus packets are always smaller (RFC 6716, 3.4). */
const MAX_OPUS_BYTES = 255 * 255 - 1
const OPUS_SAMPLES_PER_SECOND = 48_000
const MAX_PACKET_MS = 120
const SILK_MS = [10, 20, 40, 60]
const HYBRID_MS = [10, 20]
const CELT_MS = [2.5, 5, 10, 20]

/**
 * Returns the codec for Opus with one or two channels, the format that browsers record.
 * @param head the identification header (RFC 7845, 5.1)
 * @throws HttpError 415 if the header describes a different format
 */
export function createOpusCodec(head: Uint8Array): AudioCodec {
  const [version = 0, channels = 0] = head.subarray(8)
  const family = head[18]
  const isHead =
    head.byteLength === OPUS_HEAD_BYTES && Buffer.from(head.subarray(0, 8)).toString('latin1') === 'OpusHead'
  if (!isHead || version > 15 || channels < 1 || channels > 2 || family !== 0) throw unreadableAudioError()
  return {
    type: 'audio/ogg',
    samplesPerSecond: OPUS_SAMPLES_PER_SECOND,
    samplesIn: opusSamples,
    maxPacketBytes: MAX_OPUS_BYTES,
    pack: (packets) => writeOgg(head, packets, opusSamples),
  }
}

/**
 * Returns the duration of an Opus packet in samples, computed from its first one or two bytes (RFC 6716, 3.1 and
 * 3.2.5).
 */
export function opusSamples([toc, count = 0]: Uint8Array): number {
  if (toc === undefined) return 0
  const config = toc >> 3
  const lengths = config < 12 ? SILK_MS : config < 16 ? HYBRID_MS : CELT_MS
  const frameMs = lengths[config % lengths.length] ?? 0
  const frames = (toc & 3) === 0 ? 1 : (toc & 3) === 3 ? count & 63 : 2
  const milliseconds = frameMs * frames
  return milliseconds > MAX_PACKET_MS ? 0 : (milliseconds * OPUS_SAMPLES_PER_SECOND) / 1000
}

// ---- AAC ----

/** AAC sampling rates in hertz, by index (ISO/IEC 14496-3, 1.6.3.4). */
const AAC_RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350]
const AAC_LC = 2
const AAC_FRAME_SAMPLES = 1024
const ADTS_HEADER_BYTES = 7
const MAX_ADTS_BYTES = 0x1f_ff

/**
 * Returns the codec for AAC-LC with one or two channels, the format that browsers record.
 * @param config the AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1)
 * @throws HttpError 415 if the configuration describes a different format
 */
export function createAacCodec(config: Uint8Array): AudioCodec {
  const [first = 0, second = 0] = config
  const objectType = first >> 3
  const rateIndex = ((first & 7) << 1) | (second >> 7)
  const channels = (second >> 3) & 15
  // Configurations with 960-sample frames, a core coder or extensions are rejected, because ADTS cannot express them.
  const isPlain = (second & 7) === 0
  const samplesPerSecond = AAC_RATES[rateIndex]
  if (config.byteLength < 2 || objectType !== AAC_LC || samplesPerSecond === undefined) throw unreadableAudioError()
  if (channels < 1 || channels > 2 || !isPlain) throw unreadableAudioError()
  const maxPacketBytes = MAX_ADTS_BYTES - ADTS_HEADER_BYTES
  return {
    type: 'audio/aac',
    samplesPerSecond,
    samplesIn: () => AAC_FRAME_SAMPLES,
    maxPacketBytes,
    pack: (packets) => Buffer.concat(packets.flatMap((packet) => [adtsHeader(packet, rateIndex, channels), packet])),
  }
}

/** Returns the ADTS header for one frame (ISO/IEC 14496-3, 1.A.2.2). */
function adtsHeader({ byteLength }: Uint8Array, rateIndex: number, channels: number): Uint8Array {
  const length = ADTS_HEADER_BYTES + byteLength
  return Uint8Array.of(
    0xff,
    0xf1,
    ((AAC_LC - 1) << 6) | (rateIndex << 2) | (channels >> 2),
    ((channels & 3) << 6) | (length >> 11),
    (length >> 3) & 0xff,
    ((length & 7) << 5) | 0x1f,
    0xfc,
  )
}
