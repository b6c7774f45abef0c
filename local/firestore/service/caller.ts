import { invalidArgument } from '#local/firestore/core/errors.ts'
import { isObject, type JsonObject } from '#local/firestore/core/json.ts'
import { ruleValueFromJson, type RuleMap, type RuleValue } from '#local/firestore/rules/values.ts'

/**
 * The caller of a request: an administrator, to whom security rules do not apply, or a client. For a client, `auth` is
 * the value of `request.auth` in the rules, or null if the client is not signed in.
 */
export type Caller = { readonly admin: true } | { readonly admin: false; readonly auth: RuleMap | null }

export const ADMIN: Caller = { admin: true }
export const ANONYMOUS: Caller = { admin: false, auth: null }

/**
 * Parses an Authorization header as the official emulator does: `owner` and Google access tokens (`ya29.…`) belong to
 * administrators; any other bearer token is trusted without a signature check.
 * @throws INVALID_ARGUMENT if the token is not a valid JWT
 */
export function callerOf(authorization: string | undefined): Caller {
  const token = /^bearer (.*)$/is.exec(authorization ?? '')?.[1]
  if (token === undefined) return ANONYMOUS
  if (/^owner$/i.test(token) || /^ya29\./i.test(token)) return ADMIN
  const claims = decodeClaims(token)
  const uid = claims['sub'] ?? claims['user_id']
  const auth = new Map<string, RuleValue>([['token', ruleValueFromJson(claims)]])
  if (typeof uid === 'string') auth.set('uid', uid)
  return { admin: false, auth }
}

function decodeClaims(token: string): JsonObject {
  const parts = token.split('.')
  if (parts.length !== 3 || !parts.every(isBase64Url)) throw invalidArgument('invalid jwt')
  const [header = '', claims = ''] = parts
  decodeObject(header)
  return decodeObject(claims)
}

function isBase64Url(part: string): boolean {
  return /^[A-Za-z0-9_-]*=*$/.test(part) && part.replace(/=+$/, '').length % 4 !== 1
}

function decodeObject(part: string): JsonObject {
  let decoded: unknown
  try {
    decoded = JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch {
    throw invalidArgument('invalid jwt')
  }
  if (!isObject(decoded)) throw invalidArgument('invalid jwt')
  return decoded
}
