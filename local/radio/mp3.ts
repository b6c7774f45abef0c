/** Bit rates in kbit/s by the index in a frame header of MPEG-1 layer III. */
const BIT_RATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const SAMPLE_RATES = [44_100, 48_000, 32_000]
const HEADER_BYTES = 4

export type Mp3 = {
  readonly bytes: Uint8Array
  /** The offset of each frame in bytes. A listener can start at any frame. */
  readonly frames: readonly number[]
  readonly bytesPerSecond: number
}

/**
 * Reads an MP3 file with a constant bit rate (MPEG-1 layer III) and without tags. Throws if the file has another
 * format.
 */
export function readMp3(bytes: Uint8Array): Mp3 {
  const frames: number[] = []
  let kilobits = 0
  let at = 0
  while (at + HEADER_BYTES <= bytes.length) {
    const [sync = 0, version = 0, rates = 0] = bytes.subarray(at, at + HEADER_BYTES)
    const bitRate = BIT_RATES[rates >> 4] ?? 0
    const sampleRate = SAMPLE_RATES[(rates >> 2) & 3]
    if (sync !== 0xff || (version & 0xfe) !== 0xfa || bitRate === 0 || sampleRate === undefined)
      throw new Error(`There is no MP3 frame at byte ${at}.`)
    if (kilobits !== 0 && bitRate !== kilobits) throw new Error('The bit rate changes.')
    kilobits = bitRate
    frames.push(at)
    at += Math.floor((144_000 * bitRate) / sampleRate) + ((rates >> 1) & 1)
  }
  if (frames.length === 0) throw new Error('There is no MP3 frame.')
  return { bytes, frames, bytesPerSecond: (kilobits * 1000) / 8 }
}
