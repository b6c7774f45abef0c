import type { Messaging } from 'firebase-admin/messaging'
import type { ReminderDeps } from './sendReminders.ts'

/** The error code for a device whose registration no longer exists. All other errors may be temporary. */
const GONE = 'messaging/registration-token-not-registered'

/** The time to live of a message in seconds. A reminder that cannot be delivered within an hour is dropped. */
const TTL_SECONDS = 3600

/**
 * Returns a function that sends messages through Firebase Cloud Messaging. The messages contain only data, because the
 * app's own service worker shows the notification.
 */
export const createPushSender =
  (messaging: Pick<Messaging, 'send'>): ReminderDeps['push'] =>
  async (token, message) => {
    try {
      await messaging.send({
        token,
        data: { ...message },
        webpush: { headers: { TTL: String(TTL_SECONDS), Urgency: 'normal' } },
      })
      return 'sent'
    } catch (error) {
      if (typeof error === 'object' && error !== null && 'code' in error && error.code === GONE) return 'gone'
      throw error
    }
  }
