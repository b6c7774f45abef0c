import { whenAudible } from '#src/io/audio/context.ts'

/** What says an answer aloud: one at a time. */
export type Speaker = {
  /**
   * Plays MP3; resolves when it is over or was stopped, and rejects where it is no sound.
   * @param volume 0 to 1
   */
  readonly play: (mp3: Uint8Array<ArrayBuffer>, volume: number) => Promise<void>
  readonly stop: () => void
}

let speaking: AudioBufferSourceNode | undefined
/** Grows with every say and stop. */
let generation = 0

export const speaker: Speaker = {
  async play(mp3, volume) {
    speaker.stop()
    const mine = ++generation
    const context = await whenAudible()
    // Decoding takes the bytes away; they may be wanted again.
    const buffer = await context.decodeAudioData(mp3.slice().buffer)
    if (generation !== mine) return
    const source = new AudioBufferSourceNode(context, { buffer })
    speaking = source
    source.connect(new GainNode(context, { gain: volume })).connect(context.destination)
    await new Promise((resolve) => {
      source.addEventListener('ended', resolve, { once: true })
      source.start()
    })
  },
  stop() {
    generation++
    speaking?.stop()
    speaking = undefined
  },
}
