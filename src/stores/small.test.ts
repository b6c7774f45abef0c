import { expect, test } from 'vitest'
import { createStore } from 'zustand'
import { authState, type AuthState } from '#src/stores/auth.ts'
import { preferencesState, type PreferencesState } from '#src/stores/preferences.ts'
import { keptItems } from '#tests/support/keptItems.ts'

test('preferences are those of a new device until they are recalled, fall back on what cannot be read, and are written on every choice', () => {
  const { device, kept } = keptItems({ soundEnabled: 'false', soundVolume: 'loud' })
  const store = createStore<PreferencesState>(preferencesState(kept))
  expect(store.getState().soundEnabled).toBe(true)
  store.getState().recall()
  expect(store.getState()).toMatchObject({ soundEnabled: false, soundVolume: 0.5, terminalEffectsEnabled: true })
  store.getState().choose('soundVolume', 0.25)
  expect(store.getState().soundVolume).toBe(0.25)
  expect(device.get('soundVolume')).toBe('0.25')
})

test('what another tab chooses is taken while it is followed, and what it breaks is the default', () => {
  const { kept, elsewhere, isWatched } = keptItems()
  const store = createStore<PreferencesState>(preferencesState(kept))
  const stop = store.getState().follow()
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

test('the session is unknown until the identity service has spoken', async () => {
  const user = { uid: 'alice', email: 'alice@example.org', displayName: '' }
  const { device, kept } = keptItems()
  let tell: (now: typeof user | null) => void = () => {}
  const io = {
    watchUser: (onChange: typeof tell) => {
      tell = onChange
      return () => {}
    },
    share: async () => {},
    signIn: async () => {
      throw Object.assign(new Error('no'), { code: 'auth/invalid-credential' })
    },
    createAccount: async () => {},
    signInWithGoogle: async () => {},
    sendPasswordReset: async () => {},
    signOut: async () => {},
  }
  const store = createStore<AuthState>(
    authState(
      async () => io,
      kept,
      () => false,
    ),
  )
  expect(store.getState().status).toBe('resolving')
  await store.getState().start()
  expect(store.getState().status).toBe('resolving')
  tell(user)
  expect(store.getState()).toMatchObject({ status: 'signedIn', user })
  const again = createStore<AuthState>(
    authState(
      () => new Promise(() => {}),
      kept,
      () => false,
    ),
  )
  again.getState().recall()
  expect(again.getState()).toMatchObject({ status: 'signedIn', user })
  tell(null)
  expect(store.getState()).toMatchObject({ status: 'signedOut', user: null })
  expect([...device]).toEqual([])
  await expect(store.getState().signIn('a', 'b')).rejects.toMatchObject({ code: 'auth/invalid-credential' })
})
