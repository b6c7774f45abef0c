import type { Page } from '@playwright/test'

/** Returns the texts of the drafts in localStorage. */
export const storedDraftTexts = (page: Page) =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('draft:'))
      .map((key) => JSON.parse(localStorage.getItem(key) ?? '{}').content),
  )

/** Crashes a tab, so that no more of its code runs. */
export async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  // The browser never answers this call, so it is not awaited.
  session.send('Page.crash').catch(() => {})
  await crashed
}
