import { Timestamp, type DocumentReference, type QueryDocumentSnapshot } from 'firebase-admin/firestore'
import * as z from 'zod/mini'
import { parseAiSettings } from '../../domain/account/aiSettings.ts'
import { logsPath, notificationsPath, PRIVATE_COLLECTION, reminderPath, settingsPath } from '../../domain/paths.ts'
import {
  nextReminder,
  REMINDER_PATH,
  REMINDER_TAG,
  reminderText,
  type ReminderSettings,
} from '../../domain/account/reminders.ts'
import { randomUid, sweepUsers, type SweepDeps, type SweepResult } from './sweep.ts'

/** The text of a notification, and the path that it opens. */
export type PushMessage = { readonly title: string; readonly body: string; readonly path: string; readonly tag: string }

export type ReminderDeps = SweepDeps & {
  /** Resolves with `gone` if the token belongs to no device any more. Rejects if sending failed. */
  readonly push: (token: string, message: PushMessage) => Promise<'sent' | 'gone'>
  /** Returns a random number from 0 up to but not including 1. */
  readonly random: () => number
}

/** Only the fields that are read: the rest of the settings can be large. */
const SETTINGS = [
  'isMeiLingEnabled',
  'reminderInterval',
  'quietFrom',
  'quietUntil',
  'timeZone',
] as const satisfies readonly (keyof ReminderSettings)[]

/** Fields of the two documents with a user's device and the time of the last reminder. */
const DEVICE_FIELDS = ['fcmToken', 'updatedAt', 'at']

const time = z.catch(z.optional(z.instanceof(Timestamp)), undefined)
const DeviceRegistration = z.object({ fcmToken: z.string(), updatedAt: time })
const Entry = z.object({ timestamp: time })
const StoredReminder = z.object({ at: z.catch(z.number(), 0) })

/**
 * Reminds every user who wants reminders, has a device and has not written for the chosen interval: once per interval,
 * and never in quiet hours. The reminder is recorded before it is sent, so that no error sends it twice.
 * @returns how many users were reminded, how many failed, and whether every user was visited
 */
export function handle(deps: ReminderDeps): Promise<SweepResult & { readonly complete: boolean }> {
  const wanting = deps.db
    .collectionGroup(PRIVATE_COLLECTION)
    .where('isMeiLingEnabled', '==', true)
    .select(...SETTINGS)
  const start = deps.db.doc(settingsPath(randomUid(deps.random)).join('/'))
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
  if (nextReminder(parseAiSettings(settings.data()), since, currentTime) !== currentTime) return false

  await at(reminderPath(uid)).set({ at: currentTime })
  const text = reminderText(lastEntry === undefined ? undefined : currentTime - lastEntry)
  const token = registration.data.fcmToken
  if ((await push(token, { ...text, path: REMINDER_PATH, tag: REMINDER_TAG })) === 'sent') return true
  await db.runTransaction(async (transaction) => {
    // Another device may have been registered in the meantime.
    const there = DeviceRegistration.safeParse((await transaction.get(at(notificationsPath(uid)))).data())
    if (there.success && there.data.fcmToken === token) transaction.delete(at(notificationsPath(uid)))
  })
  return false
}
