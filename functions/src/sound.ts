import { MAX_RECORDING_SECONDS, type AudioType } from '../../domain/analysis/voice.ts'
import { FUNCTION_TEXT } from '../../domain/texts/functions.ts'
import type { AudioUpload } from './bodies.ts'
import { unreadableAudioError, type SoundType, type Track } from './codecs.ts'
import { HttpError } from './httpError.ts'
import { readMp4 } from './readMp4.ts'
import { readOgg } from './readOgg.ts'
import { readWebm } from './readWebm.ts'

/** A recording, packed for a model. It contains only packets that were measured. */
export type Sound = { readonly type: SoundType; readonly bytes: Uint8Array; readonly seconds: number }

/** The tolerated excess over two minutes, because browsers stop recording slightly late. */
const GRACE_SECONDS = 5

const READERS: { readonly [Type in AudioType]: (bytes: Uint8Array) => Track } = {
  'audio/webm': readWebm,
  'audio/ogg': readOgg,
  'audio/mp4': readMp4,
}

/**
 * Repacks the packets of a recording unchanged. Measures each packet, so that the durations declared in the file do not
 * matter. The shortest packet is 2.5 ms, which bounds their number.
 * @throws HttpError 413 above two minutes, 415 if the recording cannot be measured
 */
export function repackAudio({ type, bytes }: AudioUpload): Sound {
  const { codec, packets } = READERS[type](bytes)
  const measured: Uint8Array[] = []
  const maxSamples = (MAX_RECORDING_SECONDS + GRACE_SECONDS) * codec.samplesPerSecond
  let samples = 0
  let length = 0
  for (const packet of packets) {
    const packetSamples = codec.samplesIn(packet)
    samples += packetSamples
    length += packet.byteLength
    // Packets can overlap in a malicious file, but together they must not be larger than the file.
    if (packetSamples === 0 || packet.byteLength > codec.maxPacketBytes || length > bytes.byteLength)
      throw unreadableAudioError()
    if (samples > maxSamples) throw new HttpError(413, FUNCTION_TEXT.recordingTooLong(MAX_RECORDING_SECONDS))
    measured.push(packet)
  }
  if (measured.length === 0) throw unreadableAudioError()
  return { type: codec.type, bytes: codec.pack(measured), seconds: samples / codec.samplesPerSecond }
}
