import type { StoreApi } from 'zustand'
import type { UserSession } from '#src/stores/session.ts'

/** Calls the listener on every change of a store until the session ends. */
export function subscribe<State>(
  session: UserSession,
  store: Pick<StoreApi<State>, 'subscribe'>,
  listener: (state: State, before: State) => void,
): void {
  session.onEnd(store.subscribe(listener))
}
