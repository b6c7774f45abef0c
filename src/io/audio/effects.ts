import type { Effect } from '#domain/radio/sounds.ts'
import { audioContext } from './context.ts'
import { loadSoundFile } from './soundFile.ts'

/** An encoder puts so much silence before a sound (1,105 samples at 44,100 Hz). */
const LEAD_SECONDS = 1105 / 44_100
/** A sound that comes later than this after its cause is left out. */
const MAX_DELAY_MS = 150

const decoded = new Map<Effect, Promise<AudioBuffer>>()

/**
 * Plays an effect once. Browsers without sound, or not allowed to play yet, stay silent.
 * @param volume 0 to 1
 */
export async function playEffect(effect: Effect, volume: number): Promise<void> {
  if (!navigator.userActivation?.hasBeenActive) return
  const context = audioContext()
  if (!context || volume === 0) return
  const asked = performance.now()
  if (context.state !== 'running') await context.resume()
  const loading = decoded.get(effect) ?? loadSoundFile(context, effect)
  decoded.set(effect, loading)
  let buffer: AudioBuffer
  try {
    buffer = await loading
  } catch {
    // Offline, perhaps: the next time it is asked for again.
    return void decoded.delete(effect)
  }
  if (performance.now() - asked > MAX_DELAY_MS) return
  const source = new AudioBufferSourceNode(context, { buffer })
  source.connect(new GainNode(context, { gain: volume })).connect(context.destination)
  source.start(0, LEAD_SECONDS)
}
