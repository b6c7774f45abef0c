import type { SoundEffect } from '#domain/radio/sounds.ts'
import { Loop, SAMPLE_RATE } from './synth.ts'

const TAU = 2 * Math.PI

type Sound = { readonly seconds: number; readonly render: (sound: Loop) => void }

/** Adds a tone that starts and ends without a click. */
const tone = (sound: Loop, start: number, seconds: number, frequency: number, level: number, overtone = 0.2): void =>
  sound.add(start, seconds, (time) => {
    const shape = Math.min(1, time * 250) * Math.min(1, (seconds - time) * 120)
    return (Math.sin(TAU * frequency * time) + overtone * Math.sin(TAU * 2 * frequency * time)) * shape * level
  })

/** Adds decaying noise. The noise is high-pass filtered if `bright` is true, and otherwise low-pass filtered. */
function hiss(sound: Loop, start: number, decay: number, level: number, bright: boolean): void {
  let low = 0
  sound.add(start, decay * 7, (time) => {
    const white = sound.noise()
    low += 0.3 * (white - low)
    return (bright ? white - low : low) * Math.exp(-time / decay) * Math.min(1, time * 4000) * level
  })
}

/** The sounds of the interface: short, quiet, and unlike a voice or a bell. */
export const EFFECTS: { readonly [effect in SoundEffect]: Sound } = {
  /** The sound of a button press. */
  key: {
    seconds: 0.06,
    render(sound) {
      hiss(sound, 0, 0.004, 0.35, true)
      tone(sound, 0, 0.03, 190, 0.22)
      hiss(sound, 0.022, 0.003, 0.12, true)
    },
  },
  /** The sound of one notch of the dial. */
  tune: {
    seconds: 0.05,
    render(sound) {
      hiss(sound, 0, 0.006, 0.2, false)
      tone(sound, 0, 0.018, 1250, 0.07)
    },
  },
  /** The sound while an entry is sent: the beep at the end of a radio transmission. */
  sent: {
    seconds: 0.34,
    render(sound) {
      tone(sound, 0, 0.09, 1046.5, 0.2)
      tone(sound, 0.11, 0.14, 1568, 0.2)
      hiss(sound, 0.26, 0.01, 0.08, true)
    },
  },
  /** The sound when a result has arrived. */
  received: {
    seconds: 0.5,
    render(sound) {
      tone(sound, 0, 0.12, 784, 0.16)
      tone(sound, 0.13, 0.12, 987.8, 0.16)
      tone(sound, 0.26, 0.2, 1318.5, 0.14)
    },
  },
  /** The sound of an error. */
  error: {
    seconds: 0.42,
    render(sound) {
      tone(sound, 0, 0.15, 233, 0.26, 0.7)
      tone(sound, 0.19, 0.2, 196, 0.26, 0.7)
    },
  },
}

export function renderEffect({ seconds, render }: Sound): Float32Array {
  const sound = new Loop(Math.round(seconds * SAMPLE_RATE), 1)
  render(sound)
  return sound.samples
}
