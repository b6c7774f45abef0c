import { deleteToken, getMessaging, getToken, isSupported, onMessage } from 'firebase/messaging'
import * as z from 'zod/mini'
import { parsePush, appPathOf, type PushMessage } from '#domain/account/push.ts'
import { firebaseApp } from './client.ts'
import { localBackend } from './config.ts'
import { OPEN_MESSAGE } from './notificationClick.ts'

/** The client of push messages. */
export type MessagingIo = {
  readonly isSupported: () => Promise<boolean>
  readonly permission: () => NotificationPermission
  readonly askPermission: () => Promise<NotificationPermission>
  /**
   * Returns the token that addresses this browser. Rejects if the messaging service does not provide a token. While the
   * device is offline, the promise may never settle.
   */
  readonly token: () => Promise<string>
  /** Unregisters this browser from the messaging service. */
  readonly deleteToken: () => Promise<void>
  /**
   * Calls `onPush` with messages that arrive while a page is visible, and `onOpen` with the paths of clicked
   * notifications.
   */
  readonly watch: (onPush: (message: PushMessage) => void, onOpen: (path: string) => void) => () => void
  readonly show: (message: PushMessage) => Promise<void>
}

const WORKER = '/firebase-messaging-sw.js'
/** The scope of the messaging worker. No page of the app is in this scope, so the worker controls no page. */
const SCOPE = '/firebase-cloud-messaging-push-scope'

/** The token of the local backend. It is long enough for the security rules. */
const LOCAL_TOKEN = 'local-browser-without-a-messaging-service'

const OpenMessage = z.object({ kind: z.literal(OPEN_MESSAGE), path: z.string() })

const messaging = () => getMessaging(firebaseApp())

export const messagingIo: MessagingIo = {
  isSupported,
  permission: () => Notification.permission,
  askPermission: () => Notification.requestPermission(),
  token: browserToken,
  async deleteToken() {
    if (!localBackend) await deleteToken(messaging())
  },
  watch(onPush, onOpen) {
    const stop = onMessage(messaging(), (payload) => {
      const message = parsePush(payload, location.origin)
      if (message) onPush(message)
    })
    const onWorker = ({ data }: MessageEvent) => {
      const opened = OpenMessage.safeParse(data)
      if (opened.success) onOpen(appPathOf(opened.data.path, location.origin))
    }
    navigator.serviceWorker.addEventListener('message', onWorker)
    return () => {
      stop()
      navigator.serviceWorker.removeEventListener('message', onWorker)
    }
  },
  async show({ title, body, tag, path }) {
    const worker = await messagingWorker()
    await worker.showNotification(title, { body, tag, data: { path } })
  },
}

/**
 * Registers the messaging worker and waits until it is active. Registering the worker again returns the same
 * registration, updated if necessary.
 */
async function messagingWorker(): Promise<ServiceWorkerRegistration> {
  const registered = await navigator.serviceWorker.register(WORKER, { scope: SCOPE })
  const starting = registered.installing ?? registered.waiting
  if (registered.active || !starting) return registered
  await new Promise<void>((resolve) => {
    starting.addEventListener('statechange', () => {
      if (starting.state === 'activated' || starting.state === 'redundant') resolve()
    })
  })
  return registered
}

async function browserToken(): Promise<string> {
  const worker = await messagingWorker()
  // The local backend has no messaging service, so there is no real token and no push message.
  if (localBackend) return LOCAL_TOKEN
  const vapidKey = import.meta.env.VITE_FIREBASE_VAPID_KEY
  const token = await getToken(messaging(), {
    serviceWorkerRegistration: worker,
    ...(vapidKey ? { vapidKey } : {}),
  })
  if (token === '') throw new Error('The messaging service gives no token.')
  return token
}
