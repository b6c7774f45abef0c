import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createMp3Encoder } from 'wasm-media-encoders'
import { readMp3 } from '#local/radio/mp3.ts'
import { PIECES, play } from './music/pieces.ts'
import { SAMPLE_RATE } from './music/synth.ts'

/*
 * Renders the music of the local radio's stations, original and always the same to the byte:
 *   npm run music
 */
const KILOBITS = 64
const folder = path.resolve(import.meta.dirname, '..', 'local', 'radio', 'music')

mkdirSync(folder, { recursive: true })
for (const piece of PIECES) {
  const bytes = await seamless(play(piece).samples)
  writeFileSync(path.join(folder, `${piece.station}.mp3`), bytes)
  console.log(`${piece.station.padEnd(14)} ${bytes.length.toLocaleString('en-US').padStart(8)} bytes`)
}

/**
 * One turn of a loop as MP3 frames that can be repeated without a gap: it is encoded three times over, and one turn is
 * cut out of the middle, where a frame draws on as many bytes of those before it as its successor a turn later does.
 */
async function seamless(samples: Float32Array): Promise<Uint8Array> {
  const encoder = await createMp3Encoder()
  encoder.configure({ sampleRate: SAMPLE_RATE, outputSampleRate: SAMPLE_RATE, channels: 1, bitrate: KILOBITS })
  // What the encoder gives is its own memory, which the next call writes over.
  const parts = [1, 2, 3].map(() => Uint8Array.from(encoder.encode([samples])))
  parts.push(Uint8Array.from(encoder.finalize()))
  const { bytes, frames } = readMp3(Buffer.concat(parts))
  const turn = samples.length / 1152
  for (let first = turn; first < 2 * turn; first++) {
    const [from, to] = [frames[first] ?? 0, frames[first + turn] ?? 0]
    if (borrowed(bytes, from) === borrowed(bytes, to) && to > 0) return bytes.slice(from, to)
  }
  throw new Error('The loop has no place where it can be cut.')
}

/** How many bytes of the frames before it a frame draws on: the first nine bits behind its header. */
function borrowed(bytes: Uint8Array, frame: number): number {
  return ((bytes[frame + 4] ?? 0) << 1) | ((bytes[frame + 5] ?? 0) >> 7)
}
