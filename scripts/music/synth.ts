/*
 * A small synthesizer that renders into a loop. The part of a sound after the end of the loop is added at the beginning
 * of the loop, so the loop has no seam. The synthesizer uses only arithmetic and a seeded random number generator, so a
 * piece renders to the same samples on every machine.
 */
export const SAMPLE_RATE = 44_100

const TAU = 2 * Math.PI

/** Samples that repeat without a seam. */
export class Loop {
  readonly samples: Float32Array
  #seed: number

  constructor(length: number, seed: number) {
    this.samples = new Float32Array(length)
    this.#seed = seed
  }

  /** Returns the next pseudorandom number from -1 to 1. The same seed gives the same sequence of numbers. */
  noise(): number {
    this.#seed = (this.#seed + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#seed ^ (this.#seed >>> 15), 1 | this.#seed)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 31 - 1
  }

  /** Adds a sound. The function `sound` returns the sample at a time in seconds since the start of the sound. */
  add(start: number, seconds: number, sound: (time: number) => number): void {
    const { samples } = this
    const first = Math.round(start * SAMPLE_RATE)
    const count = Math.round(seconds * SAMPLE_RATE)
    for (let index = 0; index < count; index++) {
      const at = (first + index) % samples.length
      samples[at] = (samples[at] ?? 0) + sound(index / SAMPLE_RATE)
    }
  }

  /**
   * Adds an echo of the whole loop every `seconds` seconds. Each repetition is quieter than the previous repetition.
   */
  echo(seconds: number, share: number): void {
    const dry = Float32Array.from(this.samples)
    const shift = Math.round(seconds * SAMPLE_RATE)
    for (let repeat = 1, level = share; level > 0.02; repeat++, level *= share)
      for (let index = 0; index < dry.length; index++) {
        const at = (index + repeat * shift) % dry.length
        this.samples[at] = (this.samples[at] ?? 0) + (dry[index] ?? 0) * level
      }
  }

  /** Scales the samples to a loudness and clips the peaks softly. */
  master(loudness: number): void {
    const power = this.samples.reduce((sum, sample) => sum + sample * sample, 0) / this.samples.length
    const gain = loudness / Math.sqrt(power)
    for (const [index, sample] of this.samples.entries()) this.samples[index] = Math.tanh(sample * gain) * 0.92
  }
}

/** Returns the frequency in Hz of a note, which is given in semitones above A (440 Hz). */
export const pitch = (semitones: number): number => 440 * 2 ** (semitones / 12)

/** Adds a sustained chord that fades in and out. */
export function pad(loop: Loop, start: number, seconds: number, notes: readonly number[], level: number): void {
  const ring = seconds * 0.35
  for (const note of notes)
    for (const detune of [-0.06, 0.05]) {
      const frequency = pitch(note + detune)
      loop.add(start, seconds + ring, (time) => {
        const swell = Math.min(1, time / (seconds * 0.3)) * Math.min(1, (seconds + ring - time) / ring)
        const motion = 0.75 + 0.25 * Math.sin(TAU * 0.11 * time + note)
        let wave = 0
        for (let partial = 1; partial <= 5; partial++)
          wave += Math.sin(TAU * frequency * partial * time) / partial ** (2.2 - motion)
        return (wave * swell * motion * level) / notes.length
      })
    }
}

/** Adds a plucked note, which sounds bright at first. */
export function pluck(loop: Loop, start: number, note: number, level: number, decay = 0.5): void {
  const frequency = pitch(note)
  loop.add(start, decay * 6, (time) => {
    const fade = Math.exp(-time / decay) * Math.min(1, time * 400)
    const bright = 2.2 * Math.exp(-time / (decay * 0.3))
    return Math.sin(TAU * frequency * time + bright * Math.sin(TAU * 2 * frequency * time)) * fade * level
  })
}

/** Adds a bass note; `growl` sets the level of its overtones. */
export function bass(loop: Loop, start: number, seconds: number, note: number, level: number, growl = 0.2): void {
  const frequency = pitch(note)
  loop.add(start, seconds + 0.05, (time) => {
    const shape = Math.min(1, time * 120) * Math.min(1, (seconds + 0.05 - time) * 20)
    let wave = Math.sin(TAU * frequency * time)
    for (let partial = 2; partial <= 6; partial++)
      wave += (growl * Math.sin(TAU * frequency * partial * time * (1 + partial * 0.0004))) / partial
    return wave * shape * level * Math.exp(-time * 0.8)
  })
}

export function kick(loop: Loop, start: number, level: number): void {
  loop.add(start, 0.35, (time) => {
    const sweep = 46 * time + (110 / 28) * (1 - Math.exp(-28 * time))
    return Math.sin(TAU * sweep) * Math.exp(-time * 11) * Math.min(1, time * 900) * level
  })
}

/** Adds high-pass filtered noise. */
function hiss(loop: Loop, start: number, seconds: number, decay: number, cut: number, level: number): void {
  let low = 0
  loop.add(start, seconds, (time) => {
    const white = loop.noise()
    low += cut * (white - low)
    return (white - low) * Math.exp(-time / decay) * Math.min(1, time * 1500) * level
  })
}

export function snare(loop: Loop, start: number, level: number): void {
  hiss(loop, start, 0.3, 0.07, 0.18, level * 0.6)
  loop.add(start, 0.2, (time) => Math.sin(TAU * 185 * time) * Math.exp(-time * 26) * level * 0.7)
}

export const hat = (loop: Loop, start: number, level: number, decay = 0.025): void =>
  hiss(loop, start, decay * 6, decay, 0.7, level)

/** Adds the sound of wind to the whole loop. The wind swells `times` times. */
export function wind(loop: Loop, seconds: number, times: number, level: number): void {
  let low = 0
  let lower = 0
  loop.add(0, seconds, (time) => {
    low += 0.02 * (loop.noise() - low)
    lower += 0.02 * (low - lower)
    const gust = 0.5 - 0.5 * Math.cos((TAU * times * time) / seconds)
    return lower * gust * level * 20
  })
}
