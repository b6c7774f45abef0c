import { isoDay, timeText } from '#domain/clock.ts'
import { isBlank } from '#domain/entry/content.ts'

/** What a recording can be, as a content type without its parameters; Safari makes mp4. */
export const AUDIO_TYPES = ['audio/webm', 'audio/ogg', 'audio/mp4'] as const

export type AudioType = (typeof AUDIO_TYPES)[number]

/** A recording ends by itself after so long. */
export const MAX_RECORDING_SECONDS = 120

/** What is shorter is a key that was pressed twice: nobody says anything in that time. */
export const MIN_RECORDING_SECONDS = 0.3

/** Two minutes of the best that a browser records are a fifth of this. */
export const MAX_AUDIO_BYTES = 10 * 1024 * 1024

/** `audio/webm` of `audio/webm;codecs=opus`; undefined for what is no recording. */
export function audioTypeOf(contentType: string): AudioType | undefined {
  const base = contentType.split(';', 1)[0]?.trim().toLowerCase()
  return AUDIO_TYPES.find((type) => type === base)
}

const FILE_EXTENSIONS: { readonly [Type in AudioType]: string } = {
  'audio/webm': 'webm',
  'audio/ogg': 'ogg',
  'audio/mp4': 'm4a',
}

/** `sitrep-recording-2026-11-20-0812.webm`, by this device's clock. */
export const recordingFileName = (recordedAt: number, type: AudioType): string =>
  `sitrep-recording-${isoDay(recordedAt)}-${timeText(recordedAt).replace(':', '')}.${FILE_EXTENSIONS[type]}`

/** `0:07` */
export function recordingLengthText(seconds: number): string {
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** What was spoken stands in a paragraph of its own, behind what is there. */
export const appendTranscript = (content: string, transcript: string): string =>
  isBlank(content) ? transcript : `${content.trimEnd()}\n\n${transcript}`
