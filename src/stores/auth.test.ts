import { afterEach, describe, expect, test, vi } from 'vitest'
import { createStore } from 'zustand'
import { authState, type AuthState } from '#src/stores/auth.ts'
import { fakeItemStorage } from '#tests/support/fakeItemStorage.ts'

test('the session is `resolving` until the identity service answers, unless a session is stored', async () => {
  const user = { uid: 'alice', email: 'alice@example.org', displayName: '' }
  const { device, kept } = fakeItemStorage()
  let tell: (now: typeof user | null) => void = () => {}
  const io = {
    watchUser: (onChange: typeof tell) => {
      tell = onChange
      return () => {}
    },
    setShared: async () => {},
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
  again.getState().restore()
  expect(again.getState()).toMatchObject({ status: 'signedIn', user })
  tell(null)
  expect(store.getState()).toMatchObject({ status: 'signedOut', user: null })
  expect([...device]).toEqual([])
  await expect(store.getState().signIn('a', 'b')).rejects.toMatchObject({ code: 'auth/invalid-credential' })
})

describe('signOut', () => {
  afterEach(() => void vi.useRealTimers())
  const ALICE = { uid: 'alice', email: 'alice@example.org', displayName: '' }

  /** Creates a device on which Alice is signed in, and an identity service whose answers a test controls. */
  async function signedIn() {
    vi.useFakeTimers()
    const { device, kept } = fakeItemStorage()
    const asked: PromiseWithResolvers<void>[] = []
    let tell: (user: typeof ALICE | null) => void = () => {}
    const never = () => new Promise<void>(() => {})
    const start = async () => {
      const store = createStore<AuthState>(
        authState(
          async () => ({
            watchUser: (onChange) => {
              tell = onChange
              return () => {}
            },
            setShared: never,
            signIn: never,
            createAccount: never,
            signInWithGoogle: never,
            sendPasswordReset: never,
            signOut() {
              const answer = Promise.withResolvers<void>()
              asked.push(answer)
              return answer.promise
            },
          }),
          kept,
          () => false,
        ),
      )
      store.getState().restore()
      await store.getState().start()
      return () => store.getState()
    }
    const now = await start()
    tell(ALICE)
    return { device, asked, start, now, tell: (user: typeof ALICE | null) => tell(user) }
  }

  test('`signOut` removes all data of the session', async () => {
    const { now, asked, device } = await signedIn()
    const left = now().signOut()
    await vi.advanceTimersByTimeAsync(0)
    asked[0]?.resolve()
    await left
    expect(now()).toMatchObject({ status: 'signedOut', user: null })
    expect([...device]).toEqual([])
  })

  test('`signOut` takes effect after 1.5 s without an answer, and then ignores reports of the old session', async () => {
    const { now, asked, device, tell } = await signedIn()
    const left = now().signOut()
    await vi.advanceTimersByTimeAsync(1499)
    expect(now().status).toBe('signedIn')
    await vi.advanceTimersByTimeAsync(1)
    await left
    tell(ALICE)
    expect(now()).toMatchObject({ status: 'signedOut', user: null })
    asked[0]?.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect([...device]).toEqual([])
    tell(ALICE)
    expect(now(), 'after another sign-in').toMatchObject({ status: 'signedIn', user: ALICE })
  })

  test('a sign-out that was interrupted by closing the page is completed at the next start', async () => {
    const { now, asked, device, start, tell } = await signedIn()
    void now().signOut()
    await vi.advanceTimersByTimeAsync(1500)
    const again = await start()
    expect(asked).toHaveLength(2)
    tell(ALICE)
    expect(again()).toMatchObject({ status: 'signedOut', user: null })
    asked[1]?.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect([...device]).toEqual([])
  })

  test('`signOut` rejects if the identity service rejects the sign-out, and the user stays signed in', async () => {
    const { now, asked, start } = await signedIn()
    const left = now().signOut()
    await vi.advanceTimersByTimeAsync(0)
    asked[0]?.reject(new Error('no'))
    await expect(left).rejects.toThrow('no')
    expect(now()).toMatchObject({ status: 'signedIn', user: ALICE })
    expect((await start())()).toMatchObject({ status: 'signedIn' })
  })
})
