import { test } from '@playwright/test'
import { inBrowser, OFFLINE_ERRORS } from '#tests/support/browsers/session.ts'
import { walk } from '#tests/support/browsers/walk.ts'
import { required } from '#tests/support/required.ts'

/** Each browser at desktop width and at its narrowest width. */
const WINDOWS = [
  { browser: 'firefox', width: 1440, height: 900 },
  { browser: 'firefox', width: 390, height: 844 },
  { browser: 'webkit', width: 1440, height: 900 },
  { browser: 'webkit', width: 447, height: 844 },
  // For comparison: an error in Chromium too is an error of the walk, not of a browser.
  { browser: 'chromium', width: 1440, height: 900 },
] as const

for (const { browser, ...size } of WINDOWS)
  test(`walks through the app in ${browser} at ${size.width} px`, () =>
    inBrowser(browser, size, OFFLINE_ERRORS, (session) => walk(session, required('E2E_APP'))))
