import { expect, test } from 'vitest'
import { openClicked } from './notificationClick.ts'

const APP = 'https://sitrep.example'

/** Like the browser’s own class, its method is on the prototype. */
class FakeNotification {
  readonly data: unknown
  readonly #effects: unknown[]
  constructor(data: unknown, effects: unknown[]) {
    this.data = data
    this.#effects = effects
  }
  close(): void {
    this.#effects.push('close')
  }
}

/** Clicks a notification while these windows are open, and returns the effects. */
async function click(data: unknown, ...open: readonly string[]) {
  const effects: unknown[] = []
  const pages = open.map((url) => ({
    url,
    focus: async () => void effects.push(`focus ${url}`),
    postMessage: (message: unknown) => void effects.push(message),
  }))
  const windows = { matchAll: async () => pages, openWindow: async (path: string) => void effects.push(`open ${path}`) }
  await openClicked(new FakeNotification(data, effects), windows, APP)
  expect(effects.shift()).toBe('close')
  return effects
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
