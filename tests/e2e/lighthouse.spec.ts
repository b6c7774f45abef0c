import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import lighthouse, { desktopConfig } from 'lighthouse'
import { Dashboard } from '#tests/support/pages/dashboard.ts'
import { LoginPage } from '#tests/support/pages/loginPage.ts'
import { startPersistentBrowser } from '#tests/support/persistentBrowser.ts'
import { newAccount } from '#tests/support/accounts.ts'
import { seed } from '#tests/support/stored.ts'
import { appUrl, expect, test } from '#tests/support/test.ts'

/**
 * Maximum time that Lighthouse waits for a page to become idle. The dashboard never does, because its connection stays
 * open.
 */
const SETTLED_WITHIN_MS = 4000

/** Lighthouse simulates a phone if it gets no configuration. */
const PHONE = undefined

/** The Lighthouse categories whose scores do not depend on the speed of the machine. */
const CATEGORIES = ['accessibility', 'best-practices', 'seo']

test('gets full Lighthouse scores for the login and the dashboard', async () => {
  test.setTimeout(180_000)
  const profile = mkdtempSync(path.join(tmpdir(), 'sitrep-lighthouse-'))
  const browser = await startPersistentBrowser(profile)
  try {
    expect(await failedAudits(`${appUrl()}/login`, browser.port, [PHONE])).toEqual([])
    const account = await newAccount()
    await seed(account.uid, [{ id: 'one', content: 'The **first** entry', time: Date.now(), tags: ['water'] }])
    const page = await browser.context.newPage()
    await page.goto(`${appUrl()}/login`)
    await new LoginPage(page).signIn(account.email, account.password)
    const dashboard = new Dashboard(page)
    await dashboard.showLogs()
    await dashboard.card('first').waitFor()
    await page.close()
    expect(await failedAudits(`${appUrl()}/`, browser.port, [PHONE, desktopConfig])).toEqual([])
  } finally {
    await browser.kill()
    rmSync(profile, { recursive: true, force: true })
  }
})

/** Returns the failed audits of each Lighthouse category whose score is below 100. */
async function failedAudits(
  address: string,
  port: number,
  configs: readonly (typeof desktopConfig | undefined)[],
): Promise<readonly string[]> {
  const found: string[] = []
  for (const config of configs) {
    const result = await lighthouse(
      address,
      {
        port,
        onlyCategories: CATEGORIES,
        disableStorageReset: true,
        throttlingMethod: 'provided',
        disableFullPageScreenshot: true,
        maxWaitForLoad: SETTLED_WITHIN_MS,
        logLevel: 'error',
      },
      config,
    )
    if (!result) throw new Error(`${address} was not judged.`)
    const { categories, audits, finalDisplayedUrl, runtimeError } = result.lhr
    if (runtimeError) throw new Error(runtimeError.message)
    expect(finalDisplayedUrl).toBe(address)
    for (const { id, score, auditRefs } of Object.values(categories)) {
      if (score === 1) continue
      const lost = auditRefs.filter(({ id: audit, weight }) => weight > 0 && (audits[audit]?.score ?? 1) < 1)
      found.push(`${config ? 'desktop' : 'phone'}, ${id} ${score}: ${lost.map((one) => one.id).join(', ')}`)
    }
  }
  return found
}
