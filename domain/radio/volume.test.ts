import { expect, test } from 'vitest'
import { litBars, stepVolume, volumePercent } from './volume.ts'

test.each([
  [0.7, 1, 0.75],
  [0.7, -1, 0.65],
  [0.95, 1, 1],
  [0.98, 1, 1],
  [1, 1, 1],
  [0.05, -1, 0],
  [0.02, -1, 0],
  [0, -1, 0],
])('%d, %i press on, is %d', (volume, presses, expected) => expect(stepVolume(volume, presses)).toBe(expected))

test('twenty presses are the whole way, without a remainder', () => {
  let volume = 0
  for (let press = 0; press < 20; press++) volume = stepVolume(volume, 1)
  expect(volume).toBe(1)
  expect(volumePercent(0.35)).toBe(35)
})

test.each([
  [0, 0],
  [0.05, 1],
  [0.25, 2],
  [0.5, 3],
  [0.7, 4],
  [0.9, 5],
  [1, 6],
])('at %d there are %i bars', (volume, bars) => expect(litBars(volume)).toBe(bars))
