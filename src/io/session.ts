export type SessionUser = { readonly uid: string; readonly email: string; readonly displayName: string }

/** Serializes a session, one field per line. Names and addresses contain no line breaks. */
export const sessionText = ({ uid, email, displayName }: SessionUser): string => [uid, email, displayName].join('\n')

/** Parses a session. Returns undefined if the text is missing or not a session. */
export function parseSession(text: string | null): SessionUser | undefined {
  const [uid, email, displayName] = text?.split('\n') ?? []
  // A uid with a slash is rejected, because it would address another document in the database.
  const isSession = uid && !uid.includes('/') && email !== undefined && displayName !== undefined
  return isSession ? { uid, email, displayName } : undefined
}
