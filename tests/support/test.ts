import { test as base, expect, type Page } from '@playwright/test'
import * as z from 'zod'
import { Codec } from './pages/codec.ts'
import { Dashboard } from './pages/dashboard.ts'
import { LoginPage } from './pages/loginPage.ts'

export type Account = { readonly email: string; readonly password: string; readonly uid: string }

type Fixtures = {
  /** Console errors that this test brings about on purpose. */
  readonly expectedErrors: RegExp[]
  readonly account: Account
  readonly login: LoginPage
  readonly dashboard: Dashboard
  /** On the dashboard of somebody who has just signed in. */
  readonly codec: Codec
  /** Whether background music is heard; a test that is not about it does without. */
  readonly music: boolean
}

/** The database's way to tell a lost server from a lost network; the browser here knows no such host. */
const CONNECTION_PROBE = 'https://www.google.com/images/cleardot.gif'

/**
 * Every test fails on a console error, an uncaught exception or a violation of the content security policy
 * (the browser reports those as console errors too), unless it says that it brings one about; and on a request that
 * would leave this machine.
 */
export const test = base.extend<Fixtures>({
  baseURL: async ({}, use) => use(app()),
  expectedErrors: async ({}, use) => use([]),
  music: [false, { option: true }],
  context: async ({ context, expectedErrors, music }, use) => {
    const errors: string[] = []
    const outside: string[] = []
    context.on('page', (page) => watch(page, errors))
    context.on('request', (request) => {
      if (leavesMachine(request.url())) outside.push(request.url())
    })
    if (!music) await context.addInitScript(muteMusic)
    await use(context)
    expect(outside, 'requests that leave this machine').toEqual([])
    const unexpected = errors.filter((error) => !expectedErrors.some((pattern) => pattern.test(error)))
    expect(unexpected, 'console errors').toEqual([])
  },
  account: async ({}, use) => use(await newAccount()),
  login: async ({ page }, use) => use(new LoginPage(page)),
  /** Signed in, on the dashboard. */
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

/** The browser's own report of a lost connection, for tests that cut it. */
export const LOST_CONNECTION =
  /ERR_(?:CONNECTION|INTERNET|EMPTY|SOCKET|INCOMPLETE|ABORTED|NETWORK|FAILED)|Could not reach Cloud Firestore|RPC_ERROR|cleardot/

export const app = (): string => required('E2E_APP')

/** Asks for the backend to be killed, stopped or started. */
export async function backend(action: 'kill' | 'stop' | 'start'): Promise<void> {
  const response = await fetch(`${required('E2E_CONTROL')}/${action}`)
  if (!response.ok) throw new Error(await response.text())
}

/** Every recording that the model was asked to hear, in base64. */
export async function heardByModel(): Promise<readonly string[]> {
  return z.array(z.string()).parse(await (await fetch(`${required('E2E_CONTROL')}/heard`)).json())
}

const StoredProfile = z.object({
  fields: z.object({
    operationalFrequency: z.object({ doubleValue: z.optional(z.number()), integerValue: z.optional(z.string()) }),
  }),
})

let made = 0

export async function newAccount(displayName = ''): Promise<Account> {
  const email = `agent-${process.pid}-${Date.now()}-${++made}@example.org`
  const password = 'correct horse'
  const url = `${required('E2E_AUTH')}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=local`
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, displayName, returnSecureToken: true }),
  })
  const body: unknown = await response.json()
  if (typeof body !== 'object' || body === null || !('localId' in body))
    throw new Error(`no account: ${JSON.stringify(body)}`)
  return { email, password, uid: String(body.localId) }
}

export async function signIn(page: Page, { email, password }: Account): Promise<void> {
  const login = new LoginPage(page)
  await login.open()
  await login.signIn(email, password)
  await page.waitForURL(`${app()}/`)
}

