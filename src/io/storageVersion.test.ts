import { expect, test } from 'vitest'
import { fakeItemStorage } from '#tests/support/storedItems.ts'
import { migrateStorage } from './storageVersion.ts'

test('what an older app has kept for this browser alone is still to be sent, with what it has not sent', () => {
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

test('it is done once', () => {
  const { device, kept } = fakeItemStorage({ theme: 'camo' })
  migrateStorage(kept)
  device.set('settingsUnsent', '[]')
  migrateStorage(kept)
  expect(device.get('settingsUnsent')).toBe('[]')
})

test.each(['3', '99'])('what an app of version %s has kept stays as it is', (keptVersion) => {
  const { device, kept } = fakeItemStorage({ keptVersion, theme: 'camo', settingsUnsent: '["tomorrow"]' })
  migrateStorage(kept)
  expect(Object.fromEntries(device)).toEqual({ keptVersion, theme: 'camo', settingsUnsent: '["tomorrow"]' })
})

test.each(['', 'x', '-4', '{"'])('a version %j is read as the first', (keptVersion) => {
  const { device, kept } = fakeItemStorage({ keptVersion, aiSettingsUnsent: '{"' })
  migrateStorage(kept)
  expect(device.get('settingsUnsent')).toBe('[]')
  expect(device.get('keptVersion')).toBe('2')
})
