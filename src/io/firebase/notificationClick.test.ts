import { expect, test } from 'vitest'
import { openClicked } from './notificationClick.ts'

const APP = 'https://sitrep.example'

/** As the browser's own: what it can do is none of its own properties. */
class Shown {
  readonly data: unknown
  readonly #done: unknown[]
  constructor(data: unknown, done: unknown[]) {
    this.data = data
    this.#done = done
  }
  close(): void {
    this.#done.push('close')
  }
}

/** The windows that are open, and what was done. */
async function click(data: unknown, ...open: readonly string[]) {
  const done: unknown[] = []
  const pages = open.map((url) => ({
    url,
    focus: async () => void done.push(`focus ${url}`),
    postMessage: (message: unknown) => void done.push(message),
  }))
  const windows = { matchAll: async () => pages, openWindow: async (path: string) => void done.push(`open ${path}`) }
  await openClicked(new Shown(data, done), windows, APP)
  expect(done.shift()).toBe('close')
  return done
}

test('opens its page where the app is not open', async () => {
  expect(await click({ path: '/logs/new' })).toEqual(['open /logs/new'])
})

test('leads a page that is open there, and brings it to the front', async () => {
  expect(await click({ path: '/logs/new' }, `${APP}/settings`, `${APP}/`)).toEqual([
    { kind: 'sitrep-open', path: '/logs/new' },
    `focus ${APP}/settings`,
  ])
})

test('leaves windows of others alone', async () => {
  expect(await click({ path: '/logs/new' }, 'https://evil.example/', 'about:blank')).toEqual(['open /logs/new'])
})

test.each([
  [{ path: '//evil.example' }],
  [{ path: 'https://evil.example/x' }],
  [{ path: 7 }],
  [{ FCM_MSG: { notification: { title: 'x' }, fcmOptions: { link: 'https://evil.example/x' } } }],
  [{ FCM_MSG: 7 }],
  [{}],
  [null],
  ['/logs/new'],
])('%j leads home', async (data) => {
  expect(await click(data)).toEqual(['open /'])
})

test('what the service shows by itself leads where its message does', async () => {
  const message = { notification: { title: 'x' }, fcmOptions: { link: `${APP}/logs/one` } }
  expect(await click({ FCM_MSG: message })).toEqual(['open /logs/one'])
})
