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
])('changes the volume from %d by %i steps to %d', (volume, presses, expected) =>
  expect(stepVolume(volume, presses)).toBe(expected),
)

test('reaches full volume in twenty steps without a rounding error', () => {
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
])('shows the volume %d as %i lit bars', (volume, bars) => expect(litBars(volume)).toBe(bars))
