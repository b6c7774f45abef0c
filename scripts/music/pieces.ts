import { LOOP_START_SECONDS, TRACKS } from '#domain/radio/sounds.ts'
import { bass, hat, kick, Loop, pad, pluck, SAMPLE_RATE, snare, wind } from './synth.ts'

/** The number of samples in an MP3 frame. A loop of whole frames repeats without a gap. */
const FRAME_SAMPLES = 1152
const BEATS_PER_BAR = 4

/** The times of strokes in a bar, in beats. */
type Pattern = readonly number[]

type Drums = {
  readonly kick: Pattern
  readonly snare: Pattern
  readonly hat: Pattern
  readonly level: number
}

/** A piece of music. A note is a number of semitones above A (440 Hz); it is negative below A. */
export type Piece = {
  /** The name of the piece's MP3 file, without the extension. */
  readonly name: string
  readonly beatsPerMinute: number
  readonly bars: number
  /** One chord per bar. After the last chord, the chords repeat. */
  readonly chords: readonly (readonly number[])[]
  readonly pad: number
  readonly drums?: Drums
  readonly bass?: { readonly pattern: Pattern; readonly beats: number; readonly level: number; readonly growl?: number }
  /**
   * The level of a walking bass, which goes from the root of a chord to the root of the next chord, one step per beat.
   */
  readonly walking?: number
  readonly plucks?: { readonly pattern: Pattern; readonly level: number; readonly decay: number; readonly up: number }
  readonly wind?: number
  readonly echo?: { readonly beats: number; readonly share: number }
  /** The delay of every second eighth note, in sixths of a beat. The value 1 gives triplets. */
  readonly swing?: number
}

const EIGHTHS: Pattern = [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5]
const SIXTEENTHS: Pattern = Array.from({ length: 16 }, (_, step) => step / 4)
const FOUR: Pattern = [0, 1, 2, 3]

const MINOR = [0, 3, 7, 10]
const MAJOR = [0, 4, 7, 11]
const DOMINANT = [0, 4, 7, 10]
const OPEN = [0, 7, 12, 14]

const on = (root: number, chord: readonly number[]): readonly number[] => chord.map((step) => root + step)

