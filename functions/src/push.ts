import type { Messaging } from 'firebase-admin/messaging'
import type { ReminderDeps } from './sendReminders.ts'

/** No device has this token any more; whatever else is answered may pass. */
const GONE = 'messaging/registration-token-not-registered'

/** A device is not woken for a reminder that is an hour old. In seconds. */
const TTL_SECONDS = 3600

/** Sends to a browser through Firebase Cloud Messaging. The message is data: the app's own worker shows it. */
export const pushThrough =
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
