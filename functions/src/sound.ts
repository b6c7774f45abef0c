import { MAX_RECORDING_SECONDS, type AudioType } from '../../domain/analysis/voice.ts'
import type { Audio } from './bodies.ts'
import { unreadable, type SoundType, type Track } from './codecs.ts'
import { Failed } from './httpError.ts'
import { readMp4 } from './readMp4.ts'
import { readOgg } from './readOgg.ts'
import { readWebm } from './readWebm.ts'

/** A recording for a model. It contains what was measured and nothing else. */
export type Sound = { readonly type: SoundType; readonly bytes: Uint8Array; readonly seconds: number }

/** Browsers end a recording a little late. */
const GRACE_SECONDS = 5

const READERS: { readonly [Type in AudioType]: (bytes: Uint8Array) => Track } = {
  'audio/webm': readWebm,
  'audio/ogg': readOgg,
  'audio/mp4': readMp4,
}

/**
 * Packs the packets of a recording anew, without touching them: each is measured by itself, so that nothing a file says
 * of its length matters. The shortest packet plays for 2.5 ms, which bounds their number.
 * @throws Failed 413 above two minutes, 415 for what cannot be measured
 */
export function soundOf({ type, bytes }: Audio): Sound {
  const { codec, packets } = READERS[type](bytes)
  const measured: Uint8Array[] = []
  const most = (MAX_RECORDING_SECONDS + GRACE_SECONDS) * codec.samplesPerSecond
  let samples = 0
  let length = 0
  for (const packet of packets) {
    const plays = codec.samplesIn(packet)
    samples += plays
    length += packet.byteLength
    // Packets can overlap in a file: all of them are no longer than it is.
    if (plays === 0 || packet.byteLength > codec.maxPacketBytes || length > bytes.byteLength) throw unreadable()
    if (samples > most)
      throw new Failed(413, `Send a shorter recording: it can be ${MAX_RECORDING_SECONDS} seconds long.`)
    measured.push(packet)
  }
  if (measured.length === 0) throw unreadable()
  return { type: codec.type, bytes: codec.pack(measured), seconds: samples / codec.samplesPerSecond }
}
