import { create, type StateCreator } from 'zustand'
import { FADE, type Track } from '#domain/radio/sounds.ts'
import type { MusicPlayer } from '#src/io/audio/music.ts'

/** What the radio does to the music: nothing, is about to sound, or sounds. */
export type RadioSound = 'silent' | 'loading' | 'playing'

/** The background music. */
export type MusicState = {
  /** What sounds now, 0 to 1. */
  readonly volume: number
  /** This music belongs to the screen. */
  readonly setTrack: (track: Track) => void
  /** It does not any more; another one that has been entered meanwhile does. */
  readonly clearTrack: (track: Track) => void
  readonly setMuted: (muted: boolean) => void
  /** Never two musics at once: it makes way when the radio is about to sound, and is gone when it does. */
  readonly setRadioSound: (radio: RadioSound) => void
  /** Somebody speaks into the microphone, or has spoken. */
  readonly setHushed: (hushed: boolean) => void
}

type MusicDeps = {
  readonly load: () => Promise<MusicPlayer>
  /** Whether the page is out of sight, and when that changes. */
  readonly visibility: { isHidden(): boolean; onChange(callback: () => void): void }
}

const HUNDRED = 100

export const musicState =
  ({ load, visibility }: MusicDeps): StateCreator<MusicState> =>
  (set) => {
    let player: MusicPlayer | undefined
    /** What belongs to the screen, and what has been started. */
    let wantedTrack: Track | null = null
    let started: Track | null = null
    /** Whether the one that was started sounds: it waits for its file, and for somebody to touch the page. */
    let isSounding = false
    let radio: RadioSound = 'silent'
    let muted = false
    let hushed = false
    let watchesSight = false
    let level = 0
    /** Grows with every beginning and end: what belongs to an older one is dropped. */
    let generation = 0
    /** No music begins before this wait is over. */
    let waiting: ReturnType<typeof setTimeout> | undefined
    let fading: ReturnType<typeof setInterval> | undefined

    const mayPlay = (): boolean =>
      wantedTrack !== null && !muted && !visibility.isHidden() && !hushed && radio === 'silent'

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
      generation++
      rest()
      player?.stop()
      started = null
      isSounding = false
      setLevel(0)
    }

    /** Moves what sounds towards what it should be, a step every 50 ms. */
    const fade = (): void => {
      const step = () => {
        if (waiting === undefined && mayPlay() && started === wantedTrack) {
          if (level >= FADE.full) return rest()
          return setLevel(Math.min(level + FADE.up, FADE.full))
        }
        if (level > FADE.down && isSounding) return setLevel(level - FADE.down)
        stopNow()
        // Another one has waited until this one was silent.
        if (waiting === undefined && mayPlay()) void startTrack()
      }
      fading ??= setInterval(step, FADE.everyMs)
    }

    const startTrack = async (): Promise<void> => {
      if (!mayPlay()) return
      // What sounds, or still fades, comes back; another one ends first.
      if (started !== null) return fade()
      const track = wantedTrack
      if (track === null) return
      started = track
      // At the door it is there at once, on the dashboard it comes up slowly.
      level = track === 'login' ? FADE.full : 0
      const mine = ++generation
      try {
        player ??= await load()
        if (generation === mine) await player.start(track, level / HUNDRED)
      } catch (error) {
        console.warn('There is no background music.', error)
        if (generation === mine) started = null
      }
      if (generation !== mine || started === null) return
      isSounding = true
      setLevel(level)
      fade()
    }

    /** Something has changed that music depends on. @param after the wait before it begins, if it may */
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
        update(track === 'main' ? FADE.dashboardAfterMs : 0)
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
      setRadioSound(wish) {
        if (wish === radio) return
        radio = wish
        update(FADE.resumesAfterMs)
      },
      setHushed(wish) {
        hushed = wish
        update(FADE.resumesAfterMs)
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
