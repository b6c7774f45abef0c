import type { Page } from '@playwright/test'

/** As when the token is revoked: the device forgets who is signed in, and nothing else. */
export async function endSession(page: Page): Promise<void> {
  // No page of the app, which would have it open.
  await page.goto('/icon.svg')
  await page.evaluate(async () => {
    const gone = indexedDB.deleteDatabase('firebaseLocalStorageDb')
    await new Promise((resolve) => (gone.onsuccess = resolve))
  })
}
