import type { SoundEffect } from '#domain/radio/sounds.ts'
import { audioContext } from './context.ts'
import { loadSoundFile } from './soundFile.ts'

/** The length of the silence that the MP3 encoder adds before a sound (1,105 samples at 44,100 Hz). */
const LEAD_SECONDS = 1105 / 44_100
/** The maximum delay between the user's action and the effect. An effect that would start later is skipped. */
const MAX_DELAY_MS = 150

const decoded = new Map<SoundEffect, Promise<AudioBuffer>>()

/**
 * Plays a sound effect once. Plays nothing if the browser has no audio or does not allow audio yet.
 * @param volume 0 to 1
 */
export async function playEffect(effect: SoundEffect, volume: number): Promise<void> {
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
    // The file could not be loaded, for example because the device is offline. The next call loads the file again.
    return void decoded.delete(effect)
  }
  if (performance.now() - asked > MAX_DELAY_MS) return
  const source = new AudioBufferSourceNode(context, { buffer })
  source.connect(new GainNode(context, { gain: volume })).connect(context.destination)
  source.start(0, LEAD_SECONDS)
}
