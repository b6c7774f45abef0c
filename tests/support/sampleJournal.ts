import type { Page } from '@playwright/test'
import type { Theme } from '#domain/dial/themes.ts'
import { newAccount, type Account } from './accounts.ts'
import { seed, seedFrequency, type SeedEntry } from './stored.ts'
import { appUrl, signIn } from './test.ts'

/** The current time in all screenshots, which is 08:42 in the browser's time zone, Berlin. */
export const SCREENSHOT_TIME = Date.UTC(2026, 10, 16, 7, 42)

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** The entries of the sample journal: three recent entries, and forty entries from the twelve weeks before. */
const ENTRIES: readonly SeedEntry[] = [
  {
    id: 'water',
    level: 'ALERT',
    time: SCREENSHOT_TIME - 30 * MINUTE_MS,
    content: [
      '## Water main out, whole street',
      'Pressure dropped to zero at **07:55**. Neighbours at 14 and 18 confirm. Utility hotline says a repair crew reaches the junction by 11:00, full pressure not before 15:00.',
      '### Actions taken',
      '- [x] Filled 2 × 10 L from the rain tank for flushing\n- [x] Moved the laundry run to Tuesday\n- [x] Told Lena to shower at the gym before her shift\n- [ ] Check the boiler valve before pressure returns',
      '> Hotline reference 4417-B. Ask for the burst team, not billing.',
      'Reserve is down to `18 L`. That is two days at current draw, which is one day less than I would like.',
    ].join('\n\n'),
    goals: ['Refill reserve to 40 L'],
    tags: ['household', 'water'],
    suggestions: {
      confidence: 0.86,
      level: 'FIELD',
      goals: ['Refill reserve to 40 L before Friday', 'Fit an isolation valve on the boiler feed'],
      tags: ['utilities', 'resilience', 'household'],
      analyzed: SCREENSHOT_TIME - 9 * MINUTE_MS,
    },
  },
  {
    id: 'run',
    level: 'TACTICAL',
    time: SCREENSHOT_TIME - 122 * MINUTE_MS,
    content:
      'PT complete: **8.4 km in 44:10**, negative split. Left knee quiet. Wind NNW, frost on the towpath, headlamp needed until 07:05.',
    goals: ['Sub-43:00 10 km by 14 Dec'],
    tags: ['pt', 'running'],
  },
  {
    id: 'mortgage',
    level: 'INTEL',
    time: SCREENSHOT_TIME - 672 * MINUTE_MS,
    content:
      'Compared three mortgage offers. Bank B drops 0.2 % if the energy certificate lands before month end. Surveyor can do Thursday 09:00 or Friday 15:30.',
    goals: ['Book surveyor'],
    tags: ['house', 'money'],
  },
  ...Array.from({ length: 40 }, (_, index) => ({
    id: `patrol-${index}`,
    level: index % 4 === 0 ? 'UNSET' : 'FIELD',
    time: SCREENSHOT_TIME - (2 + ((index * index * 7) % 80)) * DAY_MS - index * MINUTE_MS,
    content: `Walked the towpath, lock ${index + 1}. Nothing to report.`,
    tags: ['walk'],
  })),
]

/** A frequency in MHz for each theme of the screenshots that the dial can select. */
const DIAL: { readonly [theme in Theme]?: number } = { desertops: 91.5, nightops: 100.1, arcticops: 120.8 }

/** Signs in with a new account that has the sample journal. The clock shows `SCREENSHOT_TIME`; the theme is `theme`. */
export async function openSampleJournal(page: Page, theme: Theme): Promise<Account> {
  await fixClockAndTheme(page, theme)
  const account = await newAccount('A. Mercer')
  await seed(account.uid, ENTRIES)
  await seedFrequency(account.uid, DIAL[theme] ?? 112.4)
  await signIn(page, account)
  await page.waitForURL(`${appUrl()}/`)
  return account
}

export async function fixClockAndTheme(page: Page, theme: Theme): Promise<void> {
  await page.clock.setFixedTime(SCREENSHOT_TIME)
  await page.addInitScript((stored) => localStorage.setItem('theme', stored), theme)
}
