import type { Page } from '@playwright/test'

/** What the device keeps, by the text of each draft. */
export const storedDraftTexts = (page: Page) =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('draft:'))
      .map((key) => JSON.parse(localStorage.getItem(key) ?? '{}').content),
  )

/** Ends a tab as a fault of the browser does: nothing of it runs any more. */
export async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  // It never answers.
  session.send('Page.crash').catch(() => {})
  await crashed
}
