/** The one thing that makes the radio's sound. */
export type RadioPlayer = {
  /**
   * Plays a stream in place of the one before it; resolves when it sounds. Rejects when it does not, with a
   * `NotAllowedError` where the browser wants to be touched first.
   * @param volume 0 to 1
   */
  readonly play: (address: string, volume: number) => Promise<void>
  /** Ends it, and the connection with it. */
  readonly stop: () => void
  /** 0 to 1. */
  readonly setVolume: (volume: number) => void
  /** Calls back when a stream breaks off. */
  readonly onBreak: (callback: () => void) => void
}

/** The page has one audio element, however many stations are played. */
const element = new Audio()
element.preload = 'none'

export const radioPlayer: RadioPlayer = {
  async play(address, volume) {
    element.volume = volume
    element.src = address
    await element.play()
  },
  stop() {
    element.pause()
    // Without an address the browser lets go of the stream, which would otherwise be read on.
    element.removeAttribute('src')
    element.load()
  },
  setVolume(volume) {
    element.volume = volume
  },
  onBreak(callback) {
    const onBreak = () => {
      if (element.hasAttribute('src')) callback()
    }
    element.addEventListener('error', onBreak)
    element.addEventListener('ended', onBreak)
  },
}
