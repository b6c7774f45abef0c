/// <reference lib="webworker" />
/* The service worker of push messages: `/firebase-messaging-sw.js`, built by `vite.config.ts`. It controls no page. */
import { getMessaging, onBackgroundMessage, type MessagePayload } from 'firebase/messaging/sw'
import { parsePush } from '#domain/account/push.ts'
import { firebaseApp } from './client.ts'
import { openClickedNotification } from './notificationClick.ts'

declare const self: ServiceWorkerGlobalScope

// This handler runs before the handler of the SDK. The SDK would open any address on the same host.
self.addEventListener('notificationclick', (event) => {
  event.stopImmediatePropagation()
  event.waitUntil(openClickedNotification(event.notification, self.clients, self.location.origin))
})

onBackgroundMessage(getMessaging(firebaseApp()), show)

/**
 * Shows a push message. The return type is `unknown`: the SDK waits for a returned promise, although its types do not
 * allow a promise.
 */
function show(payload: MessagePayload): unknown {
  // If a message contains a notification, the SDK shows it.
  const message = payload.notification ? undefined : parsePush(payload, self.location.origin)
  if (!message) return undefined
  const { title, body, tag, path } = message
  return self.registration.showNotification(title, { body, tag, data: { path } })
}
