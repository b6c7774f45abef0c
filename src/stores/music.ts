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
  readonly enter: (track: Track) => void
  /** It does not any more; another one that has been entered meanwhile does. */
  readonly leave: (track: Track) => void
  readonly mute: (muted: boolean) => void
  /** Never two musics at once: it makes way when the radio is about to sound, and is gone when it does. */
  readonly giveWay: (radio: RadioSound) => void
  /** Somebody speaks into the microphone, or has spoken. */
  readonly hush: (hushed: boolean) => void
}

type MusicIo = {
  readonly load: () => Promise<MusicPlayer>
  /** Whether the page is out of sight, and when that changes. */
  readonly sight: { isHidden(): boolean; onChange(callback: () => void): void }
}

const HUNDRED = 100

export const musicState =
  ({ load, sight }: MusicIo): StateCreator<MusicState> =>
  (set) => {
    let player: MusicPlayer | undefined
    /** What belongs to the screen, and what has been started. */
    let wanted: Track | null = null
    let started: Track | null = null
    /** Whether the one that was started sounds: it waits for its file, and for somebody to touch the page. */
    let sounds = false
    let radio: RadioSound = 'silent'
    let muted = false
    let hushed = false
    let watchesSight = false
    let level = 0
    /** Grows with every beginning and end: what belongs to an older one is dropped. */
    let turn = 0
    /** No music begins before this wait is over. */
    let waiting: ReturnType<typeof setTimeout> | undefined
    let fading: ReturnType<typeof setInterval> | undefined

    const mayPlay = (): boolean => wanted !== null && !muted && !sight.isHidden() && !hushed && radio === 'silent'

    const setLevel = (to: number): void => {
      level = to
      player?.setVolume(to / HUNDRED)
      set({ volume: sounds ? to / HUNDRED : 0 })
    }

    const rest = (): void => {
      clearInterval(fading)
      fading = undefined
    }

    const cut = (): void => {
      turn++
      rest()
      player?.stop()
      started = null
      sounds = false
      setLevel(0)
    }

    /** Moves what sounds towards what it should be, a step every 50 ms. */
    const fade = (): void => {
      const step = () => {
        if (waiting === undefined && mayPlay() && started === wanted) {
          if (level >= FADE.full) return rest()
          return setLevel(Math.min(level + FADE.up, FADE.full))
        }
        if (level > FADE.down && sounds) return setLevel(level - FADE.down)
        cut()
        // Another one has waited until this one was silent.
        if (waiting === undefined && mayPlay()) void begin()
      }
      fading ??= setInterval(step, FADE.everyMs)
    }

    const begin = async (): Promise<void> => {
      if (!mayPlay()) return
      // What sounds, or still fades, comes back; another one ends first.
      if (started !== null) return fade()
      const track = wanted
      if (track === null) return
      started = track
      // At the door it is there at once, on the dashboard it comes up slowly.
      level = track === 'login' ? FADE.full : 0
      const mine = ++turn
      try {
        player ??= await load()
        if (turn === mine) await player.start(track, level / HUNDRED)
      } catch (error) {
        console.warn('There is no background music.', error)
        if (turn === mine) started = null
      }
      if (turn !== mine || started === null) return
      sounds = true
      setLevel(level)
      fade()
    }

    /** Something has changed that music depends on. @param after the wait before it begins, if it may */
    const settle = (after: number): void => {
      clearTimeout(waiting)
      waiting = undefined
      if (!mayPlay()) {
        if (sounds && radio !== 'playing') fade()
        else cut()
        return
      }
      if (started !== null && started !== wanted) fade()
      waiting = setTimeout(() => {
        waiting = undefined
        void begin()
      }, after)
    }

    return {
      volume: 0,
      enter(track) {
        if (!watchesSight) sight.onChange(() => settle(0))
        watchesSight = true
        if (track === wanted) return
        wanted = track
        settle(track === 'main' ? FADE.dashboardAfterMs : 0)
      },
      leave(track) {
        if (track !== wanted) return
        wanted = null
        settle(0)
      },
      mute(wish) {
        muted = wish
        settle(0)
      },
      giveWay(wish) {
        if (wish === radio) return
        radio = wish
        settle(FADE.resumesAfterMs)
      },
      hush(wish) {
        hushed = wish
        settle(FADE.resumesAfterMs)
      },
    }
  }

export const useMusic = create(
  musicState({
    load: async () => (await import('#src/io/audio/music.ts')).musicPlayer,
    sight: {
      isHidden: () => document.visibilityState === 'hidden',
      onChange: (callback) => document.addEventListener('visibilitychange', callback),
    },
  }),
)
