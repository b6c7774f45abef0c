import { expect, test } from 'vitest'
import { fakeItemStorage } from '#tests/support/fakeItemStorage.ts'
import { migrateStorage } from './storageVersion.ts'

test('the migration to version 2 marks theme and stations as unsent, in addition to the settings that are already marked', () => {
  const { device, kept } = fakeItemStorage({
    aiSettings: '{"topK":7}',
    aiSettingsUnsent: '["topK"]',
    aiSettingsOf: 'alice',
    theme: 'camo',
    themeStations: '{"camo":"rinse"}',
  })
  migrateStorage(kept)
  expect(Object.fromEntries(device)).toEqual({
    aiSettings: '{"topK":7}',
    settingsUnsent: '["topK","theme","themeStations"]',
    settingsOf: 'alice',
    theme: 'camo',
    themeStations: '{"camo":"rinse"}',
    keptVersion: '2',
  })
})

test('a migration runs only once', () => {
  const { device, kept } = fakeItemStorage({ theme: 'camo' })
  migrateStorage(kept)
  device.set('settingsUnsent', '[]')
  migrateStorage(kept)
  expect(device.get('settingsUnsent')).toBe('[]')
})

test.each(['3', '99'])('a migration does not change items stored in the newer format version %s', (keptVersion) => {
  const { device, kept } = fakeItemStorage({ keptVersion, theme: 'camo', settingsUnsent: '["tomorrow"]' })
  migrateStorage(kept)
  expect(Object.fromEntries(device)).toEqual({ keptVersion, theme: 'camo', settingsUnsent: '["tomorrow"]' })
})

test.each(['', 'x', '-4', '{"'])('a migration treats the invalid version %j as version 1', (keptVersion) => {
  const { device, kept } = fakeItemStorage({ keptVersion, aiSettingsUnsent: '{"' })
  migrateStorage(kept)
  expect(device.get('settingsUnsent')).toBe('[]')
  expect(device.get('keptVersion')).toBe('2')
})
