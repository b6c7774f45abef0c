import { app, expect, newAccount, seed, signIn, test } from '#tests/support/test.ts'
import { FigureName, record } from '../figures.ts'
import { journalOf, median } from './journal.ts'
import { load, newPhone, type Load } from './phone.ts'

const RUNS = 5

test('first loads, as on a slow phone', async ({ browser }) => {
  const reference: number[] = []
  const login: Load[] = []
  for (let run = 0; run < RUNS; run++) {
    const phone = await newPhone(browser)
    // One line of text: what this machine takes to paint anything at all.
    reference.push((await load(await phone.newPage(), `${app()}/robots.txt`, () => true)).fcp)
    await phone.close()
    const fresh = await newPhone(browser)
    login.push(
      await load(await fresh.newPage(), `${app()}/login`, () => performance.getEntriesByName('usable').length > 0),
    )
    await fresh.close()
  }
  console.log(`  a page of one line is painted after ${median(reference).toFixed(0)} ms`)
  note('login', login)
  record('loginUsable', median(login.map(({ ready }) => ready)))
})

test('the dashboard of 200 entries, on a device that holds nothing and on one that holds all', async ({ browser }) => {
  const account = await newAccount()
  await seed(account.uid, journalOf(200))
  const first = await newPhone(browser)
  const page = await first.newPage()
  await signIn(page, account)
  await page.getByTestId('log-count').getByText('200').waitFor()
  const state = await first.storageState({ indexedDB: true })
  await first.close()
  const origins = state.origins.map(sessionOnly)
  const cold: Load[] = []
  const again: Load[] = []
  for (let run = 0; run < RUNS; run++) {
    const phone = await newPhone(browser, { storageState: { ...state, origins } })
    const visit = await phone.newPage()
    cold.push(await load(visit, `${app()}/`, countShows))
    await visit.getByTestId('log-count').getByText(/^200$/).waitFor()
    await expect.poll(() => visit.evaluate(isCopied, `journal:${account.uid}`)).toBe(true)
    await visit.close()
    again.push(await load(await phone.newPage(), `${app()}/`, countShows))
    await phone.close()
  }
  note('dashboard', cold)
  record('dashboardLive', median(cold.map(({ ready }) => ready)))
  record('againFcp', median(again.map(({ fcp }) => fcp)))
  record('againLive', median(again.map(({ ready }) => ready)))
})

/** Runs in the page: whether the device has its whole copy of the journal. */
const isCopied = (name: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(name)
    opening.addEventListener('error', () => reject(new Error('The copy cannot be opened.')))
    opening.addEventListener('success', () => {
      const db = opening.result
      const synced = db.transaction('state').objectStore('state').get('synced')
      synced.addEventListener('success', () => {
        db.close()
        resolve(typeof synced.result === 'number')
      })
    })
  })

/** Runs in the page. */
const countShows = (): boolean => document.querySelector('[data-testid=log-count]') !== null

function note(screen: 'login' | 'dashboard', loads: readonly Load[]): void {
  for (const [key, name] of [
    ['fcp', 'Fcp'],
    ['lcp', 'Lcp'],
    ['tbt', 'Tbt'],
    ['block', 'Block'],
    ['cls', 'Cls'],
  ] as const)
    record(FigureName.parse(`${screen}${name}`), median(loads.map((one) => one[key])))
}

type Kept = {
  readonly localStorage: { name: string; value: string }[]
  readonly indexedDB?: readonly { name: string }[]
}

/** Signed in, and nothing of the journal on the device. */
const sessionOnly = <Origin extends Kept>(origin: Origin) => ({
  ...origin,
  localStorage: origin.localStorage.filter(({ name }) => name === 'session'),
  indexedDB: (origin.indexedDB ?? []).filter(({ name }) => name === 'firebaseLocalStorageDb'),
})
