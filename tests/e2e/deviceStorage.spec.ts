/* Tests browser databases that do not answer, and a page that the browser freezes and later shows again. */
import { Dashboard } from '#tests/support/pages/dashboard.ts'
import { appUrl, expect, test } from '#tests/support/test.ts'

declare global {
  interface Window {
    releaseDatabases?: () => void
  }
}

test('reports that browser databases do not answer, works in memory, and offers a reload when they answer again', async ({
  page,
  context,
  dashboard,
}) => {
  await dashboard.write('written before', 'FIELD')
  await dashboard.showLogs()
  await expect(dashboard.card('written before')).toBeVisible()
  await expect(dashboard.card('written before')).not.toContainText('queued')
  // A page of the same origin that keeps transactions open, as a frozen page does.
  const holder = await context.newPage()
  await holder.goto(`${appUrl()}/icon.svg`)
  await page.close()
  await holder.evaluate(holdDatabases)

  const late = await context.newPage()
  await late.goto(appUrl())
  const bar = late.getByRole('status').filter({ hasText: 'storage' })
  await expect(bar).toContainText('does not respond')
  const journal = new Dashboard(late)
  await journal.showLogs()
  await expect(journal.card('written before')).toBeVisible()
  await journal.write('written in memory', 'FIELD')
  await expect(journal.card('written in memory')).not.toContainText('queued')
  await expect(late.getByRole('status', { name: 'Connection' })).toHaveText('Online')

  await holder.evaluate(() => window.releaseDatabases?.())
  await expect(bar).toContainText('responds again')
  await bar.getByRole('button', { name: 'Reload' }).click()
  await expect(late.getByRole('status', { name: 'Connection' })).toHaveText('Online')
  await expect(bar).toHaveCount(0)
  await journal.showLogs()
  await expect(journal.card('written in memory')).toBeVisible()
})

test('aborts open transactions when the browser freezes the page, and reloads the page when the browser shows it again', async ({
  page,
  dashboard,
  expectedErrors,
}) => {
  // After the simulated freeze, the page keeps running, so its code throws these errors. A frozen page would run no
  // code.
  expectedErrors.push(/already been terminated|The page is frozen/)
  await dashboard.showLogs()
  await expect(page.getByText('No operation logs found.')).toBeVisible()
  const loaded = page.waitForEvent('load')
  const outcome = await page.evaluate(freeze)
  expect(outcome).toEqual({ running: 'aborted', later: 'InvalidStateError' })
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await loaded
  await expect(page.getByRole('status', { name: 'Connection' })).toHaveText('Online')
})

/** Runs in the page. Locks every store of the journal's databases until `releaseDatabases` is called. */
async function holdDatabases(): Promise<void> {
  let held = true
  window.releaseDatabases = () => (held = false)
  const found = await indexedDB.databases()
  const names = found.flatMap(({ name }) => (name !== undefined && /^(?:firestore|journal)/.test(name) ? [name] : []))
  await Promise.all(
    names.map(
      (name) =>
        new Promise<void>((resolve) => {
          const opening = indexedDB.open(name)
          opening.onsuccess = () => {
            const stores = [...opening.result.objectStoreNames]
            const store = opening.result.transaction(stores, 'readwrite').objectStore(stores[0] ?? '')
            const spin = () => {
              resolve()
              if (held) store.count().onsuccess = spin
              else opening.result.close()
            }
            spin()
          }
        }),
    ),
  )
}

/**
 * Runs in the page. Simulates a freeze of the page during an open transaction. Returns what happens to this transaction
 * and to a transaction that is started after the freeze.
 */
async function freeze(): Promise<{ readonly running: string; readonly later: string }> {
  const db = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open('drafts')
    opening.onsuccess = () => resolve(opening.result)
  })
  const running = db.transaction('drafts', 'readwrite')
  const store = running.objectStore('drafts')
  const spin = () => (store.count().onsuccess = spin)
  spin()
  const end = new Promise<string>((resolve) => {
    running.addEventListener('abort', () => resolve('aborted'))
    running.addEventListener('complete', () => resolve('complete'))
  })
  dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
  let later = 'begun'
  try {
    db.transaction('drafts')
  } catch (error) {
    later = error instanceof DOMException ? error.name : String(error)
  }
  return { running: await end, later }
}
