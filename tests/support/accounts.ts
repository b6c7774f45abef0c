import * as z from 'zod'
import { requiredVariable } from './requiredVariable.ts'

/* Creates and changes accounts in the auth emulator. */

export type Account = { readonly email: string; readonly password: string; readonly uid: string }

let made = 0

export async function newAccount(displayName = ''): Promise<Account> {
  const email = `agent-${process.pid}-${Date.now()}-${++made}@example.org`
  const password = 'correct horse'
  const url = `${requiredVariable('E2E_AUTH')}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=local`
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, displayName, returnSecureToken: true }),
  })
  const body: unknown = await response.json()
  if (typeof body !== 'object' || body === null || !('localId' in body))
    throw new Error(`no account: ${JSON.stringify(body)}`)
  return { email, password, uid: String(body.localId) }
}

const Session = z.object({ idToken: z.string(), refreshToken: z.string() })

/** Returns an id token of this account. */
export const tokenOf = async (account: Account): Promise<string> => (await sessionOf(account)).idToken

/** Signs in, and returns the tokens of the session. */
export async function sessionOf({ email, password }: Account): Promise<z.infer<typeof Session>> {
  const url = `${requiredVariable('E2E_AUTH')}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=local`
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, returnSecureToken: true }),
  })
  return Session.parse(await response.json())
}

/**
 * Revokes all tokens issued before `since`. The default is the next full second, because tokens contain their time in
 * whole seconds, and tokens of the current second must also be revoked.
 */
export const revokeSessions = (uid: string, since = currentSecond() + 1): Promise<void> =>
  manageAccount('update', { localId: uid, validSince: String(since) })

export const currentSecond = (): number => Math.floor(Date.now() / 1000)

export const removeAccount = (uid: string): Promise<void> => manageAccount('delete', { localId: uid })

async function manageAccount(verb: 'update' | 'delete', body: object): Promise<void> {
  const url = `${requiredVariable('E2E_AUTH')}/identitytoolkit.googleapis.com/v1/projects/demo-sitrep/accounts:${verb}`
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(await response.text())
}
