import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import * as z from 'zod'
import { Dashboard } from '#tests/support/pages/dashboard.ts'
import { waitUntilServiceWorkerControls, connectionStatus } from '#tests/support/pages/connection.ts'
import { LoginPage } from '#tests/support/pages/loginPage.ts'
import { startPersistentBrowser } from '#tests/support/persistentBrowser.ts'
import { newAccount } from '#tests/support/accounts.ts'
import { requestAsAdmin, seed } from '#tests/support/stored.ts'
import { appUrl, expect, test } from '#tests/support/test.ts'

const EDITED = 4
const DELETED = 4
const WRITTEN = 492
const SEEDED = Array.from({ length: EDITED + DELETED }, (_, index) => ({
  id: `seeded-${index}`,
  content: `There before: ${index}.`,
  time: Date.UTC(2026, 0, 1) + index * 60_000,
}))
const texts = Array.from({ length: WRITTEN }, (_, index) => `Written offline: ${index}.`)

test('after two reloads and a killed browser, none of 500 offline writes is lost or duplicated', async () => {
  // Opening and closing five hundred editors takes more than two minutes.
  test.setTimeout(600_000)
  const account = await newAccount()
  await seed(account.uid, SEEDED)
  const profile = mkdtempSync(path.join(tmpdir(), 'sitrep-offline-'))
  let browser = await startPersistentBrowser(profile)
  try {
    const page = await browser.context.newPage()
    await page.goto(`${appUrl()}/login`)
    await new LoginPage(page).signIn(account.email, account.password)
    const dashboard = new Dashboard(page)
    await dashboard.showLogs()
    await expect(dashboard.count).toHaveText(String(SEEDED.length))
    await expect(connectionStatus(page)).toHaveText('Online')
    await waitUntilServiceWorkerControls(page)
    await browser.context.setOffline(true)
    await expect(connectionStatus(page)).toHaveText('Offline')

    for (let index = 0; index < EDITED; index++) {
      await page.goto(`${appUrl()}/logs/seeded-${index}?edit=true`)
      await page.getByLabel('Content').fill(`Edited offline: ${index}.`)
      await page.getByRole('button', { name: 'Save' }).click()
      await page.waitForURL(`${appUrl()}/`)
    }
    await dashboard.showLogs()
    // Deletes the newest entries first, in the order of the list, because rows further down are not mounted.
    for (let index = EDITED + DELETED - 1; index >= EDITED; index--)
      await dashboard.remove(dashboard.card(`There before: ${index}.`))
    // Hides the list, because the browser lays out a visible list again for every new entry.
    await dashboard.viewLogs.click()
    await writeMany(page, texts.slice(0, 200))
    await page.reload()
    await writeMany(page, texts.slice(200, 400))
    await page.reload()
    await writeMany(page, texts.slice(400))
    await expect(connectionStatus(page)).toHaveText(`Offline, ${EDITED + WRITTEN} queued`)
    await expect.poll(() => copiesOf(page)).toBe(EDITED + WRITTEN)
    await browser.kill()

    browser = await startPersistentBrowser(profile)
    const again = await browser.context.newPage()
    await again.goto(`${appUrl()}/`)
    // A busy machine takes minutes to send the queue, so only the timeout of the test applies.
    await expect(connectionStatus(again)).toHaveText('Online', { timeout: 0 })
    const stored = await storedEntries(account.uid)
    const of = (deleted: boolean) => stored.filter((one) => one.deleted === deleted).map(({ content }) => content)
    expect(of(false).toSorted(byText)).toEqual(
      [...texts, ...SEEDED.slice(0, EDITED).map((_, index) => `Edited offline: ${index}.`)].toSorted(byText),
    )
    expect(of(true).toSorted(byText)).toEqual(SEEDED.slice(EDITED).map(({ content }) => content))
  } finally {
    await browser.kill()
    rmSync(profile, { recursive: true, force: true })
  }
})

const byText = (one: string, other: string): number => one.localeCompare(other)

/** Writes entries in the editor with one script in the page, which is faster than one Playwright call per step. */
async function writeMany(page: Page, contents: readonly string[]): Promise<void> {
  await new Dashboard(page).newEntry.waitFor()
  await page.evaluate(
    async (all) => {
      const until = async <Found>(look: () => Found | null | undefined | false): Promise<Found> => {
        for (;;) {
          const found = look()
          if (found) return found
          await new Promise((resolve) => setTimeout(resolve))
        }
      }
      const key = (name: string) =>
        [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === name)
      const setValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set
      for (const content of all) {
        const open = await until(() => key('New Entry') ?? key('New'))
        open.click()
        const field = await until(() => document.querySelector<HTMLTextAreaElement>('dialog textarea'))
        setValue?.call(field, content)
        field.dispatchEvent(new Event('input', { bubbles: true }))
        const submit = await until(() => {
          const found = key('Submit Entry')
          return found && !found.disabled && found
        })
        submit.click()
        await until(() => !document.querySelector('dialog'))
      }
    },
    [...contents],
  )
}

/** Returns the number of drafts in IndexedDB, which survive a killed browser. */
const copiesOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('drafts')
        opening.addEventListener('error', () => reject(new Error('There is no such database.')))
        opening.addEventListener('success', () => {
          const db = opening.result
          const counting = db.transaction('drafts').objectStore('drafts').count()
          counting.addEventListener('success', () => {
            db.close()
            resolve(counting.result)
          })
        })
      }),
  )

const Stored = z.array(
  z.object({
    document: z.optional(
      z.object({
        fields: z.object({
          content: z.object({ stringValue: z.string() }),
          deleted: z.object({ booleanValue: z.boolean() }),
        }),
      }),
    ),
  }),
)

async function storedEntries(uid: string): Promise<readonly { content: string; deleted: boolean }[]> {
  const parent = `projects/demo-sitrep/databases/(default)/documents/users/${uid}`
  const found = await requestAsAdmin(`${parent}:runQuery`, { structuredQuery: { from: [{ collectionId: 'logs' }] } })
  return Stored.parse(found).flatMap(({ document }) =>
    document ? { content: document.fields.content.stringValue, deleted: document.fields.deleted.booleanValue } : [],
  )
}
