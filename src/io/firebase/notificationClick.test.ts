import { expect, test } from 'vitest'
import { openClickedNotification } from './notificationClick.ts'

const APP = 'https://sitrep.example'

/** A notification whose method `close` is on the prototype, as in the browser’s class `Notification`. */
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

/** Simulates a click on a notification while windows with the URLs `open` exist. Returns a log of the effects. */
async function click(data: unknown, ...open: readonly string[]) {
  const effects: unknown[] = []
  const pages = open.map((url) => ({
    url,
    focus: async () => void effects.push(`focus ${url}`),
    postMessage: (message: unknown) => void effects.push(message),
  }))
  const windows = { matchAll: async () => pages, openWindow: async (path: string) => void effects.push(`open ${path}`) }
  await openClickedNotification(new FakeNotification(data, effects), windows, APP)
  expect(effects.shift()).toBe('close')
  return effects
}

test('a click on a notification opens its path in a new window if the app is not open', async () => {
  expect(await click({ path: '/logs/new' })).toEqual(['open /logs/new'])
})

test('a click on a notification navigates an open page of the app and focuses the page', async () => {
  expect(await click({ path: '/logs/new' }, `${APP}/settings`, `${APP}/`)).toEqual([
    { kind: 'sitrep-open', path: '/logs/new' },
    `focus ${APP}/settings`,
  ])
})

test('a click on a notification ignores windows of other origins', async () => {
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
])('a click on a notification with the invalid data %j opens the home page', async (data) => {
  expect(await click(data)).toEqual(['open /'])
})

test('clicking a notification shown by the messaging service opens the path in its message', async () => {
  const message = { notification: { title: 'x' }, fcmOptions: { link: `${APP}/logs/one` } }
  expect(await click({ FCM_MSG: message })).toEqual(['open /logs/one'])
})
