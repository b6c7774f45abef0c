import type { Auth } from 'firebase-admin/auth'
import * as z from 'zod/mini'
import { HttpError } from './httpError.ts'

/** Error codes that mean that the token is invalid. All other errors are caused by this function or the network. */
const REJECTED_TOKEN_CODES = [
  'auth/argument-error',
  'auth/invalid-id-token',
  'auth/id-token-expired',
  'auth/id-token-revoked',
  'auth/user-disabled',
  'auth/user-not-found',
]

/** As in the security rules, an anonymous account does not count as signed in. */
const Claims = z.object({
  uid: z.string().check(z.minLength(1)),
  firebase: z.object({
    sign_in_provider: z.string().check(
      z.minLength(1),
      z.refine((provider) => provider !== 'anonymous'),
    ),
  }),
})

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns a function that verifies a token's signature, audience, expiry and revocation.
 * @returns a function that resolves with the uid. It rejects with `HttpError` 401 if the token is invalid, with
 *   `HttpError` 503 if the function is not set up correctly, and with another error if the token cannot be checked.
 */
export function tokenVerifier(auth: Pick<Auth, 'verifyIdToken'>, environment: Environment) {
  return async (token: string): Promise<string> => {
    // If this variable is set, the SDK checks no signatures, and a deployed function would accept every forged token.
    if (environment['FIREBASE_AUTH_EMULATOR_HOST'] && environment['FUNCTIONS_EMULATOR'] !== 'true')
      throw new HttpError(503, 'This service is not set up to check who is calling.')
    const claims = await auth.verifyIdToken(token, true).catch((error: unknown) => {
      if (isTokenRejected(error)) throw new HttpError(401, 'User not authenticated', { cause: error })
      throw error
    })
    const parsed = Claims.safeParse(claims)
    if (!parsed.success) throw new HttpError(401, 'User not authenticated')
    return parsed.data.uid
  }
}

const isTokenRejected = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  REJECTED_TOKEN_CODES.some((code) => code === error.code)
