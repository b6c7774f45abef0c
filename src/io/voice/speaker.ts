import { whenAudible } from '#src/io/audio/context.ts'

/** Plays the assistant's spoken answers, one at a time. */
export type Speaker = {
  /**
   * Plays an answer in MP3 format. Resolves when the answer ends or is stopped. Rejects if the answer cannot be
   * decoded.
   * @param volume 0 to 1
   */
  readonly play: (mp3: Uint8Array<ArrayBuffer>, volume: number) => Promise<void>
  readonly stop: () => void
}

let speaking: AudioBufferSourceNode | undefined
/** Incremented on every play and stop. An answer that is still being decoded is then abandoned. */
let generation = 0

export const speaker: Speaker = {
  async play(mp3, volume) {
    speaker.stop()
    const mine = ++generation
    const context = await whenAudible()
    // Decoding detaches the buffer, but the caller may need the answer again, so a copy is decoded.
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
