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

/** Returns Playwright's Chromium, or an installed Chrome or Chromium. */
export function installedBrowser(): string | undefined {
  return [chromium.executablePath(), ...CHROMIUM].find((file) => existsSync(file))
}

export function installedFirefox(): string | undefined {
  return FIREFOX.find((file) => existsSync(file))
}

/** The driver of WebKitGTK, its MiniBrowser, and an X display for it. */
export type WebKit = { readonly driver: string; readonly browser: string; readonly display: string }

export function installedWebKit(): WebKit | undefined {
  const [driver, display] = ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb']
  const [browser] = process.platform === 'linux' ? globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser') : []
  return browser !== undefined && existsSync(driver) && existsSync(display) ? { driver, browser, display } : undefined
}

/** A browser that tests need, with its Debian packages, and advice for other systems. */
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

/** Finds or installs Chromium, and exits the process when neither works. */
export function ensureBrowser(): void {
  install([CHROMIUM_REQUIREMENT])
  if (!installedBrowser()) process.exit(1)
}

/** Finds or installs Firefox and WebKit as well. Without them only their own tests fail. */
export function ensureBrowsers(): void {
  ensureBrowser()
  install([FIREFOX_REQUIREMENT, WEBKIT_REQUIREMENT])
}

/** Installs missing browsers: Chromium through Playwright, and all of them through apt when running as root. */
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
 * The omnibox popup is a page that Chromium loads for every context, which is two thirds of the cost of an empty
 * context. Chromium uses only the last `--disable-features`, so this list repeats the one of Playwright.
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

/** Blocks all network access except to this machine. Chromium's sandbox does not work for root, as in containers. */
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

/** Returns the launch options of the configuration, with additional arguments. */
export const browserOptions = (...more: readonly string[]) => {
  const executablePath = installedBrowser()
  return { args: [...BROWSER_ARGUMENTS, ...more], ...(executablePath ? { executablePath } : {}) }
}

/** Shows scrollbars, as on Windows and Linux; headless browsers hide them. */
export const WITH_SCROLLBARS = { ...browserOptions(), ignoreDefaultArgs: ['--hide-scrollbars'] }

/** Grants access to a fake microphone that repeats a speech file. */
export const WITH_MICROPHONE = browserOptions(
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-audio-capture=${path.resolve('tests/support/samples/speech.wav')}`,
)
