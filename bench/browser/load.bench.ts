import { newAccount } from '#tests/support/accounts.ts'
import { seed } from '#tests/support/stored.ts'
import { appUrl, expect, test } from '#tests/support/test.ts'
import { BenchmarkName, recordResult } from '../results.ts'
import { generateEntries, median } from './journal.ts'
import { serveBaseline } from './baseline.ts'
import {
  isCountShown,
  isJournalComplete,
  isUsable,
  measureLoad,
  newPhoneContext,
  createSignedInState,
  type PageLoad,
} from './phone.ts'

const RUNS = 5

/** Alternates between the pages, so that a change of the machine's speed affects the results of all pages equally. */
test('measures loads of the baseline, the login page and a dashboard of 200 entries on an emulated slow phone', async ({
  browser,
}) => {
  const reference = await serveBaseline()
  const account = await newAccount()
  await seed(account.uid, generateEntries(200))
  const storageState = await createSignedInState(browser, account)
  const baseline: PageLoad[] = []
  const login: PageLoad[] = []
  const cold: PageLoad[] = []
  const again: PageLoad[] = []
  for (let run = 0; run < RUNS; run++) {
    for (const [loads, url] of [
      [baseline, reference.url],
      [login, `${appUrl()}/login`],
      [baseline, reference.url],
    ] as const) {
      const phone = await newPhoneContext(browser)
      loads.push(await measureLoad(await phone.newPage(), url, isUsable))
      await phone.close()
    }
    // Loads the dashboard first with an empty cache and without a journal, then with a filled cache and a filled
    // journal.
    const phone = await newPhoneContext(browser, { storageState })
    const visit = await phone.newPage()
    cold.push(await measureLoad(visit, `${appUrl()}/`, isCountShown))
    await visit.getByTestId('log-count').getByText(/^200$/).waitFor()
    await expect.poll(() => visit.evaluate(isJournalComplete, account.uid)).toBe(true)
    await visit.close()
    again.push(await measureLoad(await phone.newPage(), `${appUrl()}/`, isCountShown))
    await phone.close()
  }
  await reference.close()
  recordResult('baselineFcp', of(baseline, 'fcp'))
  recordResult('baselineUsable', of(baseline, 'ready'))
  recordResult('baselineTbt', of(baseline, 'tbt'))
  recordLoads('login', login, baseline)
  recordResult('loginUsable', of(login, 'ready'))
  recordResult('loginUsableOfBaseline', of(login, 'ready') / of(baseline, 'ready'))
  recordLoads('dashboard', cold, baseline)
  recordResult('dashboardLive', of(cold, 'ready'))
  recordResult('dashboardLiveOfBaseline', of(cold, 'ready') / of(baseline, 'ready'))
  recordResult('againFcp', of(again, 'fcp'))
  recordResult('againLive', of(again, 'ready'))
  recordResult('againLiveOfBaseline', of(again, 'ready') / of(baseline, 'ready'))
})

function recordLoads(screen: 'login' | 'dashboard', loads: readonly PageLoad[], baseline: readonly PageLoad[]): void {
  for (const [key, name] of [
    ['fcp', 'Fcp'],
    ['lcp', 'Lcp'],
    ['tbt', 'Tbt'],
    ['block', 'Block'],
    ['cls', 'Cls'],
  ] as const)
    recordResult(BenchmarkName.parse(`${screen}${name}`), of(loads, key))
  for (const [key, name] of [
    ['fcp', 'Fcp'],
    ['lcp', 'Lcp'],
  ] as const)
    recordResult(BenchmarkName.parse(`${screen}${name}OfBaseline`), of(loads, key) / of(baseline, key))
}

const of = (loads: readonly PageLoad[], key: keyof PageLoad): number => median(loads.map((one) => one[key]))
