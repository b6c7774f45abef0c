import type { StateCreator } from 'zustand'
import { ApiError } from '#domain/errors.ts'
import { VOICE_TEXT } from '#domain/texts/specification.ts'
import { VOICE_ERROR_TEXT } from '#domain/texts/voiceErrors.ts'
import { MAX_RECORDING_SECONDS, MIN_RECORDING_SECONDS } from '#domain/analysis/voice.ts'
import type { FunctionsIo } from '#src/io/firebase/functions.ts'
import type { Recorder, ActiveRecording } from '#src/io/voice/recorder.ts'
import type { Recording, RecordingsIo } from '#src/io/voice/recordings.ts'
import type { Speaker } from '#src/io/voice/speaker.ts'
import type { UserSession } from './session.ts'
import { defineUserStore } from './userStore.ts'

export type { Recording }

/** The states of the voice assistant (specification §4). */
export type VoiceStatus = 'idle' | 'listening' | 'processing'

/** The draft that receives the transcribed text. */
type VoiceTarget = {
  readonly draftKey: string
  /** Inserts the text of a recording into the draft. */
  readonly onText: (text: string) => void
}

export type VoiceState = {
  readonly status: VoiceStatus
  /** When the current recording started, in milliseconds since 1970. */
  readonly startedAt: number | null
  /** The error message of the last action. The next action clears it. */
  readonly error: string | null
  /** The last answer of the assistant. `spoken` is true if the answer has audio. */
  readonly answer: { readonly reply: string; readonly spoken: boolean } | null
  /** Whether the answer is being played. */
  readonly speaking: boolean
  /** Recordings stored on this device that no other tab has locked, the oldest first. */
  readonly storedRecordings: readonly Recording[]
  /** Whether the last recording could not be stored because the device's storage is full or blocked. */
  readonly storageFailed: boolean
  /** Removes all recordings of the user from the device when the user signs out. */
  readonly removeRecordings: () => Promise<void>
  /** Sets the draft that recordings are transcribed into. */
  readonly attachTarget: (listening: VoiceTarget) => Promise<void>
  /** Removes the draft that recordings are transcribed into. A recording in progress ends and is stored. */
  readonly leaveEditor: () => void
  /** Starts a recording, or ends and transcribes the current recording. Errors are stored in the state. */
  readonly toggleRecording: () => Promise<void>
  /**
   * Discards a recording in progress. If a transcription is in progress, aborts the transcription and keeps the
   * recording.
   */
  readonly cancel: () => Promise<void>
  /** Transcribes a stored recording, even if it has been transcribed already. */
  readonly retry: (recording: Recording) => Promise<void>
  readonly discard: (recording: Recording) => Promise<void>
  readonly download: (recording: Recording) => Promise<void>
  /** Removes the recordings that were transcribed into this draft, because the draft's text has been saved. */
  readonly accept: (draftKey: string) => void
  /** Resolves with true if this device stores recordings whose text has not been saved. */
  readonly hasStoredRecordings: () => Promise<boolean>
  /** Returns whether a stored recording was transcribed into this draft. */
  readonly wasSpoken: (draftKey: string) => boolean
  /** Plays the last answer. @param volume 0 to 1 */
  readonly playAnswer: (volume: number) => Promise<void>
  readonly stopAnswer: () => void
  /** Returns the current sound level of the microphone, 0 to 1. */
  readonly inputLevel: () => number
}

export type VoiceDeps = {
  readonly recorder: Recorder
  readonly recordings: RecordingsIo
  readonly speaker: Speaker
  readonly processVoice: FunctionsIo['processVoice']
  readonly saveFile: (recording: Recording, sound: Blob) => void
}

const QUIET = { status: 'idle', startedAt: null, error: null, answer: null, speaking: false } as const

