import type { Page } from '@playwright/test'
import { storedDraftTexts } from '#tests/support/drafts.ts'
import { enduranceLength, random } from '#tests/support/testLength.ts'
import { Editor } from '#tests/support/pages/editor.ts'
import { goOffline, connectionStatus } from '#tests/support/pages/connection.ts'
import { storedContentsOf, seed } from '#tests/support/stored.ts'
import { expect, LOST_CONNECTION, test } from '#tests/support/test.ts'

const INTERLEAVINGS = enduranceLength(6, 100)

type Step = (page: Page) => Promise<void>

/**
 * Two tabs show the same entry. One tab edits the entry. The other tab edits or deletes the entry. The steps of both
 * tabs are mixed in a random order, online or offline.
 */
test(`loses no text in ${INTERLEAVINGS} random interleavings of two tabs that change the same entry`, async ({
  page,
  dashboard,
  context,
  account,
  expectedErrors,
}) => {
  test.setTimeout(INTERLEAVINGS * 20_000)
  expectedErrors.push(LOST_CONNECTION)
  await expect(dashboard.newEntry).toBeVisible()
  const tab = await context.newPage()
  for (let turn = 0; turn < INTERLEAVINGS; turn++) {
    const next = random(turn)
    const id = `entry-${turn}`
    await seed(account.uid, [{ id, content: `as it was ${turn}`, time: Date.now() }])
    const deletes = next() < 0.5
    await Promise.all([page.goto(`/logs/${id}?edit=true`), tab.goto(`/logs/${id}${deletes ? '' : '?edit=true'}`)])
    await new Editor(page).text.waitFor()
    const typed: string[] = []
    const steps = merged(
      change(`${turn} in one tab`, typed, deletes).map((step): [Page, Step] => [page, step]),
      (deletes ? [remove] : change(`${turn} in the other tab`, typed, deletes)).map((step): [Page, Step] => [
        tab,
        step,
      ]),
      next,
    )
    if (!deletes) await new Editor(tab).text.waitFor()
    const isOffline = next() < 0.3
    if (isOffline) {
      // `goOffline` waits until all lazy code has loaded, because lazy code cannot load offline.
      await goOffline(context)
    }
    for (const [where, step] of steps) await step(where)
    await context.setOffline(false)
    await test.step(`turn ${turn}: ${deletes ? 'one tab deletes' : 'both tabs change'} the entry${isOffline ? ' offline' : ''}`, async () => {
      await expect
        .poll(async () => {
          const kept = [...(await storedContentsOf(account.uid)), ...(await storedDraftTexts(page))]
          return typed.filter((text) => !kept.includes(text))
        })
        .toEqual([])
    })
    await expect(connectionStatus(page)).not.toHaveText(/Offline/, { timeout: 30_000 })
  }
})

/**
 * Returns two steps: type a text, which adds it to `typed`, and save it. If the other tab has saved first, the second step
 * keeps both texts. If the other tab deletes the entry, it can close the editor at any time.
 */
const change = (text: string, typed: string[], deletes: boolean): readonly Step[] => [
  async (page) => {
    const { text: field } = new Editor(page)
    const isOpen = await inEditor(page, deletes, () => field.fill(text, ACTION))
    if (isOpen) typed.push(text)
  },
  async (page) => {
    const { submit, question } = new Editor(page)
    const isOpen = await inEditor(page, deletes, () => submit.click(ACTION))
    if (!isOpen) return
    await Promise.race([question.waitFor(), page.waitForURL(({ pathname }) => pathname === '/')])
    for (const answer of ['Keep both', 'Save as new entry']) {
      const key = question.getByRole('button', { name: answer, exact: true })
      if (await key.isVisible()) await key.click()
    }
  },
]

const ACTION = { timeout: 10_000 }

/** Performs an action in an editor. Resolves with false if the other tab has deleted the entry, which closes the editor. */
async function inEditor(page: Page, deletes: boolean, act: () => Promise<void>): Promise<boolean> {
  const missing = page.getByRole('heading', { name: 'Log not found' })
  // The page of a deleted entry redirects to the dashboard after some seconds.
  const isClosed = async () => deletes && ((await missing.isVisible()) || new URL(page.url()).pathname === '/')
  if (await isClosed()) return false
  try {
    await act()
    return true
  } catch (error) {
    if (await isClosed()) return false
    throw error
  }
}

const remove: Step = async (page) => {
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
}

/** Merges two lists in a random order from `next`. The items of each list stay in order. */
function merged<Item>(one: readonly Item[], other: readonly Item[], next: () => number): readonly Item[] {
  const [first, ...rest] = one
  const [otherFirst, ...otherRest] = other
  if (first === undefined) return other
  if (otherFirst === undefined) return one
  return next() < 0.5 ? [first, ...merged(rest, other, next)] : [otherFirst, ...merged(one, otherRest, next)]
}