/** The music of the local radio's stations. */
export const STATION_PIECES: readonly Piece[] = [
  {
    name: 'bassdrive',
    beatsPerMinute: 172,
    bars: 16,
    chords: [on(-19, MINOR), on(-19, MINOR), on(-23, MAJOR), on(-21, DOMINANT)],
    pad: 0.25,
    drums: { kick: [0, 2.5], snare: [1, 3], hat: EIGHTHS, level: 0.8 },
    bass: { pattern: [0, 1.5, 2.75], beats: 0.9, level: 0.5, growl: 0.9 },
    plucks: { pattern: [0.5, 1.75, 3.25], level: 0.14, decay: 0.3, up: 24 },
    echo: { beats: 0.75, share: 0.35 },
  },
  {
    name: 'rinse',
    beatsPerMinute: 134,
    bars: 12,
    chords: [on(-21, MINOR), on(-16, MINOR), on(-24, MAJOR)],
    pad: 0.2,
    drums: { kick: [0, 1.75, 2.5], snare: [1, 3], hat: [0.5, 0.75, 1.5, 2.5, 2.75, 3.5], level: 0.85 },
    bass: { pattern: [0, 0.75, 2.25, 3], beats: 0.6, level: 0.55, growl: 0.6 },
    plucks: { pattern: [0, 1.5, 2.25], level: 0.18, decay: 0.16, up: 12 },
    swing: 0.25,
  },
  {
    name: 'synphaera',
    beatsPerMinute: 66,
    bars: 6,
    chords: [on(-21, OPEN), on(-17, MAJOR), on(-24, OPEN)],
    pad: 0.7,
    plucks: { pattern: [0, 1.5, 2.75], level: 0.12, decay: 1.1, up: 24 },
    wind: 0.12,
    echo: { beats: 0.75, share: 0.55 },
  },
  {
    name: 'groovesalad',
    beatsPerMinute: 90,
    bars: 8,
    chords: [on(-21, MINOR), on(-16, MINOR), on(-14, MINOR), on(-23, MAJOR)],
    pad: 0.4,
    drums: { kick: [0, 1.75, 2], snare: [1, 3], hat: EIGHTHS, level: 0.45 },
    bass: { pattern: [0, 1.5, 2.5], beats: 1, level: 0.5 },
    plucks: { pattern: [0.5, 2, 3.25], level: 0.14, decay: 0.6, up: 12 },
    echo: { beats: 0.75, share: 0.45 },
    swing: 0.15,
  },
  {
    name: 'defcon',
    beatsPerMinute: 128,
    bars: 12,
    chords: [on(-24, MINOR), on(-24, MINOR), on(-20, MAJOR), on(-22, MAJOR)],
    pad: 0.2,
    drums: { kick: FOUR, snare: [1, 3], hat: [0.5, 1.5, 2.5, 3.5], level: 0.75 },
    bass: { pattern: SIXTEENTHS.filter((step) => step % 1 !== 0), beats: 0.22, level: 0.4, growl: 1 },
    plucks: { pattern: [0, 0.75, 1.5, 2.25, 3], level: 0.12, decay: 0.2, up: 24 },
    echo: { beats: 0.75, share: 0.4 },
  },
  {
    name: 'dronezone',
    beatsPerMinute: 40,
    bars: 4,
    chords: [on(-28, OPEN), on(-28, [0, 7, 12, 19]), on(-26, OPEN), on(-23, OPEN)],
    pad: 1,
    wind: 0.3,
    echo: { beats: 1.5, share: 0.5 },
  },
  {
    name: 'deepspaceone',
    beatsPerMinute: 52,
    bars: 5,
    chords: [on(-27, MINOR), on(-22, OPEN), on(-25, MAJOR), on(-27, OPEN), on(-20, MINOR)],
    pad: 0.8,
    plucks: { pattern: [1.5], level: 0.16, decay: 1.6, up: 31 },
    wind: 0.4,
    echo: { beats: 1, share: 0.6 },
  },
  {
    name: 'spacestation',
    beatsPerMinute: 112,
    bars: 10,
    chords: [on(-21, MINOR), on(-17, MAJOR), on(-14, MINOR), on(-19, DOMINANT), on(-16, MINOR)],
    pad: 0.35,
    drums: { kick: FOUR, snare: [3], hat: [0.5, 1.5, 2.5, 3.5], level: 0.5 },
    bass: { pattern: [0.5, 1.5, 2.5, 3.25], beats: 0.4, level: 0.4 },
    plucks: { pattern: SIXTEENTHS.filter((_, step) => step % 3 === 0), level: 0.13, decay: 0.25, up: 24 },
    echo: { beats: 0.75, share: 0.4 },
  },
  {
    name: 'secretagent',
    beatsPerMinute: 104,
    bars: 8,
    chords: [on(-20, [0, 3, 7, 11]), on(-15, DOMINANT), on(-20, MINOR), on(-13, DOMINANT)],
    pad: 0.18,
    drums: { kick: [0, 2], snare: [], hat: [0, 1, 1.5, 2, 3, 3.5], level: 0.3 },
    walking: 0.5,
    plucks: { pattern: [0.5, 1, 2.5, 3.5], level: 0.2, decay: 0.8, up: 12 },
    echo: { beats: 0.5, share: 0.25 },
    swing: 0.6,
  },
  {
    name: 'sonicuniverse',
    beatsPerMinute: 126,
    bars: 12,
    chords: [on(-19, MINOR), on(-14, DOMINANT), on(-21, MAJOR), on(-17, MINOR)],
    pad: 0.15,
    drums: { kick: [0, 2.5], snare: [3.5], hat: [0, 1, 1.5, 2, 3, 3.5], level: 0.35 },
    walking: 0.5,
    plucks: { pattern: [0, 1.5, 2, 3.5], level: 0.2, decay: 0.35, up: 12 },
    swing: 0.65,
  },
]

