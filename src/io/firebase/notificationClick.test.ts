import { expect, test } from 'vitest'
import { openClicked } from './notificationClick.ts'

const APP = 'https://sitrep.example'

/** Like the browser’s own class, its method is on the prototype. */
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

/** Clicks a notification while these windows are open, and returns the effects. */
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

test('a click opens the path in a new window if the app is not open', async () => {
  expect(await click({ path: '/logs/new' })).toEqual(['open /logs/new'])
})

test('a click navigates an open page and focuses it', async () => {
  expect(await click({ path: '/logs/new' }, `${APP}/settings`, `${APP}/`)).toEqual([
    { kind: 'sitrep-open', path: '/logs/new' },
    `focus ${APP}/settings`,
  ])
})

test('a click leaves windows of other origins alone', async () => {
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
])('a notification with data %j opens the home page', async (data) => {
  expect(await click(data)).toEqual(['open /'])
})

test('a click on a notification shown by the service opens the path of its message', async () => {
  const message = { notification: { title: 'x' }, fcmOptions: { link: `${APP}/logs/one` } }
  expect(await click({ FCM_MSG: message })).toEqual(['open /logs/one'])
})
