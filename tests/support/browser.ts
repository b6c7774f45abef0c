import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'

const CHROMIUM = [
  '/usr/bin/google-chrome',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

const FIREFOX = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
]

/** Returns the path of Playwright's Chromium or of another installed Chrome or Chromium. */
export function installedBrowser(): string | undefined {
  return [chromium.executablePath(), ...CHROMIUM].find((file) => existsSync(file))
}

export function installedFirefox(): string | undefined {
  return FIREFOX.find((file) => existsSync(file))
}

/** The paths of the WebKitGTK driver, of its browser (MiniBrowser) and of the X server Xvfb. */
export type WebKit = { readonly driver: string; readonly browser: string; readonly display: string }

export function installedWebKit(): WebKit | undefined {
  const [driver, display] = ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb']
  const [browser] = process.platform === 'linux' ? globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser') : []
  return browser !== undefined && existsSync(driver) && existsSync(display) ? { driver, browser, display } : undefined
}

/** A browser that tests need: its Debian packages, and the message shown if the browser cannot be installed. */
type Requirement = {
  readonly isInstalled: () => boolean
  readonly packages: readonly string[]
  readonly advice: string
}

const CHROMIUM_REQUIREMENT: Requirement = {
  isInstalled: () => installedBrowser() !== undefined,
  packages: ['chromium'],
  advice: 'Chromium is missing. Install Google Chrome or Chromium and try again.',
}

export const FIREFOX_REQUIREMENT: Requirement = {
  isInstalled: () => installedFirefox() !== undefined,
  packages: ['firefox-esr'],
  advice: 'Firefox is missing. Install Firefox and try again.',
}

export const WEBKIT_REQUIREMENT: Requirement = {
  isInstalled: () => installedWebKit() !== undefined,
  packages: ['webkit2gtk-driver', 'xvfb'],
  advice:
    'WebKit is missing. Its tests need the packages webkit2gtk-driver and xvfb of Debian or Ubuntu; run them there, or in a container.',
}

/** Installs Chromium if it is missing. Exits the process if Chromium is still missing. */
export function ensureBrowser(): void {
  install([CHROMIUM_REQUIREMENT])
  if (!installedBrowser()) process.exit(1)
}

/**
 * Installs Chromium, Firefox and WebKit if they are missing. If Firefox or WebKit is still missing, only its tests
 * fail.
 */
export function ensureBrowsers(): void {
  ensureBrowser()
  install([FIREFOX_REQUIREMENT, WEBKIT_REQUIREMENT])
}

/**
 * Installs missing browsers: first Chromium with Playwright; then, if run as root, all that are still missing with apt.
 */
function install(needed: readonly Requirement[]): void {
  const missing = () => needed.filter(({ isInstalled }) => !isInstalled())
  if (missing().length === 0) return
  console.warn(
    `Installing ${missing()
      .flatMap(({ packages }) => packages)
      .join(', ')} …`,
  )
  if (missing().includes(CHROMIUM_REQUIREMENT)) spawnSync('playwright', ['install', 'chromium'], { stdio: 'inherit' })
  if (process.getuid?.() === 0 && missing().length > 0) {
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    for (const { packages } of missing())
      spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { stdio: 'inherit' })
  }
  for (const { advice } of missing()) console.error(advice)
}

/**
 * Features of Chromium that the tests disable. The omnibox popup is a page that Chromium loads for every browser
 * context. It causes two thirds of the cost of an empty context. The list also repeats the features that Playwright
 * disables, because Chromium uses only the last `--disable-features` argument.
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

/** Arguments that block network access except to this machine. For root, Chromium works only without its sandbox. */
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

/** Returns Playwright's launch options for Chromium with additional command-line arguments. */
export const browserOptions = (...more: readonly string[]) => {
  const executablePath = installedBrowser()
  return { args: [...BROWSER_ARGUMENTS, ...more], ...(executablePath ? { executablePath } : {}) }
}

/** Launch options that show scrollbars, as on Windows and Linux. By default, headless Chromium hides scrollbars. */
export const WITH_SCROLLBARS = { ...browserOptions(), ignoreDefaultArgs: ['--hide-scrollbars'] }

/** Launch options with access to a fake microphone, which plays a speech file repeatedly. */
export const WITH_MICROPHONE = browserOptions(
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-audio-capture=${path.resolve('tests/support/samples/speech.wav')}`,
)