/** The app's background music, which is calm and has no elements that draw attention. */
export const BACKGROUND_PIECES: readonly Piece[] = [
  {
    name: TRACKS.main.file,
    beatsPerMinute: 60,
    bars: 12,
    chords: [on(-24, OPEN), on(-20, MAJOR), on(-17, MINOR), on(-22, OPEN)],
    pad: 0.8,
    plucks: { pattern: [0.5, 2.25], level: 0.1, decay: 1.2, up: 24 },
    wind: 0.1,
    echo: { beats: 0.75, share: 0.5 },
  },
  {
    name: TRACKS.login.file,
    beatsPerMinute: 48,
    bars: 8,
    chords: [on(-28, MINOR), on(-28, [0, 7, 12, 15]), on(-32, MAJOR), on(-30, OPEN)],
    pad: 0.9,
    plucks: { pattern: [0, 3], level: 0.12, decay: 1.4, up: 24 },
    bass: { pattern: [0], beats: 2.5, level: 0.18 },
    wind: 0.35,
    echo: { beats: 1.5, share: 0.45 },
  },
]

/**
 * Returns the length of a station's loop in samples. Rounds to whole frames, which changes the tempo by less than 1 %.
 */
export const loopLengthInSamples = ({ bars, beatsPerMinute }: Piece): number =>
  Math.round((bars * BEATS_PER_BAR * 60 * SAMPLE_RATE) / beatsPerMinute / FRAME_SAMPLES) * FRAME_SAMPLES

/** Renders a piece as a loop that has `samples` samples. */
export function renderPiece(piece: Piece, samples: number): Loop {
  const seconds = samples / SAMPLE_RATE
  const beat = seconds / (piece.bars * BEATS_PER_BAR)
  const loop = new Loop(samples, piece.beatsPerMinute)
  const swung = (place: number) => (place + (place % 1 === 0.5 ? (piece.swing ?? 0) / 6 : 0)) * beat

  for (let bar = 0; bar < piece.bars; bar++) {
    const start = bar * BEATS_PER_BAR * beat
    const chord = piece.chords[bar % piece.chords.length] ?? []
    const next = piece.chords[(bar + 1) % piece.chords.length] ?? []
    const root = chord[0] ?? 0
    pad(loop, start, BEATS_PER_BAR * beat, chord, piece.pad)
    for (const [index, place] of (piece.plucks?.pattern ?? []).entries()) {
      const note = chord[(index * 2 + bar) % chord.length] ?? root
      if (piece.plucks)
        pluck(loop, start + swung(place), note + piece.plucks.up, piece.plucks.level, piece.plucks.decay)
    }
    if (piece.bass)
      for (const place of piece.bass.pattern)
        bass(loop, start + swung(place), piece.bass.beats * beat, root - 12, piece.bass.level, piece.bass.growl)
    if (piece.walking !== undefined) {
      const approach = (next[0] ?? root) + (bar % 2 === 0 ? 1 : -1)
      for (const [place, note] of [root, chord[1] ?? root, chord[2] ?? root, approach].entries())
        bass(loop, start + place * beat, beat * 0.9, note - 12, piece.walking, 0.35)
    }
  }
  if (piece.echo) loop.echo(piece.echo.beats * beat, piece.echo.share)
  if (piece.wind) wind(loop, seconds, piece.bars, piece.wind)
  // Adds the drums after the echo, so that the drums have no echo.
  for (let bar = 0; piece.drums && bar < piece.bars; bar++) {
    const start = bar * BEATS_PER_BAR * beat
    for (const place of piece.drums.kick) kick(loop, start + swung(place), piece.drums.level)
    for (const place of piece.drums.snare) snare(loop, start + swung(place), piece.drums.level * 0.6)
    for (const place of piece.drums.hat) hat(loop, start + swung(place), piece.drums.level * 0.22)
  }
  loop.master(0.16)
  return loop
}

/**
 * Renders slightly more than one period of background music. The app cuts one period out of the rendered music
 * (`domain/radio/sounds.ts`).
 */
export function renderBackground(piece: Piece): Float32Array {
  const turn = Object.values(TRACKS).find(({ file }) => file === piece.name)?.turn ?? 0
  const { samples } = renderPiece(piece, turn * SAMPLE_RATE)
  const more = samples.subarray(0, Math.ceil(2 * LOOP_START_SECONDS * SAMPLE_RATE))
  const file = new Float32Array(samples.length + more.length)
  file.set(samples)
  file.set(more, samples.length)
  return file
}
