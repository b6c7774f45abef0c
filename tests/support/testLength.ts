/** Whether endurance tests run at full length, as in `npm run test:endurance`. `npm test` runs their short form. */
export const IS_LONG = process.env['ENDURANCE'] === 'long'

export const enduranceLength = (short: number, whole: number): number => (IS_LONG ? whole : short)

/** Returns a generator of pseudorandom numbers in [0, 1), which are always the same for the same seed. */
export function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
