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

/** A Chromium that is on this machine: Playwright's own, or an installed Chrome or Chromium. */
export function installedBrowser(): string | undefined {
  return [chromium.executablePath(), ...CHROMIUM].find((file) => existsSync(file))
}

export function installedFirefox(): string | undefined {
  return FIREFOX.find((file) => existsSync(file))
}

/** WebKitGTK's driver, the small browser that comes with the library, and a display for it. */
export type WebKit = { readonly driver: string; readonly browser: string; readonly display: string }

export function installedWebKit(): WebKit | undefined {
  const [driver, display] = ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb']
  const [browser] = process.platform === 'linux' ? globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser') : []
  return browser !== undefined && existsSync(driver) && existsSync(display) ? { driver, browser, display } : undefined
}

/** What a test needs of a machine, with Debian's packages of it and what to do where those cannot be had. */
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

/** Finds a Chromium or installs one. Nothing goes on without it. */
export function ensureBrowser(): void {
  install([CHROMIUM_REQUIREMENT])
  if (!installedBrowser()) process.exit(1)
}

/** Finds Firefox and WebKit as well, or installs them. Where that fails, their tests fail and the others run. */
export function ensureBrowsers(): void {
  ensureBrowser()
  install([FIREFOX_REQUIREMENT, WEBKIT_REQUIREMENT])
}

/** Installs what is missing: Chromium through Playwright, and all of it as root on Debian through apt. */
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
export const browserOptions = (...more: readonly string[]) => {
  const executablePath = installedBrowser()
  return { args: [...BROWSER_ARGUMENTS, ...more], ...(executablePath ? { executablePath } : {}) }
}

/** With the scrollbars that Windows and Linux show, which headless browsers hide. */
export const WITH_SCROLLBARS = { ...browserOptions(), ignoreDefaultArgs: ['--hide-scrollbars'] }

/** With a microphone that may be used and plays a speech file over and over. */
export const WITH_MICROPHONE = browserOptions(
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-audio-capture=${path.resolve('tests/support/samples/speech.wav')}`,
)
