/// <reference lib="webworker" />
/* The service worker of push messages: `/firebase-messaging-sw.js`, built by vite.config.ts. It controls no page. */
import { getMessaging, onBackgroundMessage, type MessagePayload } from 'firebase/messaging/sw'
import { parsePush } from '#domain/account/push.ts'
import { firebaseApp } from './client.ts'
import { openClicked } from './notificationClick.ts'

declare const self: ServiceWorkerGlobalScope

// Runs before the SDK's own handler, which would open any address on the same host.
self.addEventListener('notificationclick', (event) => {
  event.stopImmediatePropagation()
  event.waitUntil(openClicked(event.notification, self.clients, self.location.origin))
})

onBackgroundMessage(getMessaging(firebaseApp()), show)

/** The SDK waits for the returned promise, which its types do not allow. */
function show(payload: MessagePayload): unknown {
  // Messages with a notification in them are shown by the SDK.
  const message = payload.notification ? undefined : parsePush(payload, self.location.origin)
  if (!message) return undefined
  const { title, body, tag, path } = message
  return self.registration.showNotification(title, { body, tag, data: { path } })
}
