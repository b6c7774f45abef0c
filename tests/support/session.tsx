import type { ReactNode } from 'react'
import { SessionContext, UserSession } from '#src/stores/session.ts'

/** Returns the elements inside a session, whose stores they use. */
export const inSession = (children: ReactNode, session = new UserSession('alice')): ReactNode => (
  <SessionContext value={session}>{children}</SessionContext>
)
