import { test as base, expect, type Page } from '@playwright/test'
import * as z from 'zod'
import { newAccount, type Account } from './accounts.ts'
import { Codec } from './pages/codec.ts'
import { Dashboard } from './pages/dashboard.ts'
import { LoginPage } from './pages/loginPage.ts'
import { required } from './required.ts'

type Fixtures = {
  /** Console errors that the test causes on purpose. */
  readonly expectedErrors: RegExp[]
  readonly account: Account
  readonly login: LoginPage
  readonly dashboard: Dashboard
  /** The codec on the dashboard of a user who has just signed in. */
  readonly codec: Codec
  /** Whether background music plays. The default is off. */
  readonly music: boolean
}

/** How the Firestore SDK distinguishes a lost server from a lost network. The test browser cannot resolve this host. */
const CONNECTION_PROBE = 'https://www.google.com/images/cleardot.gif'

/**
 * Fails every test that has a console error, an uncaught exception or a violation of the content security policy (which
 * the browser also reports as a console error), unless the test expects it. Also fails on every request that would
 * leave this machine.
 */
export const test = base.extend<Fixtures>({
  baseURL: async ({}, use) => use(app()),
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
  /** Signs in and opens the dashboard. */
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

/** What the browser logs when the connection is lost. */
export const LOST_CONNECTION =
  /ERR_(?:CONNECTION|INTERNET|EMPTY|SOCKET|INCOMPLETE|ABORTED|NETWORK|FAILED)|Could not reach Cloud Firestore|RPC_ERROR|cleardot/

export const app = (): string => required('E2E_APP')

/** Kills, stops or starts the backend. */
export async function controlBackend(action: 'kill' | 'stop' | 'start'): Promise<void> {
  const response = await fetch(`${required('E2E_CONTROL')}/${action}`)
  if (!response.ok) throw new Error(await response.text())
}

/** Returns every recording that the model received, in base64. */
export async function recordingsSentToModel(): Promise<readonly string[]> {
  return z.array(z.string()).parse(await (await fetch(`${required('E2E_CONTROL')}/heard`)).json())
}

export async function signIn(page: Page, { email, password }: Account): Promise<void> {
  const login = new LoginPage(page)
  await login.open()
  await login.signIn(email, password)
  await page.waitForURL(`${app()}/`)
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

/** Runs in the page. */
function muteMusic(): void {
  try {
    if (localStorage.getItem('bgMusicMuted') === null) localStorage.setItem('bgMusicMuted', 'true')
  } catch {
    // If storage is blocked, the preference that mutes the music cannot be stored, and music plays.
  }
}

function watch(page: Page, errors: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => errors.push(error.message))
}
