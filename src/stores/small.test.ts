import { expect, test } from 'vitest'
import { createStore } from 'zustand'
import { authState, type AuthState } from '#src/stores/auth.ts'
import { preferencesState, type PreferencesState } from '#src/stores/preferences.ts'

test('preferences are read once, fall back on what cannot be read, and are written on every choice', () => {
  const stored = new Map([
    ['soundEnabled', 'false'],
    ['soundVolume', 'loud'],
  ])
  const storage = {
    read: (key: string) => stored.get(key) ?? null,
    write: (key: string, value: string) => void stored.set(key, value),
  }
  const store = createStore<PreferencesState>(preferencesState(storage))
  expect(store.getState()).toMatchObject({ soundEnabled: false, soundVolume: 0.5, terminalEffectsEnabled: true })
  store.getState().choose('soundVolume', 0.25)
  expect(store.getState().soundVolume).toBe(0.25)
  expect(stored.get('soundVolume')).toBe('0.25')
})

test('the session is unknown until the identity service has spoken', async () => {
  const user = { uid: 'alice', email: 'alice@example.org', displayName: '' }
  let tell: (now: typeof user | null) => void = () => {}
  const io = {
    watchUser: (onChange: typeof tell) => {
      tell = onChange
      return () => {}
    },
    signIn: async () => {
      throw Object.assign(new Error('no'), { code: 'auth/invalid-credential' })
    },
    createAccount: async () => {},
    signInWithGoogle: async () => {},
    sendPasswordReset: async () => {},
    signOut: async () => {},
  }
  const store = createStore<AuthState>(authState(async () => io))
  expect(store.getState().status).toBe('resolving')
  await store.getState().start()
  expect(store.getState().status).toBe('resolving')
  tell(user)
  expect(store.getState()).toMatchObject({ status: 'signedIn', user })
  tell(null)
  expect(store.getState()).toMatchObject({ status: 'signedOut', user: null })
  await expect(store.getState().signIn('a', 'b')).rejects.toMatchObject({ code: 'auth/invalid-credential' })
})