/** Writes as an administrator, past the rules: a journal that was there before. */
export async function seed(uid: string, entries: readonly SeedEntry[]): Promise<void> {
  const documents = 'projects/demo-sitrep/databases/(default)/documents'
  for (let start = 0; start < entries.length; start += 500) {
    const writes = entries.slice(start, start + 500).map(({ id, content, time, ...more }) => ({
      update: {
        name: `${documents}/users/${uid}/logs/${id}`,
        fields: {
          userId: { stringValue: uid },
          content: { stringValue: content },
          logLevel: { stringValue: more.level ?? 'INTEL' },
          goals: { arrayValue: { values: (more.goals ?? []).map((goal) => ({ stringValue: goal })) } },
          tags: { arrayValue: { values: (more.tags ?? []).map((tag) => ({ stringValue: tag })) } },
          timestamp: { timestampValue: new Date(time).toISOString() },
          lastUpdated: { timestampValue: new Date(time).toISOString() },
          deleted: { booleanValue: more.deleted ?? false },
          ...(more.suggestions ? { aiSuggestions: { mapValue: { fields: suggestionFields(more.suggestions) } } } : {}),
        },
      },
    }))
    await admin(`${documents}:commit`, { writes })
  }
}

/** The profile as the database has it: its number, or undefined for none. */
export async function storedFrequency(uid: string): Promise<number | undefined> {
  const path = `projects/demo-sitrep/databases/(default)/documents/users/${uid}`
  const response = await fetch(`${required('E2E_FIRESTORE')}/v1/${path}`, {
    headers: { authorization: 'Bearer owner' },
  })
  if (response.status === 404) return undefined
  const { fields } = StoredProfile.parse(await response.json())
  return Number(fields.operationalFrequency.doubleValue ?? fields.operationalFrequency.integerValue)
}

const StoredEntry = z.object({
  fields: z.object({
    content: z.object({ stringValue: z.string() }),
    tags: z.object({ arrayValue: z.object({ values: z.optional(z.array(z.object({ stringValue: z.string() }))) }) }),
  }),
})

const Usage = z.record(z.string(), z.object({ reads: z.number(), writes: z.number() }))

/** What a person has had read and written since the backend started. */
export async function usageOf(uid: string): Promise<{ reads: number; writes: number }> {
  const response = await fetch(`${required('E2E_FIRESTORE')}/emulator/v1/projects/demo-sitrep/usage`)
  return Usage.parse(await response.json())[uid] ?? { reads: 0, writes: 0 }
}

const Contents = z.array(
  z.object({
    document: z.optional(z.object({ fields: z.object({ content: z.object({ stringValue: z.string() }) }) })),
  }),
)

/** The texts of all entries as the database has them, deleted ones too. */
export async function contentsOf(uid: string): Promise<readonly string[]> {
  const query = { structuredQuery: { from: [{ collectionId: 'logs' }] } }
  const found = await admin(`projects/demo-sitrep/databases/(default)/documents/users/${uid}:runQuery`, query)
  return Contents.parse(found).flatMap(({ document }) => document?.fields.content.stringValue ?? [])
}

const StoredSettings = z.object({ fields: z.object({ theme: z.object({ stringValue: z.string() }) }) })

/** The theme that a person's settings have in the database; undefined for none. */
export async function storedTheme(uid: string): Promise<string | undefined> {
  const path = `projects/demo-sitrep/databases/(default)/documents/users/${uid}/private/settings`
  const response = await fetch(`${required('E2E_FIRESTORE')}/v1/${path}`, {
    headers: { authorization: 'Bearer owner' },
  })
  return StoredSettings.safeParse(await response.json()).data?.fields.theme.stringValue
}

/** An entry as the database has it. */
export async function storedEntry(uid: string, id: string): Promise<{ content: string; tags: readonly string[] }> {
  const path = `projects/demo-sitrep/databases/(default)/documents/users/${uid}/logs/${id}`
  const response = await fetch(`${required('E2E_FIRESTORE')}/v1/${path}`, {
    headers: { authorization: 'Bearer owner' },
  })
  const { content, tags } = StoredEntry.parse(await response.json()).fields
  return { content: content.stringValue, tags: (tags.arrayValue.values ?? []).map(({ stringValue }) => stringValue) }
}

const Favorites = z.array(
  z.object({ document: z.optional(z.object({ name: z.string(), fields: z.record(z.string(), z.unknown()) })) }),
)

/** A person's favourites as the database has them. */
export async function favoritesOf(uid: string): Promise<readonly StoredDocument[]> {
  const filter = { field: { fieldPath: 'userId' }, op: 'EQUAL', value: { stringValue: uid } }
  const found = await admin('projects/demo-sitrep/databases/(default)/documents:runQuery', {
    structuredQuery: { from: [{ collectionId: 'favorites' }], where: { fieldFilter: filter } },
  })
  return Favorites.parse(found).flatMap(({ document }) => document ?? [])
}

