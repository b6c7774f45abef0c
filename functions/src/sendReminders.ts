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

/** What is shown on a device, and where it leads. */
export type PushMessage = { readonly title: string; readonly body: string; readonly path: string; readonly tag: string }

export type ReminderDeps = SweepDeps & {
  /** `gone` where the token leads to no device any more. Rejects where it could not be sent. */
  readonly push: (token: string, message: PushMessage) => Promise<'sent' | 'gone'>
  /** 0 up to but not including 1. */
  readonly random: () => number
}

/** What is read of a person's settings: the rest may be large. */
const SETTINGS = [
  'isMeiLingEnabled',
  'reminderInterval',
  'quietFrom',
  'quietUntil',
  'timeZone',
] as const satisfies readonly (keyof ReminderSettings)[]

/** What is read of the two documents that say where and when a person was last reached. */
const DEVICE_FIELDS = ['fcmToken', 'updatedAt', 'at']

const time = z.catch(z.optional(z.instanceof(Timestamp)), undefined)
const DeviceRegistration = z.object({ fcmToken: z.string(), updatedAt: time })
const Entry = z.object({ timestamp: time })
const StoredReminder = z.object({ at: z.catch(z.number(), 0) })

/**
 * Reminds everybody who wants that, has a device, and has not written for as long as they chose: once an interval, and
 * not in their quiet hours. That somebody was reminded is stored before they are, so that no fault reminds them twice.
 * @returns how many were reminded, how many failed, and whether everybody had their turn
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
    // Meanwhile another device may have taken its place.
    const there = DeviceRegistration.safeParse((await transaction.get(at(notificationsPath(uid)))).data())
    if (there.success && there.data.fcmToken === token) transaction.delete(at(notificationsPath(uid)))
  })
  return false
}
