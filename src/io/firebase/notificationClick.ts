import { parsePush, appPathOf } from '#domain/account/push.ts'

/** The `kind` of the message that the worker sends to a page before focusing the page. */
export const OPEN_MESSAGE = 'sitrep-open'

/** The properties of a notification that are needed to handle a click. */
type ClickedNotification = { readonly data: unknown; close(): void }

/** The windows of this app, as `self.clients` provides them. */
type Windows = {
  matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly Page[]>
  openWindow(path: string): Promise<unknown>
}
type Page = { readonly url: string; focus(): Promise<unknown>; postMessage(message: unknown): void }

/**
 * Opens the page that a notification is about, in an open window of this app or in a new window. Opens only paths of
 * this app, whatever the notification's data contains.
 * @param origin the origin of this app
 */
export async function openClickedNotification(
  notification: ClickedNotification,
  windows: Windows,
  origin: string,
): Promise<void> {
  notification.close()
  const path = pathFromData(notification.data, origin)
  const pages = await windows.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find(({ url }) => URL.canParse(url) && new URL(url).origin === origin)
  if (!page) return void (await windows.openWindow(path))
  page.postMessage({ kind: OPEN_MESSAGE, path })
  await page.focus()
}

/**
 * Returns the path that a notification leads to. If the app has shown the notification, its data contains this path. If
 * the messaging service has shown the notification, its data contains the push message.
 */
function pathFromData(data: unknown, origin: string): string {
  if (typeof data !== 'object' || data === null) return '/'
  if ('path' in data && typeof data.path === 'string') return appPathOf(data.path, origin)
  return 'FCM_MSG' in data ? (parsePush(data.FCM_MSG, origin)?.path ?? '/') : '/'
}
