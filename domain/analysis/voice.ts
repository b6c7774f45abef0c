import { isoDay, timeText } from '#domain/clock.ts'
import { isBlank } from '#domain/entry/content.ts'

/** The accepted content types of recordings, without parameters. Safari records MP4. */
export const AUDIO_TYPES = ['audio/webm', 'audio/ogg', 'audio/mp4'] as const

export type AudioType = (typeof AUDIO_TYPES)[number]

/** A recording stops automatically at this length. */
export const MAX_RECORDING_SECONDS = 120

/** A shorter recording is discarded, because the user probably pressed the button twice by accident. */
export const MIN_RECORDING_SECONDS = 0.3

/**
 * Maximum size of a recording: five times the size of a two-minute recording in the best quality that browsers produce.
 */
export const MAX_AUDIO_BYTES = 10 * 1024 * 1024

/** Returns `audio/webm` for `audio/webm;codecs=opus`; undefined for an unsupported type. */
export function audioTypeOf(contentType: string): AudioType | undefined {
  const base = contentType.split(';', 1)[0]?.trim().toLowerCase()
  return AUDIO_TYPES.find((type) => type === base)
}

const FILE_EXTENSIONS: { readonly [Type in AudioType]: string } = {
  'audio/webm': 'webm',
  'audio/ogg': 'ogg',
  'audio/mp4': 'm4a',
}

/** Returns a file name with the local time, such as `sitrep-recording-2026-11-20-0812.webm`. */
export const recordingFileName = (recordedAt: number, type: AudioType): string =>
  `sitrep-recording-${isoDay(recordedAt)}-${timeText(recordedAt).replace(':', '')}.${FILE_EXTENSIONS[type]}`

/** Formats a length as `0:07`. */
export function recordingLengthText(seconds: number): string {
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** Appends a transcript as a new paragraph. */
export const appendTranscript = (content: string, transcript: string): string =>
  isBlank(content) ? transcript : `${content.trimEnd()}\n\n${transcript}`
