import { useContext } from 'react'
import { createStore, useStore, type StateCreator, type StoreApi } from 'zustand'
import { SessionContext, type UserSession } from './session.ts'

/* This module is not part of `session.ts`, because the login screen needs only the session and none of its stores. */

/** Returns the current session. */
export function useSession(): UserSession {
  const session = useContext(SessionContext)
  if (!session) throw new Error('There is no session.')
  return session
}

/**
 * Defines a store that each session has one of. Returns a hook that reads the store of the current session. The hook's
 * property `of` is a function that returns the store of a given session.
 * @param restore restores stored state. Before this call, the state is the same as on a new device.
 */
export function defineUserStore<State>(
  initialize: (session: UserSession) => StateCreator<State>,
  restore?: (state: State) => void,
) {
  const stores = new WeakMap<UserSession, StoreApi<State>>()
  const of = (session: UserSession): StoreApi<State> => {
    const existing = stores.get(session)
    if (existing) return existing
    const store = createStore(initialize(session))
    stores.set(session, store)
    restore?.(store.getState())
    return store
  }
  const useUserStore = <Selected>(selector: (state: State) => Selected): Selected =>
    useStore(of(useSession()), selector)
  return Object.assign(useUserStore, { of })
}
