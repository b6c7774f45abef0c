import { MAX_RECORDING_SECONDS, type AudioType } from '../../domain/analysis/voice.ts'
import { FUNCTION_TEXT } from '../../domain/texts/functions.ts'
import type { AudioUpload } from './bodies.ts'
import { unreadableAudioError, type SoundType, type Track } from './codecs.ts'
import { HttpError } from './httpError.ts'
import { readMp4 } from './readMp4.ts'
import { readOgg } from './readOgg.ts'
import { readWebm } from './readWebm.ts'

/** A recording, packed into a file for a model. The file contains only packets that were measured. */
export type PackedRecording = { readonly type: SoundType; readonly bytes: Uint8Array; readonly seconds: number }

/** How much a recording may exceed the limit of two minutes. Browsers stop recording slightly late. */
const GRACE_SECONDS = 5

const READERS: { readonly [Type in AudioType]: (bytes: Uint8Array) => Track } = {
  'audio/webm': readWebm,
  'audio/ogg': readOgg,
  'audio/mp4': readMp4,
}

/**
 * Packs the packets of a recording into a new file for a model, without changing the packets. Measures every packet,
 * because the file may declare false durations. Every packet is at least 2.5 ms long, so the maximum duration also
 * limits the number of packets.
 * @throws HttpError 413 if the recording is longer than two minutes, 415 if the recording cannot be measured
 */
export function repackAudio({ type, bytes }: AudioUpload): PackedRecording {
  const { codec, packets } = READERS[type](bytes)
  const measured: Uint8Array[] = []
  const maxSamples = (MAX_RECORDING_SECONDS + GRACE_SECONDS) * codec.samplesPerSecond
  let samples = 0
  let length = 0
  for (const packet of packets) {
    const packetSamples = codec.samplesIn(packet)
    samples += packetSamples
    length += packet.byteLength
    // In a malicious file, packets may overlap. The file is rejected if its packets together are larger than the file.
    if (packetSamples === 0 || packet.byteLength > codec.maxPacketBytes || length > bytes.byteLength)
      throw unreadableAudioError()
    if (samples > maxSamples) throw new HttpError(413, FUNCTION_TEXT.recordingTooLong(MAX_RECORDING_SECONDS))
    measured.push(packet)
  }
  if (measured.length === 0) throw unreadableAudioError()
  return { type: codec.type, bytes: codec.pack(measured), seconds: samples / codec.samplesPerSecond }
}
