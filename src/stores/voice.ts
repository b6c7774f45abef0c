import { create, type StateCreator } from 'zustand'
import { CallFailed } from '#domain/errors.ts'
import { VOICE_TEXT } from '#domain/messages.ts'
import { MAX_RECORDING_SECONDS, MIN_RECORDING_SECONDS } from '#domain/analysis/voice.ts'
import type { FunctionsIo } from '#src/io/firebase/functions.ts'
import type { Recorder, Take } from '#src/io/voice/recorder.ts'
import type { Recording, RecordingsIo } from '#src/io/voice/recordings.ts'
import type { Speaker } from '#src/io/voice/speaker.ts'

export type { Recording }

/** Specification §4. */
export type VoiceStatus = 'idle' | 'listening' | 'processing'

/** Where what is said goes. */
export type Listening = {
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
  readonly fault: string | null
  /** What was answered last; `spoken` whether it can be heard. */
  readonly answer: { readonly reply: string; readonly spoken: boolean } | null
  /** The answer is being said. */
  readonly speaking: boolean
  /** Recordings that this device keeps and no other tab is at, the oldest first. */
  readonly kept: readonly Recording[]
  /** The last recording could not be kept: the device's storage is full or blocked. */
  readonly unkept: boolean
  readonly open: (uid: string) => void
  readonly close: () => void
  /** Removes all of somebody's recordings from the device: they signed out. */
  readonly forget: (uid: string) => Promise<void>
  /** Somebody may speak here. */
  readonly enter: (listening: Listening) => Promise<void>
  /** Nobody does any more: what is being recorded ends, and is kept. */
  readonly leave: () => void
  /** Begins to record; while it records, ends it and has it written down. What goes wrong is in the state. */
  readonly press: () => Promise<void>
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
  readonly hasKept: () => Promise<boolean>
  /** Whether something in this draft was spoken. */
  readonly wasSpoken: (draftKey: string) => boolean
  /** Says the last answer. @param volume 0 to 1 */
  readonly speak: (volume: number) => Promise<void>
  readonly hush: () => void
  /** How loud it is now, 0 to 1. */
  readonly level: () => number
}

export type VoiceIo = {
  readonly recorder: Recorder
  readonly recordings: RecordingsIo
  readonly speaker: Speaker
  readonly hear: FunctionsIo['hear']
  readonly saveFile: (recording: Recording, sound: Blob) => void
}

const TOO_SHORT = 'Nothing was recorded. Press, speak, and press again.'

const QUIET = { status: 'idle', startedAt: null, fault: null, answer: null, speaking: false } as const

