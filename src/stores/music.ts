import { create, type StateCreator } from 'zustand'
import { MUSIC_FADE, type Track } from '#domain/radio/sounds.ts'
import type { MusicPlayer } from '#src/io/audio/music.ts'

/** Whether the radio is audible. Background music is silent while the radio plays. */
type RadioAudibility = 'silent' | 'loading' | 'playing'

export type MusicState = {
  /** The current volume, 0 to 1. */
  readonly volume: number
  /** Starts the music of a screen. */
  readonly setTrack: (track: Track) => void
  /** Ends the music of a screen, unless another screen has already set its own track. */
  readonly clearTrack: (track: Track) => void
  readonly setMuted: (muted: boolean) => void
  /**
   * Fades the music out while the radio loads, and stops the music when the radio plays. The music and the radio are
   * never audible at the same time.
   */
  readonly setRadioAudibility: (radio: RadioAudibility) => void
  /** Mutes the music while the user records speech. */
  readonly setRecordingSpeech: (isRecordingSpeech: boolean) => void
}

type MusicDeps = {
  readonly load: () => Promise<MusicPlayer>
  /** `isHidden` returns whether the page is hidden. `onChange` subscribes to changes of this state. */
  readonly visibility: { isHidden(): boolean; onChange(callback: () => void): void }
}

const HUNDRED = 100

export const musicState =
  ({ load, visibility }: MusicDeps): StateCreator<MusicState> =>
  (set) => {
    let player: MusicPlayer | undefined
    /** The track that the current screen has set, and the last track that was started. */
    let wantedTrack: Track | null = null
    let started: Track | null = null
    /**
     * Whether the started track is audible. A track becomes audible when its file has loaded and a user gesture has
     * allowed audio.
     */
    let isSounding = false
    let radio: RadioAudibility = 'silent'
    let muted = false
    let isRecordingSpeech = false
    let watchesSight = false
    let level = 0
    /** The last start of a track. The next stop aborts it, so that its late results are ignored. */
    let starting = new AbortController()
    /** The timer that delays the next start. */
    let waiting: ReturnType<typeof setTimeout> | undefined
    let fading: ReturnType<typeof setInterval> | undefined

    const mayPlay = (): boolean =>
      wantedTrack !== null && !muted && !visibility.isHidden() && !isRecordingSpeech && radio === 'silent'

    const setLevel = (to: number): void => {
      level = to
      player?.setVolume(to / HUNDRED)
      set({ volume: isSounding ? to / HUNDRED : 0 })
    }

    const rest = (): void => {
      clearInterval(fading)
      fading = undefined
    }

    const stopNow = (): void => {
      starting.abort()
      rest()
      player?.stop()
      started = null
      isSounding = false
      setLevel(0)
    }

    /** Changes the volume by one step every 50 ms, until the volume is full or the music has stopped. */
    const fade = (): void => {
      const step = () => {
        if (waiting === undefined && mayPlay() && started === wantedTrack) {
          if (level >= MUSIC_FADE.full) return rest()
          return setLevel(Math.min(level + MUSIC_FADE.up, MUSIC_FADE.full))
        }
        if (level > MUSIC_FADE.down && isSounding) return setLevel(level - MUSIC_FADE.down)
        stopNow()
        // The next track starts only when the previous one is silent.
        if (waiting === undefined && mayPlay()) void startTrack()
      }
      fading ??= setInterval(step, MUSIC_FADE.everyMs)
    }

    const startTrack = async (): Promise<void> => {
      if (!mayPlay()) return
      // If the wanted track is fading out, it fades in again. If another track is playing, that track fades out first.
      if (started !== null) return fade()
      const track = wantedTrack
      if (track === null) return
      started = track
      // The music of the login screen starts at full volume; the music of the dashboard fades in.
      level = track === 'login' ? MUSIC_FADE.full : 0
      starting.abort()
      starting = new AbortController()
      const { signal } = starting
      try {
        player ??= await load()
        if (!signal.aborted) await player.start(track, level / HUNDRED)
      } catch (error) {
        console.warn('There is no background music.', error)
        if (!signal.aborted) started = null
      }
      if (signal.aborted || started === null) return
      isSounding = true
      setLevel(level)
      fade()
    }

    /**
     * Starts or stops music after a change that affects whether music may play.
     * @param after how long to wait before music starts, in milliseconds
     */
    const update = (after: number): void => {
      clearTimeout(waiting)
      waiting = undefined
      if (!mayPlay()) {
        if (isSounding && radio !== 'playing') fade()
        else stopNow()
        return
      }
      if (started !== null && started !== wantedTrack) fade()
      waiting = setTimeout(() => {
        waiting = undefined
        void startTrack()
      }, after)
    }

    return {
      volume: 0,
      setTrack(track) {
        if (!watchesSight) visibility.onChange(() => update(0))
        watchesSight = true
        if (track === wantedTrack) return
        wantedTrack = track
        update(track === 'main' ? MUSIC_FADE.dashboardAfterMs : 0)
      },
      clearTrack(track) {
        if (track !== wantedTrack) return
        wantedTrack = null
        update(0)
      },
      setMuted(wish) {
        muted = wish
        update(0)
      },
      setRadioAudibility(wish) {
        if (wish === radio) return
        radio = wish
        update(MUSIC_FADE.resumesAfterMs)
      },
      setRecordingSpeech(wish) {
        isRecordingSpeech = wish
        update(MUSIC_FADE.resumesAfterMs)
      },
    }
  }

export const useMusic = create(
  musicState({
    load: async () => (await import('#src/io/audio/music.ts')).musicPlayer,
    visibility: {
      isHidden: () => document.visibilityState === 'hidden',
      onChange: (callback) => document.addEventListener('visibilitychange', callback),
    },
  }),
)
