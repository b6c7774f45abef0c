import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createMp3Encoder } from 'wasm-media-encoders'
import { readMp3 } from '#local/radio/mp3.ts'
import { EFFECTS, renderEffect } from './music/effects.ts'
import {
  BACKGROUND_PIECES,
  renderPiece,
  renderBackground,
  STATION_PIECES,
  loopLengthInSamples,
} from './music/pieces.ts'
import { SAMPLE_RATE } from './music/synth.ts'

/*
 * `npm run music`: renders the music of the local radio's stations, the app's background music, and the sounds of the
 * app's interface. All audio was composed for this project, and every run renders the same bytes.
 */
const KILOBITS = 64
const FRAME_SAMPLES = 1152
/** The silence after each effect in seconds, so that no decoder cuts off the end of the effect. */
const TAIL_SECONDS = 0.06
const root = path.resolve(import.meta.dirname, '..')

for (const piece of STATION_PIECES)
  writeMp3('local/radio/music', piece.name, await encodeLoop(renderPiece(piece, loopLengthInSamples(piece)).samples))
for (const piece of BACKGROUND_PIECES) writeMp3('public/sounds', piece.name, await encodeMp3([renderBackground(piece)]))
const tail = new Float32Array(TAIL_SECONDS * SAMPLE_RATE)
for (const [name, effect] of Object.entries(EFFECTS))
  writeMp3('public/sounds', name, await encodeMp3([renderEffect(effect), tail]))

function writeMp3(folder: string, name: string, bytes: Uint8Array): void {
  mkdirSync(path.join(root, folder), { recursive: true })
  writeFileSync(path.join(root, folder, `${name}.mp3`), bytes)
  console.log(`${`${folder}/${name}`.padEnd(32)} ${bytes.length.toLocaleString('en-US').padStart(8)} bytes`)
}

async function encodeMp3(parts: readonly Float32Array[]): Promise<Uint8Array> {
  const encoder = await createMp3Encoder()
  encoder.configure({ sampleRate: SAMPLE_RATE, outputSampleRate: SAMPLE_RATE, channels: 1, bitrate: KILOBITS })
  // Copies the encoder's output, because the next call overwrites the encoder's buffer.
  const bytes = parts.map((part) => Uint8Array.from(encoder.encode([part])))
  return Buffer.concat([...bytes, Uint8Array.from(encoder.finalize())])
}

/**
 * Encodes a loop as MP3 frames that repeat without a gap. Encodes three periods of the loop and cuts out one period.
 * The cut starts at a frame that uses as many bytes of earlier frames (the bit reservoir) as the frame one period
 * later.
 */
async function encodeLoop(samples: Float32Array): Promise<Uint8Array> {
  const { bytes, frames } = readMp3(await encodeMp3([samples, samples, samples]))
  const turn = samples.length / FRAME_SAMPLES
  for (let first = turn; first < 2 * turn; first++) {
    const [from, to] = [frames[first] ?? 0, frames[first + turn] ?? 0]
    if (reservoirBytes(bytes, from) === reservoirBytes(bytes, to) && to > 0) return bytes.slice(from, to)
  }
  throw new Error('The loop has no place where it can be cut.')
}

/**
 * Returns how many bytes of earlier frames a frame uses. The first nine bits after the frame's header contain this
 * number.
 */
function reservoirBytes(bytes: Uint8Array, frame: number): number {
  return ((bytes[frame + 4] ?? 0) << 1) | ((bytes[frame + 5] ?? 0) >> 7)
}
