import { Timestamp, type DocumentReference, type QueryDocumentSnapshot } from 'firebase-admin/firestore'
import * as z from 'zod/mini'
import { parseAiSettings } from '../../domain/account/aiSettings.ts'
import { logsPath, notificationsPath, PRIVATE_COLLECTION, reminderPath, settingsPath } from '../../domain/paths.ts'
import {
  nextReminderTime,
  REMINDER_PATH,
  REMINDER_TAG,
  reminderText,
  type ReminderSettings,
} from '../../domain/account/reminders.ts'
import { randomUidPrefix, sweepUsers, type SweepDeps, type SweepResult } from './sweep.ts'

/** The text and the tag of a notification, and the path that opens when the user clicks the notification. */
export type PushMessage = { readonly title: string; readonly body: string; readonly path: string; readonly tag: string }

export type ReminderDeps = SweepDeps & {
  /**
   * Sends a message to a device. Resolves with `gone` if the token no longer belongs to a device. Rejects if sending
   * fails.
   */
  readonly push: (token: string, message: PushMessage) => Promise<'sent' | 'gone'>
  /** Returns a random number from 0 up to but not including 1. */
  readonly random: () => number
}

/** The settings to load. Other settings are not loaded, because they can be large. */
const SETTINGS = [
  'isMeiLingEnabled',
  'reminderInterval',
  'quietFrom',
  'quietUntil',
  'timeZone',
] as const satisfies readonly (keyof ReminderSettings)[]

/** The fields to load from two documents: the registration of the user's device, and the time of the last reminder. */
const DEVICE_FIELDS = ['fcmToken', 'updatedAt', 'at']

const time = z.catch(z.optional(z.instanceof(Timestamp)), undefined)
const DeviceRegistration = z.object({ fcmToken: z.string(), updatedAt: time })
const Entry = z.object({ timestamp: time })
const StoredReminder = z.object({ at: z.catch(z.number(), 0) })

/**
 * Reminds every user who has switched on reminders, has a device and has not written for the chosen interval. Reminds a
 * user at most once per interval, and never in quiet hours. A reminder is recorded before it is sent, so that it is not
 * sent twice if an error occurs.
 * @returns how many users were reminded, how many could not be reminded, and whether every user was visited
 */
export function handle(deps: ReminderDeps): Promise<SweepResult & { readonly complete: boolean }> {
  const wanting = deps.db
    .collectionGroup(PRIVATE_COLLECTION)
    .where('isMeiLingEnabled', '==', true)
    .select(...SETTINGS)
  const start = deps.db.doc(settingsPath(randomUidPrefix(deps.random)).join('/'))
  return sweepUsers(wanting, start, async (settings) => ((await remind(settings, deps)) ? 1 : 0), deps)
}

async function remind(settings: QueryDocumentSnapshot, { db, now, push }: ReminderDeps): Promise<boolean> {
  const uid = settings.ref.parent.parent?.id
  if (uid === undefined) return false
  const at = (path: readonly string[]): DocumentReference => db.doc(path.join('/'))
  const [device, reminder] = await db.getAll(at(notificationsPath(uid)), at(reminderPath(uid)), {
    fieldMask: DEVICE_FIELDS,
  })
  const registration = DeviceRegistration.safeParse(device?.data())
  if (!registration.success) return false
  const { docs } = await db
    .collection(logsPath(uid).join('/'))
    .orderBy('timestamp', 'desc')
    .limit(1)
    .select('timestamp')
    .get()
  const lastEntry = docs.map((entry) => Entry.parse(entry.data()).timestamp?.toMillis())[0]
  const { at: lastReminder } = StoredReminder.parse(reminder?.data() ?? {})
  const since = Math.max(lastEntry ?? 0, lastReminder, registration.data.updatedAt?.toMillis() ?? 0)
  const currentTime = now()
  if (nextReminderTime(parseAiSettings(settings.data()), since, currentTime) !== currentTime) return false

  await at(reminderPath(uid)).set({ at: currentTime })
  const text = reminderText(lastEntry === undefined ? undefined : currentTime - lastEntry)
  const token = registration.data.fcmToken
  if ((await push(token, { ...text, path: REMINDER_PATH, tag: REMINDER_TAG })) === 'sent') return true
  await db.runTransaction(async (transaction) => {
    // The token is deleted only if it is unchanged, because another device may have been registered in the meantime.
    const there = DeviceRegistration.safeParse((await transaction.get(at(notificationsPath(uid)))).data())
    if (there.success && there.data.fcmToken === token) transaction.delete(at(notificationsPath(uid)))
  })
  return false
}
