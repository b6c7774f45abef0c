import { create, type StateCreator } from 'zustand'
import { RADIO_TEXT } from '#domain/messages.ts'
import { DEFAULT_PREFERENCES } from '#domain/account/preferences.ts'
import {
  effectiveVolume,
  RETRY_DELAYS_MS,
  STALL_TIMEOUT_MS,
  START_TIMEOUT_MS,
  STEADY_PLAYBACK_MS,
  WATCH_INTERVAL_MS,
} from '#domain/radio/playback.ts'
import { StationNotConfigured } from '#domain/errors.ts'
import { stationOf, type StationKey } from '#domain/radio/stations.ts'
import type { StationDirectory } from '#src/io/radio/directory.ts'
import type { RadioPlayer, StreamEvent } from '#src/io/radio/player.ts'
import type { RadioTabs } from '#src/io/radio/tabs.ts'

/** Specification §4. */
export type RadioStatus = 'paused' | 'loading' | 'playing' | 'error'

export type RadioState = {
  readonly station: StationKey | null
  readonly status: RadioStatus
  /** What went wrong, while the status is `error`. */
  readonly error: string | null
  /** The stream was lost and is asked for again: which time that is, from 1; 0 while nothing is lost. */
  readonly retry: number
  /** 0 to 1. */
  readonly volume: number
  /** Whether only the device's own buttons change how loud it is; known once it has played. */
  readonly volumeIsFixed: boolean
  /** After how many minutes the sleep timer was set to end it, and when that is, in milliseconds since 1970. */
  readonly sleep: { readonly minutes: number; readonly at: number } | null
  /** Plays this station in place of any other. What goes wrong is in the state. */
  readonly play: (station: StationKey) => Promise<void>
  /** Plays this station, or pauses it where it is on. */
  readonly toggle: (station: StationKey) => Promise<void>
  /** Switches to this station: what plays goes on playing, what does not stays silent. */
  readonly tune: (station: StationKey) => void
  /** Stops the sound; the station stays. */
  readonly pause: () => void
  readonly setVolume: (volume: number) => void
  /** Makes room for somebody who speaks into the microphone. */
  readonly duck: (ducked: boolean) => void
  /** Ends it after so many minutes; null lets it play. */
  readonly setSleepTimer: (minutes: number | null) => void
  /** The network is back: a stream that was lost is asked for at once. */
  readonly retryNow: () => void
  /** How loud each band is now, where the station lets one look. */
  readonly spectrum: () => Uint8Array | undefined
  /** Nobody listens any more: stops, and forgets the station. */
  readonly close: () => void
}

export type RadioDeps = {
  readonly directory: Pick<StationDirectory, 'streamOf'>
  readonly player: RadioPlayer
  readonly tabs: RadioTabs
}

/** Whether it sounds, or is about to. */
export const isOn = ({ status }: Pick<RadioState, 'status'>): boolean => status === 'playing' || status === 'loading'

const SILENT = { status: 'paused', error: null, retry: 0 } as const
const MINUTE_MS = 60_000

