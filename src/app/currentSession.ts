import { create } from 'zustand'
import { useAuth } from '#src/stores/auth.ts'
import { UserSession } from '#src/stores/session.ts'

const uidOf = ({ user }: ReturnType<typeof useAuth.getState>): string | null => user?.uid ?? null

/**
 * The session of the signed-in user or, if no user is signed in, of a visitor. When the user changes, also in another
 * tab, the session ends and the next session starts.
 */
export const useCurrentSession = create<{ readonly session: UserSession }>((set, get) => {
  useAuth.subscribe((auth) => {
    const { session } = get()
    if (uidOf(auth) === session.uid) return
    session.end()
    set({ session: new UserSession(uidOf(auth)) })
  })
  return { session: new UserSession(uidOf(useAuth.getState())) }
})
