import { LOOP_START_SECONDS, TRACKS, type Track } from '#domain/radio/sounds.ts'
import { whenAudible } from './context.ts'
import { loadSoundFile } from './soundFile.ts'

/** Plays the background music: one track at a time, in a loop. */
export type MusicPlayer = {
  /**
   * Stops the current track and starts another track. Resolves when the new track is audible, which requires a user
   * gesture. Never resolves if the new track is stopped before it is audible.
   * @param volume 0 to 1
   */
  readonly start: (track: Track, volume: number) => Promise<void>
  /** Sets the volume, 0 to 1. */
  readonly setVolume: (volume: number) => void
  readonly stop: () => void
}

let current: { readonly source: AudioBufferSourceNode; readonly gain: GainNode } | undefined
/** Incremented on every start and stop. A track that is still loading is then not started. */
let generation = 0

export const musicPlayer: MusicPlayer = {
  async start(track, volume) {
    musicPlayer.stop()
    const started = ++generation
    const never = new Promise<void>(() => {})
    const context = await whenAudible()
    if (generation !== started) return never
    const { file, turn: seconds } = TRACKS[track]
    const buffer = await loadSoundFile(context, file)
    if (generation !== started) return never
    const loopEnd = LOOP_START_SECONDS + seconds
    const source = new AudioBufferSourceNode(context, { buffer, loop: true, loopStart: LOOP_START_SECONDS, loopEnd })
    const gain = new GainNode(context, { gain: volume })
    source.connect(gain).connect(context.destination)
    source.start(0, LOOP_START_SECONDS)
    current = { source, gain }
  },
  setVolume(volume) {
    if (current) current.gain.gain.value = volume
  },
  stop() {
    generation++
    current?.source.stop()
    current?.source.disconnect()
    current?.gain.disconnect()
    current = undefined
  },
}
