import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'

const INSTALLED = [
  '/usr/bin/google-chrome',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** A Chromium that is on this machine: Playwright's own, or an installed Chrome or Chromium. */
export function installedBrowser(): string | undefined {
  return [chromium.executablePath(), ...INSTALLED].find((file) => existsSync(file))
}

/** Finds a Chromium or installs one: through Playwright, and as root on Debian through apt. */
export function ensureBrowser(): void {
  if (installedBrowser()) return
  console.warn('No Chromium is installed; installing one …')
  spawnSync('playwright', ['install', 'chromium'], { stdio: 'inherit' })
  if (installedBrowser()) return
  if (process.getuid?.() === 0) {
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { stdio: 'inherit' })
  }
  if (installedBrowser()) return
  console.error('No Chromium could be installed. Install Google Chrome or Chromium and try again.')
  process.exit(1)
}

/**
 * The address bar's list is a page of its own, loaded for every context: two thirds of what an empty one costs. Only the
 * last list counts, so that what Playwright turns off itself is named again.
 */
const FEATURES_OFF: readonly string[] = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/** Nothing leaves the machine: every other name and address is unknown. Root (containers) has no sandbox to use. */
const BROWSER_ARGUMENTS: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${FEATURES_OFF.join(',')}`,
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost',
]

/** How a browser is started, as the configuration has it, with more arguments. */
export const browserWith = (...more: readonly string[]) => {
  const executablePath = installedBrowser()
  return { args: [...BROWSER_ARGUMENTS, ...more], ...(executablePath ? { executablePath } : {}) }
}

/** With the scrollbars that Windows and Linux show, which headless browsers hide. */
export const WITH_SCROLLBARS = { ...browserWith(), ignoreDefaultArgs: ['--hide-scrollbars'] }

/** With a microphone that may be used and plays a speech file over and over. */
export const WITH_MICROPHONE = browserWith(
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-audio-capture=${path.resolve('tests/support/samples/speech.wav')}`,
)
