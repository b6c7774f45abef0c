/**
 * `npm run test:endurance` runs the same tests as `npm test` for as long, or as often, as they are meant to hold; there
 * a short form shows that they can.
 */
export const IS_LONG = process.env['ENDURANCE'] === 'long'

export const enduranceLength = (short: number, whole: number): number => (IS_LONG ? whole : short)

/** The same numbers from 0 to below 1 for the same seed. */
export function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
