import { afterEach, beforeEach, vi } from 'vitest'
import { createStore } from 'zustand'
import type { VoiceResponse } from '#domain/api.ts'
import { ApiError } from '#domain/errors.ts'
import type { Recording } from '#src/io/voice/recordings.ts'
import { UserSession } from '#src/stores/session.ts'
import { voiceState, type VoiceDeps, type VoiceState } from '#src/stores/voice.ts'

export const NOON = Date.UTC(2026, 10, 20, 12)
export const VOICE_RESPONSE: VoiceResponse = {
  logText: 'Patrol complete.',
  reply: 'Received.',
  audioResponse: btoa('mp3'),
}

export type VoiceDeviceOptions = {
  /** The signed-in user, or null. */
  readonly uid?: string | null
  readonly recorder?: Partial<VoiceDeps['recorder']>
  readonly hear?: VoiceDeps['processVoice']
  readonly kept?: readonly Recording[]
  /** The ids of recordings that another tab has locked. */
  readonly elsewhere?: readonly string[]
  /** Whether the storage for recordings is full. */
  readonly full?: boolean
  /** Whether reading stored recordings fails. */
  readonly unreadable?: boolean
}

/** In each test of the calling file, uses a fake clock that starts at noon, and silences `console.warn`. */
export function startAtNoon(): void {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.setSystemTime(NOON)
    vi.spyOn(console, 'warn').mockImplementation(() => {})
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
}

/** Fakes the dependencies of the voice store: a microphone, a storage and a server. They record their calls. */
export function fakeVoiceDevice({
  uid = 'alice',
  recorder,
  hear,
  kept = [],
  elsewhere = [],
  full = false,
  unreadable = false,
}: VoiceDeviceOptions = {}) {
  const done: string[] = []
  const texts: string[] = []
  const stored = new Map(kept.map((one) => [one.id, one]))
  let part: (sound: Blob) => void = () => {}
  let unplug: () => void = () => {}
  let spoken = Promise.withResolvers<void>()
  const io: VoiceDeps = {
    recorder: {
      isSupported: () => true,
      async start(onPart, onEnd) {
        part = onPart
        unplug = onEnd
        done.push('microphone on')
        return {
          type: 'audio/webm',
          level: () => 0.5,
          stop: async () => void done.push('microphone off'),
        }
      },
      ...recorder,
    },
    recordings: {
      list: async () => [...stored.values()],
      acquire: async (id) => !elsewhere.includes(id),
      releaseAll: () => void done.push('let go'),
      async create(_, recording) {
        stored.set(recording.id, recording)
        return !full
      },
      async save(_, recording) {
        stored.set(recording.id, recording)
        return !full
      },
      async addPart(id, sound) {
        done.push(`kept ${sound.size} of ${id}`)
        return !full
      },
      async read({ id, type }) {
        if (unreadable) throw new Error('no')
        return new Blob([id], { type })
      },
      async remove(id) {
        stored.delete(id)
      },
      async removeAll() {
        stored.clear()
      },
    },
    speaker: {
      async play(mp3, volume) {
        done.push(`say ${new TextDecoder().decode(mp3)} at ${volume}`)
        spoken = Promise.withResolvers()
        return spoken.promise
      },
      stop: () => void done.push('silence'),
    },
    processVoice: hear ?? (async () => VOICE_RESPONSE),
    saveFile: ({ id }, sound) => void done.push(`file of ${id}, ${sound.type}`),
  }
  let ids = 0
  const session = new UserSession(uid)
  const store = createStore<VoiceState>(
    voiceState(
      session,
      async () => io,
      () => `r${++ids}`,
    ),
  )
  const statuses: string[] = []
  store.subscribe(({ status }, { status: before }) => {
    if (status !== before) statuses.push(status)
  })
  const voice = () => store.getState()
  const enter = () => voice().attachTarget({ draftKey: 'd1', onText: (text) => void texts.push(text) })
  const record = async () => {
    await voice().toggleRecording()
    part(new Blob(['sound']))
    await vi.advanceTimersByTimeAsync(3000)
  }
  return {
    session,
    voice,
    enter,
    record,
    done,
    texts,
    statuses,
    stored,
    part: (sound: Blob) => part(sound),
    unplug: () => unplug(),
    endSpeech: () => spoken.resolve(),
  }
}

export const recording = (about: Partial<Recording> = {}): Recording => ({
  id: 'old',
  draftKey: 'd1',
  at: NOON - 60_000,
  type: 'audio/webm',
  seconds: 4,
  written: false,
  ...about,
})
export const rejectWith = (status: number, message: string) => () => Promise.reject(new ApiError(status, message))
