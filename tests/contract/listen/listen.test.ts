/* Tests the app's Listen client in Chromium, against the local Firestore. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startFirestore, type RunningFirestore } from '#local/firestore/server.ts'
import { browserModules, type BrowserModules } from '#tests/support/browserModules.ts'
import type { ListenQuery } from '#src/io/firebase/listenProtocol.ts'
import type { ListenPage } from './page.ts'

declare const contract: ListenPage

const PROJECT = 'demo-test'
const ALL: ListenQuery = { collection: 'c' }
const NEWEST_TWO: ListenQuery = { collection: 'c', where: [['n', '<', 100]], orderBy: [['n', 'desc']], limit: 2 }
const POLLING = { timeout: 30_000, interval: 20 }

// WebChannel and the client wait several seconds before they connect again.
vi.setConfig({ testTimeout: 60_000 })

let modules: BrowserModules
let folder: string
let server: RunningFirestore
let page: Page
beforeAll(async () => {
  modules = await browserModules([
    'firebase/app',
    'firebase/firestore/lite',
    'zod/mini',
    '@firebase/webchannel-wrapper/webchannel-blob',
  ])
})
afterAll(() => modules.close())
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'sitrep-listen-'))
  server = await startFirestore({ port: 0, dataFolder: folder })
  page = await modules.load(await modules.browser.newPage(), 'tests/contract/listen/page.html')
  await open()
})
afterEach(async () => {
  await page.context().close()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const open = (token = 'owner') =>
  page.evaluate(([address, project, bearer]) => contract.open(address, project, bearer), [
    `127.0.0.1:${server.port}`,
    PROJECT,
    token,
  ] as const)
const listen = (name: string, query: ListenQuery) =>
  page.evaluate(([target, of]) => contract.listen(target, of), [name, query] as const)
const write = (values: { readonly [path: string]: number | null }) =>
  page.evaluate((all) => contract.write(all), values)
const events = (name: string) => page.evaluate((target) => contract.events(target), name)
const expectEvents = (name: string) => expect.poll(() => events(name), POLLING)
const documents = (name: string) => page.evaluate((target) => contract.documents(target), name)

/** Starts the server again on the same port, with the same data. */
async function restart(): Promise<void> {
  const { port } = server
  await server.close()
  server = await startFirestore({ port, dataFolder: folder })
}

/** Returns a token of a user as the local Firestore accepts it, without a signature. */
function tokenOf(uid: string): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  return `${encode({ alg: 'none' })}.${encode({ sub: uid, user_id: uid })}.`
}

async function useRules(body: string): Promise<void> {
  const content = `rules_version = '2'; service cloud.firestore { match /databases/{database}/documents { ${body} } }`
  const answer = await fetch(`http://127.0.0.1:${server.port}/emulator/v1/projects/${PROJECT}:securityRules`, {
    method: 'PUT',
    body: JSON.stringify({ rules: { files: [{ name: 'firestore.rules', content }] } }),
  })
  expect(answer.ok).toBe(true)
}

test('reports the documents, and then each commit as one change', async () => {
  await write({ 'c/a': 1, 'c/b': 2, 'other/x': 9 })
  await listen('all', ALL)
  await expectEvents('all').toEqual(['all +a:1 +b:2'])
  await write({ 'c/a': 3, 'c/b': null, 'c/d': 4, 'other/x': 10 })
  await expectEvents('all').toEqual(['all +a:1 +b:2', 'diff +a:3 +d:4 xb'])
})

test('reports a single document that does not exist, is created and deleted', async () => {
  await listen('one', { documents: ['c/a'] })
  await expectEvents('one').toEqual(['all'])
  await write({ 'c/a': 1 })
  await write({ 'c/a': null })
  await expectEvents('one').toEqual(['all', 'diff +a:1', 'diff xa'])
})

test('fills a limited query again when a document leaves it', async () => {
  await write({ 'c/a': 1, 'c/b': 2, 'c/d': 3 })
  await listen('newest', NEWEST_TWO)
  await expectEvents('newest').toEqual(['all +b:2 +d:3'])
  await write({ 'c/d': null })
  await write({ 'c/b': 100 })
  await write({ 'c/e': 50, 'c/f': 51 })
  await expectEvents('newest').toEqual(['all +b:2 +d:3', 'diff +a:1 xd', 'diff -b', 'diff +e:50 +f:51 -a'])
})

