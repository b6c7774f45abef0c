import { invalid } from '#local/firestore/core/errors.ts'
import { isObject } from '#local/firestore/core/json.ts'
import { fromJson, type RuleMap, type RuleValue } from '#local/firestore/rules/values.ts'

/** Who asks: an administrator (rules do not apply), or a user whose `auth` is what rules see; null is anonymous. */
export type Caller = { readonly admin: true } | { readonly admin: false; readonly auth: RuleMap | null }

export const ADMIN: Caller = { admin: true }
export const ANONYMOUS: Caller = { admin: false, auth: null }

/**
 * Reads an Authorization header the way the official emulator does: `owner` and Google access tokens (`ya29.…`)
 * are administrators, any other bearer is a token whose claims are believed without a signature.
 * @throws INVALID_ARGUMENT `invalid jwt`
 */
export function callerOf(authorization: string | undefined): Caller {
  const token = /^bearer (.*)$/is.exec(authorization ?? '')?.[1]
  if (token === undefined) return ANONYMOUS
  if (/^owner$/i.test(token) || /^ya29\./i.test(token)) return ADMIN
  const claims = decodeClaims(token)
  const uid = claims['sub'] ?? claims['user_id']
  if (typeof uid !== 'string' || uid === '') throw invalid('invalid jwt')
  return {
    admin: false,
    auth: new Map<string, RuleValue>([
      ['uid', uid],
      ['token', fromJson(claims)],
    ]),
  }
}

function decodeClaims(token: string): { readonly [claim: string]: unknown } {
  const parts = token.split('.')
  if (parts.length !== 3) throw invalid('invalid jwt')
  try {
    const claims: unknown = JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString())
    if (isObject(claims)) return claims
  } catch {
    throw invalid('invalid jwt')
  }
  throw invalid('invalid jwt')
}
