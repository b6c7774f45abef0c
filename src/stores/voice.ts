import { create, type StateCreator } from 'zustand'
import { ApiError } from '#domain/errors.ts'
import { VOICE_TEXT } from '#domain/messages.ts'
import { MAX_RECORDING_SECONDS, MIN_RECORDING_SECONDS } from '#domain/analysis/voice.ts'
import type { FunctionsIo } from '#src/io/firebase/functions.ts'
import type { Recorder, ActiveRecording } from '#src/io/voice/recorder.ts'
import type { Recording, RecordingsIo } from '#src/io/voice/recordings.ts'
import type { Speaker } from '#src/io/voice/speaker.ts'

export type { Recording }

/** Specification §4. */
export type VoiceStatus = 'idle' | 'listening' | 'processing'

/** Where what is said goes. */
export type VoiceTarget = {
  /** The draft that is written. */
  readonly draftKey: string
  /** Puts the text of a recording into it. */
  readonly onText: (text: string) => void
}

export type VoiceState = {
  readonly uid: string | null
  readonly status: VoiceStatus
  /** When the recording was begun, in milliseconds since 1970, while it is made. */
  readonly startedAt: number | null
  /** What went wrong last, until something else is tried. */
  readonly error: string | null
  /** What was answered last; `spoken` whether it can be heard. */
  readonly answer: { readonly reply: string; readonly spoken: boolean } | null
  /** The answer is being said. */
  readonly speaking: boolean
  /** Recordings that this device keeps and no other tab is at, the oldest first. */
  readonly storedRecordings: readonly Recording[]
  /** The last recording could not be kept: the device's storage is full or blocked. */
  readonly storageFailed: boolean
  readonly open: (uid: string) => void
  readonly close: () => void
  /** Removes all of somebody's recordings from the device: they signed out. */
  readonly forget: (uid: string) => Promise<void>
  /** Somebody may speak here. */
  readonly attachTarget: (listening: VoiceTarget) => Promise<void>
  /** Nobody does any more: what is being recorded ends, and is kept. */
  readonly detachTarget: () => void
  /** Begins to record; while it records, ends it and has it written down. What goes wrong is in the state. */
  readonly toggleRecording: () => Promise<void>
  /** Ends the recording and throws it away; while it is written down, waits no longer, and keeps it. */
  readonly cancel: () => Promise<void>
  /** Has a kept recording written down, once more if it was already. */
  readonly retry: (recording: Recording) => Promise<void>
  readonly discard: (recording: Recording) => Promise<void>
  /** Hands a recording to the browser as a file. */
  readonly download: (recording: Recording) => Promise<void>
  /** The text is accepted: the recordings that this draft has it from go. */
  readonly accept: (draftKey: string) => void
  /** Whether this device keeps something that was said and is in no accepted text. */
  readonly hasStoredRecordings: () => Promise<boolean>
  /** Whether something in this draft was spoken. */
  readonly wasSpoken: (draftKey: string) => boolean
  /** Says the last answer. @param volume 0 to 1 */
  readonly playAnswer: (volume: number) => Promise<void>
  readonly stopAnswer: () => void
  /** How loud it is now, 0 to 1. */
  readonly inputLevel: () => number
}

export type VoiceDeps = {
  readonly recorder: Recorder
  readonly recordings: RecordingsIo
  readonly speaker: Speaker
  readonly processVoice: FunctionsIo['processVoice']
  readonly saveFile: (recording: Recording, sound: Blob) => void
}

const TOO_SHORT = 'Nothing was recorded. Press, speak, and press again.'

const QUIET = { status: 'idle', startedAt: null, error: null, answer: null, speaking: false } as const

