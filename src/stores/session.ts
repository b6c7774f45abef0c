import { createContext } from 'react'

/**
 * The session of one user, from the sign-in to the sign-out. The session has its own stores. After its end, nothing
 * reads these stores, so a late result for the previous user cannot reach the next user.
 */
export class UserSession {
  /** Null if no user is signed in. */
  readonly uid: string | null
  readonly #controller = new AbortController()
  /** Aborted at the end of the session. */
  readonly signal = this.#controller.signal

  constructor(uid: string | null) {
    this.uid = uid
  }

  /**
   * Calls back at the end of the session, in the order of registration. A store registers before the reactions to it,
   * so the reactions still handle the last change of the store. Returns a function that cancels the call.
   */
  onEnd(callback: () => void): () => void {
    this.signal.addEventListener('abort', callback)
    return () => this.signal.removeEventListener('abort', callback)
  }

  end(): void {
    this.#controller.abort()
  }
}

export const SessionContext = createContext<UserSession | undefined>(undefined)
