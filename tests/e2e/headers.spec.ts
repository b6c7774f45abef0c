import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { appUrl, expect, test } from '#tests/support/test.ts'

const Hosting = z.object({
  hosting: z.object({
    headers: z.array(
      z.object({ source: z.string(), headers: z.array(z.object({ key: z.string(), value: z.string() })) }),
    ),
  }),
})
const [everywhere] = Hosting.parse(JSON.parse(readFileSync('firebase.json', 'utf8'))).hosting.headers
/** The headers that the local hosting changes, because it has no TLS and a local backend. */
const ELSEWHERE = ['Strict-Transport-Security', 'Content-Security-Policy']

for (const path of ['/', '/login', '/settings', '/logs/one'])
  test(`sends every security header with the page ${path}`, async ({ request }) => {
    const headers = (await request.get(path)).headers()
    for (const { key, value } of everywhere?.headers ?? [])
      if (!ELSEWHERE.includes(key)) expect(headers[key.toLowerCase()], key).toBe(value)
    const policy = headers['content-security-policy'] ?? ''
    expect(policy).toMatch(/^default-src 'none'; script-src 'self' (?:'sha256-[^']+' ){3}https:\/\/apis\.google\.com/)
    expect(policy).not.toMatch(/unsafe|INLINE|PROJECT\b.*PROJECT/)
    expect(policy).toContain("frame-ancestors 'none'")
  })

test('blocks a script or style that is injected into the page', async ({ page, expectedErrors }) => {
  expectedErrors.push(/Content Security Policy/)
  await page.goto('/login')
  const ran = await page.evaluate(async () => {
    const script = document.createElement('script')
    script.textContent = 'document.title = "ran"'
    const style = document.createElement('style')
    style.textContent = 'body { display: none }'
    document.body.append(script, style)
    document.body.insertAdjacentHTML('beforeend', '<img id=x src=x.png onerror="document.title = \'ran\'">')
    // The inline `onerror` handler would run before this listener.
    await new Promise((resolve) => document.getElementById('x')?.addEventListener('error', resolve))
    return { title: document.title, display: getComputedStyle(document.body).display }
  })
  expect(ran).toEqual({ title: 'Sign in · SITREP', display: 'block' })
})

test('prevents other pages from embedding the app in a frame', async ({ page, expectedErrors }) => {
  expectedErrors.push(/frame/i, /ERR_BLOCKED_BY_RESPONSE/)
  await page.route('**/foreign', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="${appUrl()}/login"></iframe>` }),
  )
  await page.goto('/foreign')
  // Chromium shows this address in a blocked frame.
  await expect.poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/')
})
