import { create, type StateCreator } from 'zustand'
import { SONG_REFRESH_MS, type Song } from '#domain/radio/song.ts'
import type { StationKey } from '#domain/radio/stations.ts'
import type { StationDirectory } from '#src/io/radio/directory.ts'

/** The songs that a station has played. */
export type SongsState = {
  readonly station: StationKey | null
  /** The songs, the newest first; null until they are loaded. */
  readonly songs: readonly Song[] | null
  readonly failed: boolean
  /** Sets the station whose songs are loaded. If the station is null, no songs are loaded. */
  readonly setStation: (station: StationKey | null) => void
  /** Whether the radio is audible, so that the user hears the current song. */
  readonly isRadioPlaying: boolean
  readonly setRadioPlaying: (isRadioPlaying: boolean) => void
  /** Registers that a list of songs is shown, until the returned function is called. */
  readonly addViewer: () => () => void
}

/** Requests the songs every 30 s, but only while a list of songs is shown or the radio is audible. */
export const songsState =
  (load: () => Promise<Pick<StationDirectory, 'songsOf'>>): StateCreator<SongsState> =>
  (set, get) => {
    let viewerCount = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    /** When the songs were last requested, in milliseconds since 1970; null before the first request of a station. */
    let asked: number | null = null

    const ask = async (): Promise<void> => {
      const { station } = get()
      if (station === null) return
      asked = Date.now()
      timer = setTimeout(() => void ask(), SONG_REFRESH_MS)
      try {
        const songs = await (await load()).songsOf(station)
        if (get().station === station) set({ songs, failed: false })
      } catch (error) {
        console.warn('The songs could not be read.', error)
        if (get().station === station) set({ failed: true })
      }
    }

    /** Schedules the next request for 30 s after the last request, or stops polling. */
    const schedule = (): void => {
      clearTimeout(timer)
      if (get().station === null || !(get().isRadioPlaying || viewerCount > 0)) return
      const due = asked === null ? 0 : asked + SONG_REFRESH_MS - Date.now()
      if (due <= 0) void ask()
      else timer = setTimeout(() => void ask(), due)
    }

    return {
      station: null,
      songs: null,
      failed: false,
      isRadioPlaying: false,
      setStation(station) {
        if (station === get().station) return
        set({ station, songs: null, failed: false })
        asked = null
        schedule()
      },
      setRadioPlaying(isRadioPlaying) {
        set({ isRadioPlaying })
        schedule()
      },
      addViewer() {
        viewerCount++
        schedule()
        let over = false
        return () => {
          if (over) return
          over = true
          viewerCount--
          schedule()
        }
      },
    }
  }

/**
 * Returns the current song. Returns undefined while the radio is silent, because the last known song may then be
 * outdated.
 */
export const songOnAir = ({ isRadioPlaying, songs }: SongsState): Song | undefined =>
  isRadioPlaying ? songs?.[0] : undefined

export const useSongs = create(songsState(async () => (await import('#src/io/radio/directory.ts')).radioDirectory))
