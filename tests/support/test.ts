import { test as base, expect, type Page } from '@playwright/test'
import * as z from 'zod'
import { newAccount, type Account } from './accounts.ts'
import { Codec } from './pages/codec.ts'
import { Dashboard } from './pages/dashboard.ts'
import { LoginPage } from './pages/loginPage.ts'
import { requiredVariable } from './requiredVariable.ts'

type Fixtures = {
  /** Console errors that the test causes on purpose. */
  readonly expectedErrors: RegExp[]
  readonly account: Account
  readonly login: LoginPage
  readonly dashboard: Dashboard
  /** The codec. The user has just signed in and sees the dashboard. */
  readonly codec: Codec
  /** Whether background music plays. By default, tests mute it. */
  readonly music: boolean
}

/** When the Firestore SDK loses the server, it requests this URL to test the network. In tests, the request fails. */
const CONNECTION_PROBE = 'https://www.google.com/images/cleardot.gif'

/**
 * Playwright's `test` with the fixtures of this project. A test fails if it causes an unexpected console error (such as
 * a violation of the content security policy), an uncaught exception or a request to another machine.
 */
export const test = base.extend<Fixtures>({
  baseURL: async ({}, use) => use(appUrl()),
  expectedErrors: async ({}, use) => use([]),
  music: [false, { option: true }],
  context: async ({ context, expectedErrors, music }, use) => {
    const errors: string[] = []
    const outsideRequests: string[] = []
    context.on('page', (page) => watch(page, errors))
    context.on('request', (request) => {
      if (leavesMachine(request.url())) outsideRequests.push(request.url())
    })
    if (!music) await context.addInitScript(muteMusic)
    await use(context)
    expect(outsideRequests, 'requests to other machines').toEqual([])
    const unexpected = errors.filter((error) => !expectedErrors.some((pattern) => pattern.test(error)))
    expect(unexpected, 'console errors').toEqual([])
  },
  account: async ({}, use) => use(await newAccount()),
  login: async ({ page }, use) => use(new LoginPage(page)),
  /** Signs in with the account, and provides its dashboard. */
  dashboard: async ({ page, account }, use) => {
    await signIn(page, account)
    await use(new Dashboard(page))
  },
  codec: async ({ page, dashboard }, use) => {
    await dashboard.newEntry.waitFor()
    await use(new Codec(page))
  },
})

export { expect }

/** Matches the errors that the browser and the Firestore SDK log when the connection is lost. */
export const LOST_CONNECTION =
  /ERR_(?:CONNECTION|INTERNET|EMPTY|SOCKET|INCOMPLETE|ABORTED|NETWORK|FAILED)|Could not reach Cloud Firestore|RPC_ERROR|cleardot/

export const appUrl = (): string => requiredVariable('E2E_APP')

/** Kills, stops or starts the backend. */
export async function controlBackend(action: 'kill' | 'stop' | 'start'): Promise<void> {
  const response = await fetch(`${requiredVariable('E2E_CONTROL')}/${action}`)
  if (!response.ok) throw new Error(await response.text())
}

/** Returns all recordings that the fake model has received, in base64. */
export async function recordingsSentToModel(): Promise<readonly string[]> {
  return z.array(z.string()).parse(await (await fetch(`${requiredVariable('E2E_CONTROL')}/heard`)).json())
}

export async function signIn(page: Page, { email, password }: Account): Promise<void> {
  const login = new LoginPage(page)
  await login.open()
  await login.signIn(email, password)
  await page.waitForURL(`${appUrl()}/`)
}

function leavesMachine(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return (
    /^(?:http|ws)s?:$/.test(protocol) &&
    hostname !== '127.0.0.1' &&
    hostname !== 'localhost' &&
    !address.startsWith(CONNECTION_PROBE)
  )
}

/** Mutes the background music. Runs in the page, before the code of the app. */
function muteMusic(): void {
  try {
    if (localStorage.getItem('bgMusicMuted') === null) localStorage.setItem('bgMusicMuted', 'true')
  } catch {
    // If storage is blocked, this preference cannot be stored, so the music is not muted.
  }
}

function watch(page: Page, errors: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => errors.push(error.message + error.stack))
}
