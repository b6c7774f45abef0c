import type { Page } from '@playwright/test'
import { Dashboard } from '#tests/support/pages/dashboard.ts'
import { newAccount } from './accounts.ts'
import { seed, type SeedEntry } from './stored.ts'
import { signIn } from './test.ts'

export const analysisEntry = (about: Partial<SeedEntry> = {}): SeedEntry => ({
  id: 'one',
  content: 'A signal from the north.',
  time: Date.now() - 60_000,
  level: 'FIELD',
  ...about,
})

/** Signs in with a new account that has these entries, and opens the list of entries. */
export async function openJournal(page: Page, ...entries: readonly SeedEntry[]): Promise<Dashboard> {
  const account = await newAccount()
  await seed(account.uid, entries)
  await signIn(page, account)
  const dashboard = new Dashboard(page)
  await dashboard.showLogs()
  await dashboard.cards.first().waitFor()
  return dashboard
}
