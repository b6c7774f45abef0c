import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createMp3Encoder } from 'wasm-media-encoders'
import { readMp3 } from '#local/radio/mp3.ts'
import { EFFECTS, renderEffect } from './music/effects.ts'
import { BACKGROUND_PIECES, play, playBackground, STATION_PIECES, wholeFrames } from './music/pieces.ts'
import { SAMPLE_RATE } from './music/synth.ts'

/*
 * `npm run music`: renders all audio, original and reproducible to the byte: the music of the local radio's stations,
 * the app's background music, and the sounds of its interface.
 */
const KILOBITS = 64
const FRAME_SAMPLES = 1152
/** Silence after each effect, so that no decoder cuts its end off. */
const TAIL_SECONDS = 0.06
const root = path.resolve(import.meta.dirname, '..')

for (const piece of STATION_PIECES)
  writeMp3('local/radio/music', piece.name, await encodeLoop(play(piece, wholeFrames(piece)).samples))
for (const piece of BACKGROUND_PIECES) writeMp3('public/sounds', piece.name, await encodeMp3([playBackground(piece)]))
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
  // Copies the encoder's output, because the next call overwrites its buffer.
  const bytes = parts.map((part) => Uint8Array.from(encoder.encode([part])))
  return Buffer.concat([...bytes, Uint8Array.from(encoder.finalize())])
}

/**
 * Encodes one period of a loop as MP3 frames that repeat without a gap. Encodes three periods and cuts out the middle
 * one, at a frame that uses as many bytes of earlier frames (bit reservoir) as the frame one period later.
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

/** Returns how many bytes of earlier frames a frame uses: the first nine bits after its header. */
function reservoirBytes(bytes: Uint8Array, frame: number): number {
  return ((bytes[frame + 4] ?? 0) << 1) | ((bytes[frame + 5] ?? 0) >> 7)
}
