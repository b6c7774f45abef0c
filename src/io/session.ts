export type SessionUser = { readonly uid: string; readonly email: string; readonly displayName: string }

/** What is remembered of a session. One line each; names and addresses have no others. */
export const sessionText = ({ uid, email, displayName }: SessionUser): string => [uid, email, displayName].join('\n')

/** @returns undefined where nobody is remembered, or what is kept is no session */
export function parseSession(text: string | null): SessionUser | undefined {
  const [uid, email, displayName] = text?.split('\n') ?? []
  // An id with a slash in it would be the path to something else.
  const isSession = uid && !uid.includes('/') && email !== undefined && displayName !== undefined
  return isSession ? { uid, email, displayName } : undefined
}
