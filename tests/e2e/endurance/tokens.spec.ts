import type { Route } from '@playwright/test'
import { enduranceLength } from '#tests/support/testLength.ts'
import { Dashboard } from '#tests/support/pages/dashboard.ts'
import { connectionStatus } from '#tests/support/pages/connection.ts'
import { storedContentsOf } from '#tests/support/stored.ts'
import { expect, signIn, test } from '#tests/support/test.ts'

/**
 * The SDK renews a token this many seconds before it expires. A token with a shorter life would be renewed constantly.
 */
const RENEWED_BEFORE_SECONDS = 300
const USED_SECONDS = enduranceLength(15, 60)
const LIFE_SECONDS = RENEWED_BEFORE_SECONDS + USED_SECONDS
const ENTRIES = enduranceLength(4, 120)
const EVERY_MS = 5000

test(`renews the token every ${USED_SECONDS} s without errors while the user writes an entry every 5 s`, async ({
  page,
  account,
}) => {
  test.setTimeout(ENTRIES * EVERY_MS * 3 + 60_000)
  let renewed = 0
  const began = Date.now()
  await page.route(/\/accounts:signInWithPassword|\/v1\/token/, async (route) => {
    if (route.request().url().includes('/v1/token')) renewed++
    await shorten(route)
  })
  await signIn(page, account)
  const dashboard = new Dashboard(page)
  await expect(connectionStatus(page)).toHaveText('Online')
  const texts = Array.from({ length: ENTRIES }, (_, index) => `Entry ${index} of a long evening.`)
  for (const text of texts) {
    const due = Date.now() + EVERY_MS
    await dashboard.write(text, 'FIELD')
    await expect(page.locator('.toast-error')).toHaveCount(0)
    await expect.poll(() => Date.now(), { timeout: EVERY_MS * 2 }).toBeGreaterThanOrEqual(due)
  }
  await expect.poll(() => storedContentsOf(account.uid)).toHaveLength(ENTRIES)
  expect(new Set(await storedContentsOf(account.uid))).toEqual(new Set(texts))
  const due = Math.floor((Date.now() - began) / 1000 / USED_SECONDS)
  expect(renewed).toBeGreaterThanOrEqual(1)
  // In each period, a timer renews the token once. A request that finds the token expired at the same moment may renew
  // it once more.
  expect(renewed, 'renewals').toBeLessThanOrEqual(2 * (due + 1))
  await expect(connectionStatus(page)).toHaveText('Online')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

/** Shortens the life of the tokens in a response. This is possible because the emulator does not sign tokens. */
async function shorten(route: Route): Promise<void> {
  const answer = await route.fetch()
  const body: unknown = await answer.json()
  if (typeof body !== 'object' || body === null) throw new Error('no tokens')
  const json = Object.fromEntries(
    Object.entries(body).map(([key, value]) => {
      if (key === 'expiresIn' || key === 'expires_in') return [key, String(LIFE_SECONDS)]
      return [key, /^(?:idToken|id_token|access_token)$/.test(key) ? ending(String(value)) : value]
    }),
  )
  await route.fulfill({ response: answer, json })
}

function ending(token: string): string {
  const [head = '', payload = '', signature = ''] = token.split('.')
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
  if (typeof claims !== 'object' || claims === null || !('iat' in claims)) throw new Error('no token')
  const shorter = { ...claims, exp: Number(claims.iat) + LIFE_SECONDS }
  return [head, Buffer.from(JSON.stringify(shorter)).toString('base64url'), signature].join('.')
}
