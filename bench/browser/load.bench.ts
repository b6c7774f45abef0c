import { newAccount } from '#tests/support/accounts.ts'
import { seed } from '#tests/support/stored.ts'
import { app, expect, test } from '#tests/support/test.ts'
import { FigureName, record } from '../figures.ts'
import { journalOf, median } from './journal.ts'
import { serveFloor } from './floor.ts'
import { countShows, isUsable, load, newPhone, signedIn, type Load } from './phone.ts'

const RUNS = 5

/** Everything in turn, so that an hour, a minute and a moment are the same for what is compared. */
test('first loads, as on a slow phone, of the least, the login, and a dashboard of 200 entries', async ({
  browser,
}) => {
  const reference = await serveFloor()
  const account = await newAccount()
  await seed(account.uid, journalOf(200))
  const storageState = await signedIn(browser, account)
  const floor: Load[] = []
  const login: Load[] = []
  const cold: Load[] = []
  const again: Load[] = []
  for (let run = 0; run < RUNS; run++) {
    for (const [loads, url] of [
      [floor, reference.url],
      [login, `${app()}/login`],
      [floor, reference.url],
    ] as const) {
      const phone = await newPhone(browser)
      loads.push(await load(await phone.newPage(), url, isUsable))
      await phone.close()
    }
    // On a device that holds nothing, and then on one that holds all.
    const phone = await newPhone(browser, { storageState })
    const visit = await phone.newPage()
    cold.push(await load(visit, `${app()}/`, countShows))
    await visit.getByTestId('log-count').getByText(/^200$/).waitFor()
    await expect.poll(() => visit.evaluate(isCopied, `journal:${account.uid}`)).toBe(true)
    await visit.close()
    again.push(await load(await phone.newPage(), `${app()}/`, countShows))
    await phone.close()
  }
  await reference.close()
  record('floorFcp', of(floor, 'fcp'))
  record('floorUsable', of(floor, 'ready'))
  record('floorTbt', of(floor, 'tbt'))
  note('login', login, floor)
  record('loginUsable', of(login, 'ready'))
  record('loginUsableOfFloor', of(login, 'ready') / of(floor, 'ready'))
  note('dashboard', cold, floor)
  record('dashboardLive', of(cold, 'ready'))
  record('dashboardLiveOfFloor', of(cold, 'ready') / of(floor, 'ready'))
  record('againFcp', of(again, 'fcp'))
  record('againLive', of(again, 'ready'))
  record('againLiveOfFloor', of(again, 'ready') / of(floor, 'ready'))
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

function note(screen: 'login' | 'dashboard', loads: readonly Load[], floor: readonly Load[]): void {
  for (const [key, name] of [
    ['fcp', 'Fcp'],
    ['lcp', 'Lcp'],
    ['tbt', 'Tbt'],
    ['block', 'Block'],
    ['cls', 'Cls'],
  ] as const)
    record(FigureName.parse(`${screen}${name}`), of(loads, key))
  for (const [key, name] of [
    ['fcp', 'Fcp'],
    ['lcp', 'Lcp'],
  ] as const)
    record(FigureName.parse(`${screen}${name}OfFloor`), of(loads, key) / of(floor, key))
}

const of = (loads: readonly Load[], key: keyof Load): number => median(loads.map((one) => one[key]))
