import { create, type StateCreator } from 'zustand'
import { RADIO_TEXT } from '#domain/messages.ts'
import { DEFAULT_PREFERENCES } from '#domain/preferences.ts'
import { StationNotConfigured } from '#domain/stationNotConfigured.ts'
import type { StationKey } from '#domain/stations.ts'
import type { RadioPlayer } from '#src/io/radio/player.ts'

/** Specification §4. */
export type RadioStatus = 'paused' | 'loading' | 'playing' | 'error'

export type RadioState = {
  readonly station: StationKey | null
  readonly status: RadioStatus
  /** What went wrong, while the status is `error`. */
  readonly fault: string | null
  /** 0 to 1. */
  readonly volume: number
  /** Plays this station in place of any other. What goes wrong is in the state. */
  readonly play: (station: StationKey) => Promise<void>
  /** Stops the sound; the station stays. */
  readonly pause: () => void
  readonly setVolume: (volume: number) => void
  /** Nobody listens any more: stops, and forgets the station. */
  readonly close: () => void
}

export type RadioIo = {
  readonly streamOf: (station: StationKey) => Promise<string>
  readonly player: RadioPlayer
}

/** Whether it sounds, or is about to. */
export const isOn = ({ status }: Pick<RadioState, 'status'>): boolean => status === 'playing' || status === 'loading'

const SILENT = { status: 'paused', fault: null } as const

/** @param load brings the radio's code; the same each time */
export const radioState =
  (load: () => Promise<RadioIo>): StateCreator<RadioState> =>
  (set, get) => {
    /** Grows with every play and stop: what belongs to an older one says nothing more. */
    let turn = 0
    let io: RadioIo | undefined

    const need = async (): Promise<RadioIo> => {
      const found = await load()
      if (io === undefined) {
        io = found
        io.player.onBreak(() => {
          if (get().status === 'playing') fail(RADIO_TEXT.loadFailed)
        })
      }
      return io
    }

    const fail = (fault: string): void => {
      turn++
      io?.player.stop()
      set({ status: 'error', fault })
    }

    return {
      station: null,
      ...SILENT,
      volume: DEFAULT_PREFERENCES.radioVolume,
      async play(station) {
        const started = ++turn
        const failed = get().status === 'playing' ? RADIO_TEXT.switchFailed : RADIO_TEXT.startFailed
        set({ station, status: 'loading', fault: null })
        const address = await need()
          .then(({ streamOf }) => streamOf(station))
          .catch((error: unknown) => {
            if (turn !== started) return
            console.warn('The station has no address.', error)
            fail(error instanceof StationNotConfigured ? RADIO_TEXT.notConfigured : failed)
          })
        if (turn !== started || address === undefined || !io) return
        try {
          await io.player.play(address, get().volume)
          if (turn === started) set({ status: 'playing' })
        } catch (error) {
          if (turn !== started) return
          console.warn('The station does not play.', error)
          // A browser that wants to be touched first is no fault (specification §8).
          if (isBlocked(error)) get().pause()
          else fail(RADIO_TEXT.loadFailed)
        }
      },
      pause() {
        turn++
        io?.player.stop()
        set(SILENT)
      },
      setVolume(volume) {
        io?.player.setVolume(volume)
        set({ volume })
      },
      close() {
        get().pause()
        set({ station: null })
      },
    }
  }

const isBlocked = (error: unknown): boolean => error instanceof DOMException && error.name === 'NotAllowedError'

export const useRadio = create(
  radioState(async () => {
    const [{ streamOf }, { radioPlayer }] = await Promise.all([
      import('#src/io/radio/directory.ts'),
      import('#src/io/radio/player.ts'),
    ])
    return { streamOf, player: radioPlayer }
  }),
)