/** @param load brings the radio's code; the same each time */
export const radioState =
  (load: () => Promise<RadioDeps>): StateCreator<RadioState> =>
  (set, get) => {
    /** Grows with every play and stop: what belongs to an older one says nothing more. */
    let generation = 0
    let io: RadioDeps | undefined
    let ducked = false
    /** Which of the waits a stream gets that is lost now: longer each time, until one has played for a while. */
    let backoffStep = 0
    let watching: ReturnType<typeof setInterval> | undefined
    let retrying: ReturnType<typeof setTimeout> | undefined
    let sleeping: ReturnType<typeof setTimeout> | undefined

    const loadIo = async (): Promise<RadioDeps> => {
      const found = await load()
      if (io === undefined) {
        io = found
        set({ volumeIsFixed: io.player.volumeIsFixed })
        io.player.onEvent((event) => EVENT_HANDLERS[event]())
        io.tabs.onClaim(() => {
          if (isOn(get())) get().pause()
        })
      }
      return io
    }

    /** Nothing that was begun goes on here. The stream stays as it is. */
    const cancelPending = (): void => {
      generation++
      clearInterval(watching)
      clearTimeout(retrying)
    }

    /** Ends what sounds, and whatever would begin. */
    const stopStream = (): void => {
      cancelPending()
      io?.player.stop()
    }

    /** The system has paused the stream. It is kept: the system may give it back. */
    const yieldToSystem = (): void => {
      if (!isOn(get())) return
      cancelPending()
      set(SILENT)
    }

    /** The turn in which the system has given the stream back, and it does not sound yet. */
    let resumingGeneration: number | undefined

    const resume = (): void => {
      if (get().status !== 'paused') return
      cancelPending()
      resumingGeneration = generation
      set({ ...SILENT, status: 'loading' })
      // What does not begin to sound, because the station has hung up meanwhile, is lost.
      watch()
    }

    /** What the radio does about what happens to its stream. */
    const EVENT_HANDLERS: { readonly [Event in StreamEvent]: () => void } = {
      lost: () => {
        if (get().status === 'playing' || resumingGeneration === generation) handleLostStream()
      },
      paused: yieldToSystem,
      resumed: resume,
      sounds: () => {
        if (resumingGeneration === generation) markPlaying()
      },
    }

    const markPlaying = (): void => {
      resumingGeneration = undefined
      set({ status: 'playing', retry: 0 })
      io?.tabs.claim()
      watch()
    }

    const fail = (fault: string): void => {
      stopStream()
      set({ status: 'error', error: fault, retry: 0 })
    }

    /** Looks whether the stream's time goes on. */
    const watch = (): void => {
      clearInterval(watching)
      let position = -1
      let moved = Date.now()
      const begun = moved
      watching = setInterval(() => {
        const now = Date.now()
        const found = io?.player.position() ?? 0
        if (found !== position) moved = now
        position = found
        if (now - moved >= STALL_TIMEOUT_MS) handleLostStream()
        else if (now - begun >= STEADY_PLAYBACK_MS) backoffStep = 0
      }, WATCH_INTERVAL_MS)
    }

    /** The stream is lost: it is asked for again, at its live end. */
    const handleLostStream = (): void => {
      stopStream()
      const retry = get().retry + 1
      if (retry > RETRY_DELAYS_MS.length) return fail(RADIO_TEXT.loadFailed)
      set({ status: 'loading', retry })
      retrying = setTimeout(retryPlayback, RETRY_DELAYS_MS[Math.min(backoffStep++, RETRY_DELAYS_MS.length - 1)])
    }

    const retryPlayback = (): void => {
      const { station } = get()
      if (station === null) return
      clearTimeout(retrying)
      void start(station, handleLostStream)
    }

    /** @param failed what becomes of it where it does not play, with what to say of that */
    const start = async (station: StationKey, failed: (fault: string | undefined) => void): Promise<void> => {
      const started = ++generation
      // A station that takes the call and says nothing: the promise of its sound would never be kept, or broken.
      const late = setTimeout(() => {
        if (generation === started) failed(RADIO_TEXT.loadFailed)
      }, START_TIMEOUT_MS)
      let fault: string | undefined
      try {
        const { directory, player } = await loadIo()
        const address = await directory.streamOf(station)
        if (generation !== started) return
        fault = RADIO_TEXT.loadFailed
        const { cors, loop = false } = stationOf(station)
        await player.play({ address, cors, loop }, effectiveVolume(get().volume, ducked))
        if (generation !== started) return
        markPlaying()
      } catch (error) {
        if (generation !== started) return
        if (isPaused(error)) return yieldToSystem()
        console.warn('The station does not play.', error)
        // A browser that wants to be touched first is no fault (specification §8).
        if (isBlocked(error)) get().pause()
        else if (error instanceof StationNotConfigured) fail(RADIO_TEXT.notConfigured)
        else failed(fault)
      } finally {
        clearTimeout(late)
      }
    }

    return {
      station: null,
      ...SILENT,
      volume: DEFAULT_PREFERENCES.radioVolume,
      volumeIsFixed: false,
      sleep: null,
      async play(station) {
        const without = get().status === 'playing' ? RADIO_TEXT.switchFailed : RADIO_TEXT.startFailed
        stopStream()
        backoffStep = 0
        set({ ...SILENT, station, status: 'loading' })
        await start(station, (fault = without) => fail(fault))
      },
      async toggle(station) {
        if (station === get().station && isOn(get())) get().pause()
        else await get().play(station)
      },
      tune(station) {
        if (station === get().station) return
        if (isOn(get())) return void get().play(station)
        // What the system has paused and may give back is the station before.
        stopStream()
        set({ ...SILENT, station })
      },
      pause() {
        stopStream()
        set(SILENT)
      },
      setVolume(volume) {
        io?.player.setVolume(effectiveVolume(volume, ducked))
        set({ volume })
      },
      duck(wanted) {
        ducked = wanted
        get().setVolume(get().volume)
      },
      setSleepTimer(minutes) {
        clearTimeout(sleeping)
        if (minutes === null) return set({ sleep: null })
        set({ sleep: { minutes, at: Date.now() + minutes * MINUTE_MS } })
        sleeping = setTimeout(() => {
          set({ sleep: null })
          get().pause()
        }, minutes * MINUTE_MS)
      },
      retryNow() {
        if (get().retry > 0 && get().status === 'loading') retryPlayback()
      },
      spectrum: () => io?.player.spectrum(),
      close() {
        get().setSleepTimer(null)
        get().pause()
        set({ station: null })
      },
    }
  }

/** Paused before it sounded: by the system, where this is still its turn. */
const isPaused = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'
const isBlocked = (error: unknown): boolean => error instanceof DOMException && error.name === 'NotAllowedError'

export const useRadio = create(
  radioState(async () => {
    const [{ radioDirectory }, { radioPlayer }, { radioTabs }] = await Promise.all([
      import('#src/io/radio/directory.ts'),
      import('#src/io/radio/player.ts'),
      import('#src/io/radio/tabs.ts'),
    ])
    return { directory: radioDirectory, player: radioPlayer, tabs: radioTabs }
  }),
)