/** @param load brings the assistant's code; the same each time */
export const voiceState =
  (load: () => Promise<VoiceIo>, newId: () => string): StateCreator<VoiceState> =>
  (set, get) => {
    let here: Listening | undefined
    /** `began` by a clock that nobody sets. */
    let take:
      | { readonly made: Take; readonly uid: string; readonly recording: Recording; readonly began: number }
      | undefined
    let answerSound: Uint8Array<ArrayBuffer> | undefined
    let limit: ReturnType<typeof setTimeout> | undefined
    /** Grows with whatever ends what went on before: that says nothing more. */
    let turn = 0
    let asking = false
    /** Grows with every answer that is said or hushed. */
    let saying = 0
    let waiting: AbortController | undefined

    const fail = (fault: string): void => set({ ...QUIET, fault })

    const list = async (): Promise<void> => {
      const { uid } = get()
      if (uid === null) return
      const kept = await (await load()).recordings.list(uid)
      if (get().uid === uid) set({ kept })
    }

    const put = async (uid: string, recording: Recording): Promise<void> => {
      const isKept = await (await load()).recordings.save(uid, recording)
      set({ unkept: !isKept })
    }

    /** The microphone is off when this is done, and all that was said is kept. */
    const end = async (): Promise<Recording | undefined> => {
      const ended = take
      take = undefined
      clearTimeout(limit)
      if (!ended) return undefined
      await ended.made.stop()
      const recording = { ...ended.recording, seconds: (performance.now() - ended.began) / 1000 }
      await put(ended.uid, recording)
      return recording
    }

    const begin = async (uid: string, { draftKey }: Listening): Promise<void> => {
      const mine = ++turn
      const id = newId()
      // Offline its code may be missing.
      const io = await load().catch(() => undefined)
      if (!io) return fail(VOICE_TEXT.failed)
      const { recorder, recordings } = io
      try {
        if (!recorder.isSupported()) return fail(VOICE_TEXT.unsupported)
        const made = await recorder.start(
          (part) => void recordings.add(id, part).then((isKept) => isKept || set({ unkept: true })),
          () => void stop(),
        )
        // Somebody has gone away while the browser asked whether it may.
        if (turn !== mine) return void made.stop()
        const at = Date.now()
        const recording = { id, draftKey, at, type: made.type, seconds: 0, written: false }
        take = { made, uid, recording, began: performance.now() }
        set({ ...QUIET, status: 'listening', startedAt: at })
        limit = setTimeout(() => void stop(), MAX_RECORDING_SECONDS * 1000)
        void recordings.hold(id)
        void recordings.begin(uid, recording).then((isKept) => set({ unkept: !isKept }))
      } catch (error) {
        if (turn === mine) fail(VOICE_TEXT.noMicrophone)
        console.warn('There is no microphone.', error)
      }
    }

    const stop = async (): Promise<void> => {
      if (!take) return
      const place = here
      const { uid } = take
      const mine = ++turn
      set({ status: 'processing', startedAt: null })
      const recording = await end()
      await list()
      if (turn !== mine) return
      if (recording && recording.seconds < MIN_RECORDING_SECONDS) {
        await get().discard(recording)
        return fail(TOO_SHORT)
      }
      if (recording && place) await write(uid, recording, place)
      else set(QUIET)
    }

    const write = async (uid: string, recording: Recording, place: Listening): Promise<void> => {
      const mine = ++turn
      get().hush()
      set({ ...QUIET, status: 'processing' })
      waiting = new AbortController()
      try {
        const { recordings, hear } = await load()
        const sound = await recordings.read(recording)
        const { logText, reply, audioResponse } = await hear(sound, waiting.signal)
        if (turn !== mine) return
        if (logText === '') return fail(reply || VOICE_TEXT.failed)
        place.onText(logText)
        answerSound = audioResponse === null ? undefined : bytesOf(audioResponse)
        await put(uid, { ...recording, draftKey: place.draftKey, written: true })
        await list()
        if (turn === mine) set({ ...QUIET, answer: { reply, spoken: answerSound !== undefined } })
      } catch (error) {
        if (turn !== mine) return
        if (!(error instanceof CallFailed)) console.warn('The recording could not be processed.', error)
        fail(error instanceof CallFailed ? error.message : VOICE_TEXT.unknown)
      }
    }

    /** Whatever goes on ends, and says nothing more; what is being recorded is kept. */
    const quit = async (): Promise<void> => {
      turn++
      waiting?.abort()
      get().hush()
      answerSound = undefined
      here = undefined
      set(QUIET)
      await end()
    }

    return {
      uid: null,
      ...QUIET,
      kept: [],
      unkept: false,
      open: (uid) => set({ uid, kept: [], unkept: false }),
      close() {
        void quit()
        set({ uid: null, kept: [], unkept: false })
      },
      forget: async (uid) => (await load()).recordings.forget(uid),
      async enter(place) {
        here = place
        await list()
      },
      leave() {
        void quit()
          .then(async () => (await load()).recordings.letGo())
          .catch(() => {})
      },
      async press() {
        const { status, uid } = get()
        if (status === 'processing' || asking) return
        if (status === 'listening') return stop()
        if (uid === null) return fail(VOICE_TEXT.needsUser)
        get().hush()
        if (!here) return
        asking = true
        await begin(uid, here).finally(() => (asking = false))
      },
      async cancel() {
        if (get().status === 'idle') return
        turn++
        waiting?.abort()
        set(QUIET)
        const recording = await end()
        if (recording) await get().discard(recording)
      },
      async retry(recording) {
        const { status, uid } = get()
        if (status !== 'idle' || asking || !here || uid === null) return
        const place = here
        if (await (await load()).recordings.hold(recording.id)) await write(uid, recording, place)
        else await list()
      },
      async discard({ id }) {
        const { recordings } = await load()
        if (await recordings.hold(id)) await recordings.remove(id)
        set({ fault: null })
        await list()
      },
      async download(recording) {
        try {
          const { recordings, saveFile } = await load()
          saveFile(recording, await recordings.read(recording))
        } catch (error) {
          console.warn('The recording could not be read.', error)
          fail(VOICE_TEXT.failed)
        }
      },
      accept(draftKey) {
        const accepted = get().kept.filter((one) => one.written && one.draftKey === draftKey)
        set({ kept: get().kept.filter((one) => !accepted.includes(one)) })
        void load()
          .then(({ recordings }) => Promise.all(accepted.map(({ id }) => recordings.remove(id))))
          .catch(() => {})
      },
      async hasKept() {
        // Without its code there is nothing that could be done about them.
        await list().catch(() => {})
        return get().kept.length > 0
      },
      wasSpoken: (draftKey) => get().kept.some((one) => one.written && one.draftKey === draftKey),
      async speak(volume) {
        if (!answerSound) return
        const mine = ++saying
        const { speaker } = await load()
        set({ speaking: true })
        await speaker
          .say(answerSound, volume)
          .catch((error: unknown) => console.warn('The answer cannot be heard.', error))
        if (saying === mine) set({ speaking: false })
      },
      hush() {
        if (!get().speaking) return
        saying++
        set({ speaking: false })
        void load().then(({ speaker }) => speaker.stop())
      },
      level: () => take?.made.level() ?? 0,
    }
  }

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))

export const useVoice = create(
  voiceState(
    async () => (await import('#src/io/voice/voice.ts')).voiceIo,
    () => crypto.randomUUID(),
  ),
)
