import { expect, test } from 'vitest'
import { DEFAULT_PREFERENCES, parsePreference } from './preferences.ts'

test.each([
  ['soundEnabled', 'false', false],
  ['soundEnabled', 'no', DEFAULT_PREFERENCES.soundEnabled],
  ['soundEnabled', null, DEFAULT_PREFERENCES.soundEnabled],
  ['soundVolume', '0', 0],
  ['soundVolume', '1', 1],
  ['soundVolume', '1.01', DEFAULT_PREFERENCES.soundVolume],
  ['soundVolume', '-0.1', DEFAULT_PREFERENCES.soundVolume],
  ['soundVolume', '', DEFAULT_PREFERENCES.soundVolume],
  ['soundVolume', '{"x":', DEFAULT_PREFERENCES.soundVolume],
  ['terminalEffectsEnabled', 'false', false],
] as const)('parses the preference %s from the stored text %j as %j', (key, stored, value) =>
  expect(parsePreference(key, stored)).toBe(value),
)
