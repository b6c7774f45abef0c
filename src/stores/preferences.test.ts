import { expect, test } from 'vitest'
import { createStore } from 'zustand'
import { preferencesState, type PreferencesState } from '#src/stores/preferences.ts'
import { fakeItemStorage } from '#tests/support/fakeItemStorage.ts'

test('stored preferences are restored, invalid preferences get their defaults, and every change is stored', () => {
  const { device, kept } = fakeItemStorage({ soundEnabled: 'false', soundVolume: 'loud' })
  const store = createStore<PreferencesState>(preferencesState(kept))
  expect(store.getState().soundEnabled).toBe(true)
  store.getState().restore()
  expect(store.getState()).toMatchObject({ soundEnabled: false, soundVolume: 0.5, terminalEffectsEnabled: true })
  store.getState().choose('soundVolume', 0.25)
  expect(store.getState().soundVolume).toBe(0.25)
  expect(device.get('soundVolume')).toBe('0.25')
})

test('until the subscription ends, changes of other tabs are applied, and invalid or removed values become defaults', () => {
  const { kept, elsewhere, isWatched } = fakeItemStorage()
  const store = createStore<PreferencesState>(preferencesState(kept))
  const stop = store.getState().watchOtherTabs()
  elsewhere('clockHours', '12')
  elsewhere('soundVolume', '0.1')
  elsewhere('draft:alice:x', 'true')
  expect(store.getState()).toMatchObject({ clockHours: 12, soundVolume: 0.1 })
  elsewhere('soundVolume', 'x')
  elsewhere('clockHours', null)
  expect(store.getState()).toMatchObject({ clockHours: 24, soundVolume: 0.5 })
  stop()
  expect(isWatched()).toBe(false)
})