test('never reports a commit in parts', async () => {
  await listen('all', ALL)
  for (let n = 0; n < 50; n++) await write({ 'c/a': n, 'c/b': n, 'c/d': n })
  await expect.poll(() => documents('all'), POLLING).toEqual(['a:49', 'b:49', 'd:49'])
  const changes = (await events('all')).filter((event) => event.includes('+'))
  for (const event of changes) expect(event).toMatch(/^\w+ \+a:(\d+) \+b:\1 \+d:\1$/)
})

test('reports all documents again if the server does not know the token', async () => {
  await write({ 'c/a': 1, 'c/b': 2 })
  await listen('all', ALL)
  await expectEvents('all').toHaveLength(1)
  const { port } = server
  await server.close()
  server = await startFirestore({ port })
  await write({ 'c/b': 3 })
  await page.evaluate(() => contract.retryNow())
  await expect.poll(() => documents('all'), POLLING).toEqual(['b:3'])
  expect((await events('all'))[1]).toMatch('all')
})

test('reports a target that the rules deny, and the other targets continue', async () => {
  const rules = (whose: string) =>
    useRules(
      `match /c/{id} { allow read: if ${whose}; } match /users/{uid} { allow read: if request.auth.uid == uid; }`,
    )
  await rules('request.auth != null')
  await open(tokenOf('u'))
  await listen('mine', { documents: ['users/u'] })
  await listen('theirs', { documents: ['users/v'] })
  await listen('all', ALL)
  await expectEvents('theirs').toEqual(['permission-denied'])
  await expectEvents('all').toEqual(['all'])
  await rules('false')
  await expectEvents('all').toEqual(['all', 'permission-denied'])
  await write({ 'users/u': 1, 'c/a': 1, 'users/v': 1 })
  await expectEvents('mine').toEqual(['all', 'diff +u:1'])
  expect(await events('all')).toEqual(['all', 'permission-denied'])
})

test('connects again after a restart of the server, and misses no write', async () => {
  await write({ 'c/a': 1, 'c/b': 2 })
  await listen('all', ALL)
  await listen('newest', NEWEST_TWO)
  await expectEvents('newest').toEqual(['all +a:1 +b:2'])
  await restart()
  await write({ 'c/b': null, 'c/d': 3 })
  await expect.poll(() => documents('all'), POLLING).toEqual(['a:1', 'd:3'])
  await restart()
  await write({ 'c/e': 4 })
  await expect.poll(() => documents('all'), POLLING).toEqual(['a:1', 'd:3', 'e:4'])
  await expect.poll(() => documents('newest'), POLLING).toEqual(['d:3', 'e:4'])
  const later = [await events('all'), await events('newest')].flatMap(([, ...after]) => after)
  expect(later.join(), 'the unchanged documents are not sent again').not.toMatch(/all|\+a/)
  expect(await page.evaluate(() => contract.states())).toEqual(expect.arrayContaining(['connected', 'waiting']))
})

test('waits while the browser is offline, and reports what has changed when the network is back', async () => {
  await write({ 'c/a': 1 })
  await page.context().setOffline(true)
  await listen('all', ALL)
  await expect.poll(() => page.evaluate(() => contract.states()), POLLING).toEqual(['offline'])
  await page.context().setOffline(false)
  await expectEvents('all').toEqual(['all +a:1'])
  expect(await page.evaluate(() => contract.states())).toEqual(['offline', 'waiting', 'connected'])
})

test('reports nothing after close, and the server ends the session', async () => {
  await listen('all', ALL)
  await expectEvents('all').toEqual(['all'])
  const ended = page.waitForRequest((request) => request.url().includes('TYPE=terminate'))
  await page.evaluate(() => contract.close())
  await ended
  await write({ 'c/a': 1 })
  await open()
  await listen('witness', ALL)
  await expectEvents('witness').toEqual(['all +a:1'])
  expect(await events('all')).toEqual(['all'])
})