/** @param load loads the assistant's code; every call must return the same dependencies */
export const voiceState =
  (session: UserSession, load: () => Promise<VoiceDeps>, newId: () => string): StateCreator<VoiceState> =>
  (set, get) => {
    const { uid } = session
    let target: VoiceTarget | undefined
    /**
     * The recording in progress. `began` is the start of the recording according to `performance.now()`. Changes of the
     * device's clock do not affect this time.
     */
    let activeRecording:
      | { readonly made: ActiveRecording; readonly recording: Recording; readonly began: number }
      | undefined
    let answerSound: Uint8Array<ArrayBuffer> | undefined
    let limit: ReturnType<typeof setTimeout> | undefined
    /** Aborted by every action that ends previous actions. Results of the previous actions are then ignored. */
    let currentAction = new AbortController()
    let asking = false
    /** Incremented whenever an answer starts or stops playing. */
    let speechGeneration = 0

    const startAction = (): AbortSignal => {
      currentAction.abort()
      currentAction = new AbortController()
      return currentAction.signal
    }

    const showError = (error: string): void => set({ ...QUIET, error })

    const list = async (): Promise<void> => {
      if (uid !== null) set({ storedRecordings: await (await load()).recordings.list(uid) })
    }

    const saveRecording = async (recording: Recording): Promise<void> => {
      if (uid !== null) set({ storageFailed: !(await (await load()).recordings.save(uid, recording)) })
    }

    /** Turns the microphone off and stores the complete recording. */
    const endRecording = async (): Promise<Recording | undefined> => {
      const ended = activeRecording
      activeRecording = undefined
      clearTimeout(limit)
      if (!ended) return undefined
      await ended.made.stop()
      const recording = { ...ended.recording, seconds: (performance.now() - ended.began) / 1000 }
      await saveRecording(recording)
      return recording
    }

    const startRecording = async (person: string, { draftKey }: VoiceTarget): Promise<void> => {
      const action = startAction()
      const id = newId()
      // The code cannot be loaded if the device is offline and the code is not cached.
      const io = await load().catch(() => undefined)
      if (!io) return showError(VOICE_TEXT.failed)
      const { recorder, recordings } = io
      try {
        if (!recorder.isSupported()) return showError(VOICE_TEXT.unsupported)
        const made = await recorder.start(
          (part) => void recordings.addPart(id, part).then((isKept) => isKept || set({ storageFailed: true })),
          () => void stopAndTranscribe(),
        )
        // The user left the editor while the browser asked for permission.
        if (action.aborted) return void made.stop()
        const at = Date.now()
        const recording = { id, draftKey, at, type: made.type, seconds: 0, written: false }
        activeRecording = { made, recording, began: performance.now() }
        set({ ...QUIET, status: 'listening', startedAt: at })
        limit = setTimeout(() => void stopAndTranscribe(), MAX_RECORDING_SECONDS * 1000)
        void recordings.acquire(id)
        void recordings.create(person, recording).then((isKept) => set({ storageFailed: !isKept }))
      } catch (error) {
        if (!action.aborted) showError(VOICE_TEXT.noMicrophone)
        console.warn('The microphone is not available.', error)
      }
    }

    const stopAndTranscribe = async (): Promise<void> => {
      if (!activeRecording) return
      const place = target
      const action = startAction()
      set({ status: 'processing', startedAt: null })
      const recording = await endRecording()
      await list()
      if (action.aborted) return
      if (recording && recording.seconds < MIN_RECORDING_SECONDS) {
        await get().discard(recording)
        return showError(VOICE_ERROR_TEXT.tooShort)
      }
      if (recording && place) await transcribe(recording, place)
      else set(QUIET)
    }

    const transcribe = async (recording: Recording, place: VoiceTarget): Promise<void> => {
      const action = startAction()
      get().stopAnswer()
      set({ ...QUIET, status: 'processing' })
      try {
        const { recordings, processVoice } = await load()
        const sound = await recordings.read(recording)
        const { logText, reply, audioResponse } = await processVoice(sound, action)
        if (action.aborted) return
        if (logText === '') return showError(reply || VOICE_TEXT.failed)
        place.onText(logText)
        answerSound = audioResponse === null ? undefined : bytesOf(audioResponse)
        await saveRecording({ ...recording, draftKey: place.draftKey, written: true })
        await list()
        if (!action.aborted) set({ ...QUIET, answer: { reply, spoken: answerSound !== undefined } })
      } catch (error) {
        if (action.aborted) return
        if (!(error instanceof ApiError)) console.warn('The recording could not be processed.', error)
        showError(error instanceof ApiError ? error.message : VOICE_TEXT.unknown)
      }
    }

    /** Ends all actions in progress and ignores their results. A recording in progress is stored. */
    const quit = async (): Promise<void> => {
      startAction()
      get().stopAnswer()
      answerSound = undefined
      target = undefined
      set(QUIET)
      await endRecording()
    }

    session.onEnd(() => void quit())

    return {
      ...QUIET,
      storedRecordings: [],
      storageFailed: false,
      async removeRecordings() {
        if (uid !== null) await (await load()).recordings.removeAll(uid)
      },
      async attachTarget(place) {
        target = place
        await list()
      },
      leaveEditor() {
        void quit()
          .then(async () => (await load()).recordings.releaseAll())
          .catch(() => {})
      },
      async toggleRecording() {
        const { status } = get()
        if (status === 'processing' || asking) return
        if (status === 'listening') return stopAndTranscribe()
        if (uid === null) return showError(VOICE_TEXT.needsUser)
        get().stopAnswer()
        if (!target) return
        asking = true
        await startRecording(uid, target).finally(() => (asking = false))
      },
      async cancel() {
        if (get().status === 'idle') return
        startAction()
        set(QUIET)
        const recording = await endRecording()
        if (recording) await get().discard(recording)
      },
      async retry(recording) {
        if (get().status !== 'idle' || asking || !target) return
        const place = target
        if (await (await load()).recordings.acquire(recording.id)) await transcribe(recording, place)
        else await list()
      },
      async discard({ id }) {
        const { recordings } = await load()
        if (await recordings.acquire(id)) await recordings.remove(id)
        set({ error: null })
        await list()
      },
      async download(recording) {
        try {
          const { recordings, saveFile } = await load()
          saveFile(recording, await recordings.read(recording))
        } catch (error) {
          console.warn('The recording could not be read.', error)
          showError(VOICE_TEXT.failed)
        }
      },
      accept(draftKey) {
        const accepted = get().storedRecordings.filter((one) => one.written && one.draftKey === draftKey)
        set({ storedRecordings: get().storedRecordings.filter((one) => !accepted.includes(one)) })
        void load()
          .then(({ recordings }) => Promise.all(accepted.map(({ id }) => recordings.remove(id))))
          .catch(() => {})
      },
      async hasStoredRecordings() {
        // If the code cannot be loaded, stored recordings can be neither listed nor transcribed.
        await list().catch(() => {})
        return get().storedRecordings.length > 0
      },
      wasSpoken: (draftKey) => get().storedRecordings.some((one) => one.written && one.draftKey === draftKey),
      async playAnswer(volume) {
        if (!answerSound) return
        const mine = ++speechGeneration
        const { speaker } = await load()
        set({ speaking: true })
        await speaker
          .play(answerSound, volume)
          .catch((error: unknown) => console.warn('The spoken answer could not be played.', error))
        if (speechGeneration === mine) set({ speaking: false })
      },
      stopAnswer() {
        if (!get().speaking) return
        speechGeneration++
        set({ speaking: false })
        void load().then(({ speaker }) => speaker.stop())
      },
      inputLevel: () => activeRecording?.made.level() ?? 0,
    }
  }

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))

export const useVoice = defineUserStore((session) =>
  voiceState(
    session,
    async () => (await import('#src/io/voice/voice.ts')).voiceIo,
    () => crypto.randomUUID(),
  ),
)
