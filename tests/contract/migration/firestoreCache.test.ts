/* Tests in Chromium when the cache of an earlier version is sent and deleted. The writes themselves are fake. */
import type { Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { browserModules, type BrowserModules } from '#tests/support/browserModules.ts'
import type { MigrationPage } from './page.ts'

declare const contract: MigrationPage

const PAGE = 'tests/contract/migration/page.html'
const POLLING = { timeout: 30_000, interval: 20 }

vi.setConfig({ testTimeout: 60_000 })

let modules: BrowserModules
let page: Page
let warnings: string[]
beforeAll(async () => {
  modules = await browserModules(['zod/mini', 'idb', 'firebase/app'])
})
afterAll(() => modules.close())
beforeEach(async () => {
  page = await open()
})
afterEach(() => page.context().close())

async function open(context = page?.context()): Promise<Page> {
  const isNew = context === undefined || page.isClosed()
  const tab = await (isNew ? await modules.browser.newContext() : context).newPage()
  await tab.clock.install()
  warnings = []
  tab.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text())
  })
  await modules.load(tab, PAGE)
  // From here on, the time passes only when the test says so.
  await tab.clock.pauseAt(Date.now() + 3_600_000)
  return tab
}

const createCache = (...users: readonly string[]) => page.evaluate((all) => contract.createCache(all), users)
const migrate = (tab = page) => tab.evaluate(() => contract.migrate())
const state = (tab = page) => tab.evaluate(() => contract.state())
const expectState = (expected: Partial<Awaited<ReturnType<typeof state>>>) =>
  expect.poll(() => state(), POLLING).toMatchObject(expected)

const DONE = { hasCache: false, isMigrated: true, mayJournalSend: true, mayOtherTabMigrate: true }

test('does nothing on a device without a cache', async () => {
  await migrate()
  await expectState({ ...DONE, sends: 0 })
})

test('sends the writes of the user, then deletes the cache and the other items of the SDK', async () => {
  await createCache('alice')
  await migrate()
  await expectState({ sends: 1, hasCache: true, isMigrated: false })
  await page.evaluate(() => contract.confirm())
  await expectState({ ...DONE, sends: 1 })
  expect(await page.evaluate(() => contract.keys())).toEqual(['other'])
})

test('deletes a cache that has only writes of another user, without sending them', async () => {
  await createCache('bob')
  await migrate()
  await expectState({ ...DONE, sends: 0 })
})

test('deletes a cache without a queue', async () => {
  await page.evaluate(() => contract.createUnknownCache())
  await migrate()
  await expectState({ ...DONE, sends: 0 })
})

test('deletes the cache of a user who has signed out, without sending its writes', async () => {
  await createCache('alice')
  await page.evaluate(() => contract.markToClear())
  await migrate()
  await expectState({ ...DONE, sends: 0 })
  expect(await page.evaluate(() => contract.keys())).toEqual(['other'])
})

test('waits for the network, and the journal waits for the earlier writes', async () => {
  await createCache('alice')
  await page.context().setOffline(true)
  await migrate()
  await expectState({ mayJournalSend: false, mayOtherTabMigrate: false })
  await page.clock.fastForward(3_600_000)
  await expectState({ sends: 0, mayJournalSend: false, hasCache: true })
  await page.context().setOffline(false)
  await expectState({ sends: 1, mayJournalSend: false })
  await page.evaluate(() => contract.confirm())
  await expectState(DONE)
})

test('lets the journal send after thirty seconds if the server does not answer', async () => {
  await createCache('alice')
  await migrate()
  await expectState({ sends: 1, waits: [30_000], mayJournalSend: false })
  await page.clock.fastForward(29_000)
  await expectState({ mayJournalSend: false })
  await page.clock.fastForward(1000)
  await expectState({ mayJournalSend: true, mayOtherTabMigrate: false, hasCache: true, isMigrated: false })
  await page.evaluate(() => contract.confirm())
  await expectState(DONE)
})

test('keeps the cache after an error, and tries again after a minute', async () => {
  await createCache('alice')
  await migrate()
  await expectState({ sends: 1 })
  await page.evaluate(() => contract.reject())
  await expect.poll(() => warnings, POLLING).toEqual([expect.stringContaining('are sent later')])
  // After the error, the migration reads the cache before it sets the timer.
  await expectState({ waits: [30_000, 60_000] })
  await page.clock.fastForward(59_000)
  expect(await state()).toMatchObject({ sends: 1, hasCache: true })
  await page.clock.fastForward(1000)
  await expectState({ sends: 2, hasCache: true })
  await page.evaluate(() => contract.confirm())
  await expectState(DONE)
})

test('tries again if the SDK has sent nothing, because it could not open the cache', async () => {
  await createCache('alice')
  await migrate()
  await expectState({ sends: 1 })
  await page.evaluate(() => contract.answerWithoutSending())
  await expectState({ sends: 1, waits: [30_000, 60_000], hasCache: true, isMigrated: false })
  await page.clock.fastForward(60_000)
  await expectState({ sends: 2 })
})

test('sends the writes in only one tab, and the other tab waits', async () => {
  await createCache('alice')
  await migrate()
  await expectState({ sends: 1 })
  const other = await open()
  await migrate(other)
  expect(await state(other)).toMatchObject({ sends: 0, isMigrated: false })
  await page.evaluate(() => contract.confirm())
  await expect.poll(() => state(other), POLLING).toMatchObject({ ...DONE, sends: 0 })
})

test('sends nothing more after the end of the session', async () => {
  await createCache('alice')
  await page.context().setOffline(true)
  await migrate()
  await expectState({ mayJournalSend: false })
  await page.evaluate(() => contract.end())
  await expectState({ sends: 0, isMigrated: true, mayJournalSend: true })
})

test('a cache whose deletion was interrupted is not sent at the next start', async () => {
  await createCache('alice')
  // The open connection delays the deletion.
  const other = await open()
  await other.evaluate(() => contract.holdCache())
  void page.evaluate(() => contract.delete()).catch(() => {})
  await expect.poll(() => page.evaluate(() => contract.keys()), POLLING).toContain('firestoreCacheToClear')
  await page.close()
  page = other
  await migrate()
  await other.evaluate(() => contract.releaseCache())
  await expectState({ ...DONE, sends: 0 })
})
