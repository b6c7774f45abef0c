import { create, type StateCreator } from 'zustand'
import { SONG_REFRESH_MS, type Song } from '#domain/radio/song.ts'
import type { StationKey } from '#domain/radio/stations.ts'
import type { StationDirectory } from '#src/io/radio/directory.ts'

/** What a station plays. */
export type SongsState = {
  readonly station: StationKey | null
  /** The newest first; null until they are known. */
  readonly songs: readonly Song[] | null
  /** They could not be asked for, the last time. */
  readonly failed: boolean
  /** Whose songs they are; null for none. */
  readonly setStation: (station: StationKey | null) => void
  /** Somebody hears them. */
  readonly isHeard: boolean
  /** Somebody hears them, or not. */
  readonly setHeard: (listening: boolean) => void
  /** Somebody looks at them, until they call what this answers. */
  readonly addViewer: () => () => void
}

/** Asks for the songs every 30 s, only while somebody looks or listens. */
export const songsState =
  (load: () => Promise<Pick<StationDirectory, 'songsOf'>>): StateCreator<SongsState> =>
  (set, get) => {
    let viewerCount = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    /** When they were asked for, in milliseconds since 1970; null for a station that was not asked yet. */
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

    /** Goes on from when they were asked for the last time, or stops. */
    const schedule = (): void => {
      clearTimeout(timer)
      if (get().station === null || !(get().isHeard || viewerCount > 0)) return
      const due = asked === null ? 0 : asked + SONG_REFRESH_MS - Date.now()
      if (due <= 0) void ask()
      else timer = setTimeout(() => void ask(), due)
    }

    return {
      station: null,
      songs: null,
      failed: false,
      isHeard: false,
      setStation(station) {
        if (station === get().station) return
        set({ station, songs: null, failed: false })
        asked = null
        schedule()
      },
      setHeard(heard) {
        set({ isHeard: heard })
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

/** The song that is on; none while the radio is silent, whose last one is long over. */
export const songOnAir = ({ isHeard, songs }: SongsState): Song | undefined => (isHeard ? songs?.[0] : undefined)

export const useSongs = create(songsState(async () => (await import('#src/io/radio/directory.ts')).radioDirectory))
