import { test } from '@playwright/test'
import { inBrowser, OFFLINE_ERRORS } from '#tests/support/browsers/session.ts'
import { walk } from '#tests/support/browsers/walk.ts'
import { required } from '#tests/support/required.ts'

/** Each at a desk and at the narrowest that it can be. */
const WINDOWS = [
  { browser: 'firefox', width: 1440, height: 900 },
  { browser: 'firefox', width: 390, height: 844 },
  { browser: 'webkit', width: 1440, height: 900 },
  { browser: 'webkit', width: 447, height: 844 },
  // As a rule for the others: what fails here too is no fault of a browser.
  { browser: 'chromium', width: 1440, height: 900 },
] as const

for (const { browser, ...size } of WINDOWS)
  test(`a walk through the app in ${browser}, ${size.width} px wide`, () =>
    inBrowser(browser, size, OFFLINE_ERRORS, (session) => walk(session, required('E2E_APP'))))
