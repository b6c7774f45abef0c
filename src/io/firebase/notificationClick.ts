import { parsePush, appPathOf } from '#domain/account/push.ts'

/** What the worker says to a page that it brings to the front. */
export const OPEN_MESSAGE = 'sitrep-open'

/** What a page or a worker shows, as it needs to know it when it is clicked. */
type ClickedNotification = { readonly data: unknown; close(): void }

/** The windows of this app, as a worker has them. */
type Windows = {
  matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly Page[]>
  openWindow(path: string): Promise<unknown>
}
type Page = { readonly url: string; focus(): Promise<unknown>; postMessage(message: unknown): void }

/**
 * Leads to the page that a notification is about: in a window of this app that is open, or in a new one. Whatever it
 * carries, that is a path of this app.
 * @param origin of this app
 */
export async function openClicked(notification: ClickedNotification, windows: Windows, origin: string): Promise<void> {
  notification.close()
  const path = pathFromData(notification.data, origin)
  const pages = await windows.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find(({ url }) => URL.canParse(url) && new URL(url).origin === origin)
  if (!page) return void (await windows.openWindow(path))
  page.postMessage({ kind: OPEN_MESSAGE, path })
  await page.focus()
}

/** Our own notifications carry their path, those that the messaging service shows by itself carry its message. */
function pathFromData(data: unknown, origin: string): string {
  if (typeof data !== 'object' || data === null) return '/'
  if ('path' in data && typeof data.path === 'string') return appPathOf(data.path, origin)
  return 'FCM_MSG' in data ? (parsePush(data.FCM_MSG, origin)?.path ?? '/') : '/'
}