export type StoredDocument = { readonly name: string; readonly fields: { readonly [field: string]: unknown } }

/** Writes a document as this account, past the app; the time of adding is the server's. */
export async function writeAs(account: Account, name: string, fields: StoredDocument['fields']): Promise<Response> {
  const { dateAdded: _, ...rest } = fields
  return fetch(`${required('E2E_FIRESTORE')}/v1/projects/demo-sitrep/databases/(default)/documents:commit`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await tokenOf(account)}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      writes: [
        {
          update: { name, fields: rest },
          updateTransforms: [{ fieldPath: 'dateAdded', setToServerValue: 'REQUEST_TIME' }],
        },
      ],
    }),
  })
}

/** Calls a function as this account, with its real token. */
export async function callFunction(name: string, body: unknown, headers: Record<string, string>): Promise<Response> {
  return fetch(`${required('E2E_FUNCTIONS')}/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

/** Sends a recording as the app does. */
export async function sendRecording(
  body: Uint8Array<ArrayBuffer> | ReadableStream,
  headers: Record<string, string>,
  type = 'audio/webm',
): Promise<Response> {
  return fetch(`${required('E2E_FUNCTIONS')}/processVoiceCommand`, {
    method: 'POST',
    headers: { 'content-type': type, ...headers },
    body,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  })
}

const SignedIn = z.object({ idToken: z.string() })

/** An identity token of this account, as the app has one. */
export async function tokenOf({ email, password }: Account): Promise<string> {
  const url = `${required('E2E_AUTH')}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=local`
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, returnSecureToken: true }),
  })
  return SignedIn.parse(await response.json()).idToken
}

/**
 * Signs the account out everywhere: its tokens of before are worth nothing. They are dated in seconds, so by default
 * those of this second are worth nothing either.
 */
export const revoke = (uid: string, since = thisSecond() + 1): Promise<void> =>
  manageAccount('update', { localId: uid, validSince: String(since) })

export const thisSecond = (): number => Math.floor(Date.now() / 1000)

export const removeAccount = (uid: string): Promise<void> => manageAccount('delete', { localId: uid })

async function manageAccount(verb: 'update' | 'delete', body: object): Promise<void> {
  const url = `${required('E2E_AUTH')}/identitytoolkit.googleapis.com/v1/projects/demo-sitrep/accounts:${verb}`
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(await response.text())
}

/** Lets an account start with its dial somewhere else. */
export async function seedFrequency(uid: string, frequency: number): Promise<void> {
  const documents = 'projects/demo-sitrep/databases/(default)/documents'
  const fields = {
    operationalFrequency: { doubleValue: frequency },
    lastFrequencyUpdate: { timestampValue: new Date().toISOString() },
  }
  await admin(`${documents}:commit`, { writes: [{ update: { name: `${documents}/users/${uid}`, fields } }] })
}

export type SeedEntry = {
  readonly id: string
  readonly content: string
  readonly time: number
  readonly level?: string
  readonly goals?: readonly string[]
  readonly tags?: readonly string[]
  readonly deleted?: boolean
  readonly suggestions?: SeedSuggestions
}

export type SeedSuggestions = {
  readonly confidence: number
  readonly level?: string
  readonly goals?: readonly string[]
  readonly tags?: readonly string[]
  readonly analyzed?: number
  readonly source?: 'model' | 'offline'
}

const suggestionFields = ({ confidence, level = 'ALERT', goals = [], tags = [], ...more }: SeedSuggestions) => ({
  suggestedLogLevel: { stringValue: level },
  suggestedGoals: { arrayValue: { values: goals.map((goal) => ({ stringValue: goal })) } },
  suggestedTags: { arrayValue: { values: tags.map((tag) => ({ stringValue: tag })) } },
  confidence: { doubleValue: confidence },
  lastAnalyzed: { timestampValue: new Date(more.analyzed ?? Date.now()).toISOString() },
  applied: { booleanValue: false },
  source: { stringValue: more.source ?? 'model' },
})

export async function admin(path: string, body: unknown, method = 'POST', prefix = '/v1/'): Promise<unknown> {
  const response = await fetch(`${required('E2E_FIRESTORE')}${prefix}${path}`, {
    method,
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(await response.text())
  return response.json()
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
    // Storage is blocked: such a test hears it.
  }
}

function watch(page: Page, errors: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => errors.push(error.message))
}

function required(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is set by tests/e2e/setup.ts`)
  return value
}
