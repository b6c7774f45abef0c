import { test } from '@playwright/test'
import { runInBrowser, OFFLINE_ERRORS } from '#tests/support/browsers/session.ts'
import { walkThroughApp } from '#tests/support/browsers/walkThroughApp.ts'
import { requiredVariable } from '#tests/support/requiredVariable.ts'

/** Firefox and WebKit at desktop width and at the narrowest width that each supports, and Chromium for comparison. */
const WINDOWS = [
  { browser: 'firefox', width: 1440, height: 900 },
  { browser: 'firefox', width: 390, height: 844 },
  { browser: 'webkit', width: 1440, height: 900 },
  { browser: 'webkit', width: 447, height: 844 },
  // An error that also occurs in Chromium is an error of the test, not of a browser.
  { browser: 'chromium', width: 1440, height: 900 },
] as const

for (const { browser, ...size } of WINDOWS)
  test(`walks through the app in ${browser} at ${size.width} px`, () =>
    runInBrowser(browser, size, OFFLINE_ERRORS, (session) => walkThroughApp(session, requiredVariable('E2E_APP'))))
