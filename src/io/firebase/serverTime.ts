import * as z from 'zod/mini'
import { bearerToken } from './auth.ts'

const Claims = z.object({ iat: z.number() })

/**
 * Returns the server's current time in milliseconds since 1970, rounded down to a second. Takes the time from a new
 * authentication token, because the device's clock may be wrong by hours. Needs the network.
 */
export async function serverTime(): Promise<number> {
  const token = await bearerToken(true)
  const claims = token?.split('.')[1]
  if (claims === undefined) throw new Error('Nobody is signed in: no time of the server is known.')
  const { iat } = Claims.parse(JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))))
  return iat * 1000
}