/** @param load brings the assistant's code; the same each time */
export const voiceState =
  (load: () => Promise<VoiceDeps>, newId: () => string): StateCreator<VoiceState> =>
  (set, get) => {
    let target: VoiceTarget | undefined
    /** `began` by a clock that nobody sets. */
    let activeRecording:
      | { readonly made: ActiveRecording; readonly uid: string; readonly recording: Recording; readonly began: number }
      | undefined
    let answerSound: Uint8Array<ArrayBuffer> | undefined
    let limit: ReturnType<typeof setTimeout> | undefined
    /** Grows with whatever ends what went on before: that says nothing more. */
    let generation = 0
    let asking = false
    /** Grows with every answer that is said or hushed. */
    let speechGeneration = 0
    let pendingRequest: AbortController | undefined

    const showError = (fault: string): void => set({ ...QUIET, error: fault })

    const list = async (): Promise<void> => {
      const { uid } = get()
      if (uid === null) return
      const kept = await (await load()).recordings.list(uid)
      if (get().uid === uid) set({ storedRecordings: kept })
    }

    const saveRecording = async (uid: string, recording: Recording): Promise<void> => {
      const isKept = await (await load()).recordings.save(uid, recording)
      set({ storageFailed: !isKept })
    }

    /** The microphone is off when this is done, and all that was said is kept. */
    const endRecording = async (): Promise<Recording | undefined> => {
      const ended = activeRecording
      activeRecording = undefined
      clearTimeout(limit)
      if (!ended) return undefined
      await ended.made.stop()
      const recording = { ...ended.recording, seconds: (performance.now() - ended.began) / 1000 }
      await saveRecording(ended.uid, recording)
      return recording
    }

    const startRecording = async (uid: string, { draftKey }: VoiceTarget): Promise<void> => {
      const mine = ++generation
      const id = newId()
      // Offline its code may be missing.
      const io = await load().catch(() => undefined)
      if (!io) return showError(VOICE_TEXT.failed)
      const { recorder, recordings } = io
      try {
        if (!recorder.isSupported()) return showError(VOICE_TEXT.unsupported)
        const made = await recorder.start(
          (part) => void recordings.addPart(id, part).then((isKept) => isKept || set({ storageFailed: true })),
          () => void stopAndTranscribe(),
        )
        // Somebody has gone away while the browser asked whether it may.
        if (generation !== mine) return void made.stop()
        const at = Date.now()
        const recording = { id, draftKey, at, type: made.type, seconds: 0, written: false }
        activeRecording = { made, uid, recording, began: performance.now() }
        set({ ...QUIET, status: 'listening', startedAt: at })
        limit = setTimeout(() => void stopAndTranscribe(), MAX_RECORDING_SECONDS * 1000)
        void recordings.acquire(id)
        void recordings.create(uid, recording).then((isKept) => set({ storageFailed: !isKept }))
      } catch (error) {
        if (generation === mine) showError(VOICE_TEXT.noMicrophone)
        console.warn('There is no microphone.', error)
      }
    }

    const stopAndTranscribe = async (): Promise<void> => {
      if (!activeRecording) return
      const place = target
      const { uid } = activeRecording
      const mine = ++generation
      set({ status: 'processing', startedAt: null })
      const recording = await endRecording()
      await list()
      if (generation !== mine) return
      if (recording && recording.seconds < MIN_RECORDING_SECONDS) {
        await get().discard(recording)
        return showError(TOO_SHORT)
      }
      if (recording && place) await transcribe(uid, recording, place)
      else set(QUIET)
    }

    const transcribe = async (uid: string, recording: Recording, place: VoiceTarget): Promise<void> => {
      const mine = ++generation
      get().stopAnswer()
      set({ ...QUIET, status: 'processing' })
      pendingRequest = new AbortController()
      try {
        const { recordings, processVoice } = await load()
        const sound = await recordings.read(recording)
        const { logText, reply, audioResponse } = await processVoice(sound, pendingRequest.signal)
        if (generation !== mine) return
        if (logText === '') return showError(reply || VOICE_TEXT.failed)
        place.onText(logText)
        answerSound = audioResponse === null ? undefined : bytesOf(audioResponse)
        await saveRecording(uid, { ...recording, draftKey: place.draftKey, written: true })
        await list()
        if (generation === mine) set({ ...QUIET, answer: { reply, spoken: answerSound !== undefined } })
      } catch (error) {
        if (generation !== mine) return
        if (!(error instanceof ApiError)) console.warn('The recording could not be processed.', error)
        showError(error instanceof ApiError ? error.message : VOICE_TEXT.unknown)
      }
    }

    /** Whatever goes on ends, and says nothing more; what is being recorded is kept. */
    const quit = async (): Promise<void> => {
      generation++
      pendingRequest?.abort()
      get().stopAnswer()
      answerSound = undefined
      target = undefined
      set(QUIET)
      await endRecording()
    }

    return {
      uid: null,
      ...QUIET,
      storedRecordings: [],
      storageFailed: false,
      open: (uid) => set({ uid, storedRecordings: [], storageFailed: false }),
      close() {
        void quit()
        set({ uid: null, storedRecordings: [], storageFailed: false })
      },
      forget: async (uid) => (await load()).recordings.forget(uid),
      async attachTarget(place) {
        target = place
        await list()
      },
      detachTarget() {
        void quit()
          .then(async () => (await load()).recordings.releaseAll())
          .catch(() => {})
      },
      async toggleRecording() {
        const { status, uid } = get()
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
        generation++
        pendingRequest?.abort()
        set(QUIET)
        const recording = await endRecording()
        if (recording) await get().discard(recording)
      },
      async retry(recording) {
        const { status, uid } = get()
        if (status !== 'idle' || asking || !target || uid === null) return
        const place = target
        if (await (await load()).recordings.acquire(recording.id)) await transcribe(uid, recording, place)
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
        // Without its code there is nothing that could be done about them.
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
          .catch((error: unknown) => console.warn('The answer cannot be heard.', error))
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

export const useVoice = create(
  voiceState(
    async () => (await import('#src/io/voice/voice.ts')).voiceIo,
    () => crypto.randomUUID(),
  ),
)
