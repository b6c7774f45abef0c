import { audioTypeOf, type AudioType } from '#domain/analysis/voice.ts'
import { audioContext } from '#src/io/audio/context.ts'

/** A recording in progress. */
export type ActiveRecording = {
  readonly type: AudioType
  /** Stops the recording. Resolves when the last part has been passed to `onPart` and the microphone is off. */
  readonly stop: () => Promise<void>
  /** Returns the current sound level, 0 to 1. */
  readonly level: () => number
}

export type Recorder = {
  readonly isSupported: () => boolean
  /**
   * Asks the user for access to the microphone and starts recording. Rejects if there is no microphone or the user
   * denies access.
   * @param onPart receives a part of the recording about once a second; all parts together are the recording
   * @param onEnd called when the microphone is disconnected or the recorder fails
   */
  readonly start: (onPart: (part: Blob) => void, onEnd: () => void) => Promise<ActiveRecording>
}

/**
 * The recording formats, in order of preference. Every browser except Safari records Opus in WebM; Safari records MP4.
 */
const PREFERRED_TYPES = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus', 'audio/webm'] as const
const PART_MS = 1000
/** At this bit rate, speech is clear, and two minutes of speech are less than a megabyte. */
const BITS_PER_SECOND = 64_000
/** The sound level that counts as silence, in decibels relative to the maximum. */
const SILENCE_DB = -60

export const microphone: Recorder = {
  isSupported: () => typeof MediaRecorder === 'function' && navigator.mediaDevices?.getUserMedia !== undefined,
  async start(onPart, onEnd) {
    const audio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 }
    const stream = await navigator.mediaDevices.getUserMedia({ audio })
    const meter = createMeter(stream)
    const free = () => {
      for (const track of stream.getTracks()) track.stop()
      meter.close()
    }
    try {
      const mimeType = PREFERRED_TYPES.find((type) => MediaRecorder.isTypeSupported(type))
      const recorder = new MediaRecorder(stream, {
        audioBitsPerSecond: BITS_PER_SECOND,
        ...(mimeType === undefined ? {} : { mimeType }),
      })
      const stopped = new Promise<void>((resolve) => {
        recorder.addEventListener(
          'stop',
          () => {
            free()
            resolve()
          },
          { once: true },
        )
      })
      recorder.addEventListener('dataavailable', ({ data }) => {
        if (data.size > 0) onPart(data)
      })
      recorder.addEventListener('error', onEnd)
      stream.getAudioTracks()[0]?.addEventListener('ended', onEnd)
      recorder.start(PART_MS)
      return {
        type: audioTypeOf(recorder.mimeType || (mimeType ?? '')) ?? 'audio/webm',
        level: meter.level,
        async stop() {
          // If the microphone was disconnected, the recorder has already stopped.
          if (recorder.state !== 'inactive') recorder.stop()
          await stopped
        },
      }
    } catch (error) {
      free()
      throw error
    }
  },
}

/** Measures the sound level of a stream without playing it. */
function createMeter(stream: MediaStream): { level: () => number; close: () => void } {
  const context = audioContext()
  if (!context) return { level: () => 0, close: () => {} }
  void context.resume()
  const source = context.createMediaStreamSource(stream)
  const analyser = new AnalyserNode(context, { fftSize: 1024 })
  source.connect(analyser)
  const wave = new Float32Array(analyser.fftSize)
  return {
    level() {
      analyser.getFloatTimeDomainData(wave)
      const power = wave.reduce((sum, value) => sum + value * value, 0) / wave.length
      return power === 0 ? 0 : Math.max(0, 1 - (10 * Math.log10(power)) / SILENCE_DB)
    },
    close: () => source.disconnect(),
  }
}
