import { audioTypeOf, type AudioType } from '#domain/analysis/voice.ts'
import { audioContext } from '#src/io/audio/context.ts'

/** A recording that is being made. */
export type ActiveRecording = {
  readonly type: AudioType
  /** Ends it; resolves when its last part has been handed over. The microphone is off then. */
  readonly stop: () => Promise<void>
  /** How loud it is now, 0 to 1. */
  readonly level: () => number
}

/** The microphone. */
export type Recorder = {
  readonly isSupported: () => boolean
  /**
   * Asks for the microphone and records. Rejects where there is none, or it may not be used.
   * @param onPart gets what was recorded, about once a second: put together, the parts are the recording
   * @param onEnd the microphone went away, or the browser gave up
   */
  readonly start: (onPart: (part: Blob) => void, onEnd: () => void) => Promise<ActiveRecording>
}

/** Opus in WebM, which everything but Safari records; then MP4, which Safari does; then whatever there is. */
const PREFERRED_TYPES = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus', 'audio/webm'] as const
const PART_MS = 1000
/** Clear speech; two minutes are under a megabyte. */
const BITS_PER_SECOND = 64_000
/** What is quieter than this is silence. */
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
          // One whose microphone went away has stopped by itself.
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

/** Listens to a stream without letting it be heard. */
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
