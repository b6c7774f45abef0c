import { create, type StateCreator } from 'zustand'
import { RADIO_TEXT } from '#domain/texts/specification.ts'
import { DEFAULT_PREFERENCES } from '#domain/account/preferences.ts'
import {
  effectiveVolume,
  RETRY_DELAYS_MS,
  STALL_TIMEOUT_MS,
  START_TIMEOUT_MS,
  STEADY_PLAYBACK_MS,
  STALL_CHECK_INTERVAL_MS,
} from '#domain/radio/playback.ts'
import { StationNotConfigured } from '#domain/errors.ts'
import { stationOf, type StationKey } from '#domain/radio/stations.ts'
import type { StationDirectory } from '#src/io/radio/directory.ts'
import type { RadioPlayer, StreamEvent } from '#src/io/radio/player.ts'
import type { RadioTabs } from '#src/io/radio/tabs.ts'

/** The states of the radio (specification §4). */
export type RadioStatus = 'paused' | 'loading' | 'playing' | 'error'

export type RadioState = {
  readonly station: StationKey | null
  readonly status: RadioStatus
  /** The error message while the status is `error`. */
  readonly error: string | null
  /** The number of the current retry of a lost stream, from 1; 0 while no stream is lost. */
  readonly retry: number
  /** The chosen volume, 0 to 1. */
  readonly volume: number
  /**
   * Whether the volume can be changed only with the buttons of the device. Unknown until the radio has been used once.
   */
  readonly volumeIsFixed: boolean
  /**
   * The sleep timer: the minutes that the user has chosen, and the time `at` which the timer ends, in milliseconds
   * since 1970.
   */
  readonly sleep: { readonly minutes: number; readonly at: number } | null
  /** Plays this station instead of the current station. Errors are stored in the state. */
  readonly play: (station: StationKey) => Promise<void>
  /** Plays this station, or pauses it if it is playing or loading. */
  readonly toggle: (station: StationKey) => Promise<void>
  /** Selects this station. If the radio is on, it plays the station; if the radio is paused, it stays silent. */
  readonly tune: (station: StationKey) => void
  /** Stops playback; the station stays selected. */
  readonly pause: () => void
  readonly setVolume: (volume: number) => void
  /** Lowers the volume while the user speaks into the microphone. */
  readonly duck: (ducked: boolean) => void
  /** Pauses the radio after this many minutes; null turns the timer off. */
  readonly setSleepTimer: (minutes: number | null) => void
  /** Retries a lost stream immediately, because the network is back. */
  readonly retryNow: () => void
  /**
   * Returns the loudness of each frequency band of the sound; undefined if the station does not allow access to its
   * samples.
   */
  readonly spectrum: () => Uint8Array | undefined
  /** Stops playback and clears the station. */
  readonly close: () => void
}

export type RadioDeps = {
  readonly directory: Pick<StationDirectory, 'streamOf'>
  readonly player: RadioPlayer
  readonly tabs: RadioTabs
}

/** Whether the radio is playing or loading. */
export const isRadioOn = ({ status }: Pick<RadioState, 'status'>): boolean =>
  status === 'playing' || status === 'loading'

const SILENT = { status: 'paused', error: null, retry: 0 } as const
const MINUTE_MS = 60_000

/** @param load loads the radio's code; every call must return the same dependencies */
export const radioState =
  (load: () => Promise<RadioDeps>): StateCreator<RadioState> =>
  (set, get) => {
    /** The current attempt to play a stream. Every play and stop aborts it, so that its late results are ignored. */
    let attempt = new AbortController()
    let io: RadioDeps | undefined
    let ducked = false
    /** The index of the next retry delay. Delays grow until a stream has played for a while. */
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
          if (isRadioOn(get())) get().pause()
        })
      }
      return io
    }

    /** Cancels all pending timers and ignores pending results. The state of the stream does not change. */
    const cancelPending = (): void => {
      attempt.abort()
      clearInterval(watching)
      clearTimeout(retrying)
    }

    const beginAttempt = (): AbortSignal => {
      cancelPending()
      attempt = new AbortController()
      return attempt.signal
    }

    /** Stops the stream, cancels all pending timers and ignores pending results. */
    const stopStream = (): void => {
      cancelPending()
      io?.player.stop()
    }

    /**
     * Shows the radio as paused after the operating system has paused the stream. The stream is not stopped, because
     * the operating system may resume it.
     */
    const yieldToSystem = (): void => {
      if (!isRadioOn(get())) return
      cancelPending()
      set(SILENT)
    }

    /** Set while a stream that the operating system has resumed is not audible yet. */
    let resuming: AbortSignal | undefined
    const isResuming = (): boolean => resuming?.aborted === false

    const resume = (): void => {
      if (get().status !== 'paused') return
      resuming = beginAttempt()
      set({ ...SILENT, status: 'loading' })
      // If the station has closed the connection during the pause, `watch` detects that the stream is lost.
      watch()
    }

    const EVENT_HANDLERS: { readonly [Event in StreamEvent]: () => void } = {
      lost: () => {
        if (get().status === 'playing' || isResuming()) handleLostStream()
      },
      paused: yieldToSystem,
      resumed: resume,
      sounds: () => {
        if (isResuming()) markPlaying()
      },
    }

    const markPlaying = (): void => {
      resuming = undefined
      set({ status: 'playing', retry: 0 })
      io?.tabs.claim()
      watch()
    }

    const fail = (error: string): void => {
      stopStream()
      set({ status: 'error', error, retry: 0 })
    }

    /** Watches the playback position. A stream whose position stops advancing is lost. */
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
      }, STALL_CHECK_INTERVAL_MS)
    }

    /** Requests a lost stream again after a delay, or shows an error after the last retry. */
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

    /** @param failed called if the station does not play, with the error message */
    const start = async (station: StationKey, failed: (message: string | undefined) => void): Promise<void> => {
      const signal = beginAttempt()
      // If a server accepts the connection but sends nothing, the promise of `play` never settles.
      const late = setTimeout(() => {
        if (!signal.aborted) failed(RADIO_TEXT.loadFailed)
      }, START_TIMEOUT_MS)
      let message: string | undefined
      try {
        const { directory, player } = await loadIo()
        const address = await directory.streamOf(station)
        if (signal.aborted) return
        message = RADIO_TEXT.loadFailed
        const { cors, loop = false } = stationOf(station)
        await player.play({ address, cors, loop }, effectiveVolume(get().volume, ducked))
        if (signal.aborted) return
        markPlaying()
      } catch (error) {
        if (signal.aborted) return
        if (isPaused(error)) return yieldToSystem()
        console.warn('The station does not play.', error)
        // It is not an error if the browser requires a user gesture before playback (specification §8).
        if (isBlocked(error)) get().pause()
        else if (error instanceof StationNotConfigured) fail(RADIO_TEXT.notConfigured)
        else failed(message)
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
        await start(station, (message = without) => fail(message))
      },
      async toggle(station) {
        if (station === get().station && isRadioOn(get())) get().pause()
        else await get().play(station)
      },
      tune(station) {
        if (station === get().station) return
        if (isRadioOn(get())) return void get().play(station)
        // Stops a stream that the operating system has paused. Otherwise, the operating system could resume the
        // previous station.
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

/** Whether the operating system paused the stream before it was audible. */
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
