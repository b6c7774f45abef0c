/// <reference lib="webworker" />
/* The service worker of push messages: `/firebase-messaging-sw.js`, made by vite.config.ts. It serves no page. */
import { getMessaging, onBackgroundMessage, type MessagePayload } from 'firebase/messaging/sw'
import { parsePush } from '#domain/account/push.ts'
import { firebaseApp } from './client.ts'
import { openClicked } from './notificationClick.ts'

declare const self: ServiceWorkerGlobalScope

// Before the SDK's own, which would follow addresses by their host alone.
self.addEventListener('notificationclick', (event) => {
  event.stopImmediatePropagation()
  event.waitUntil(openClicked(event.notification, self.clients, self.location.origin))
})

onBackgroundMessage(getMessaging(firebaseApp()), show)

/** The SDK waits for what is returned, whatever its types say. */
function show(payload: MessagePayload): unknown {
  // Those with a notification in them are shown by the SDK.
  const message = payload.notification ? undefined : parsePush(payload, self.location.origin)
  if (!message) return undefined
  const { title, body, tag, path } = message
  return self.registration.showNotification(title, { body, tag, data: { path } })
}
