import { Timestamp, type DocumentReference, type DocumentSnapshot } from 'firebase-admin/firestore'
import * as z from 'zod/mini'
import { parseAiSettings } from '../../domain/aiSettings.ts'
import { logsPath, notificationsPath, PRIVATE, reminderPath } from '../../domain/paths.ts'
import { nextReminder, REMINDER_LEADS_TO, REMINDER_TAG, reminderText } from '../../domain/reminders.ts'
import type { DataDeps } from './deps.ts'

/** What is shown on a device, and where it leads. */
export type Push = { readonly title: string; readonly body: string; readonly path: string; readonly tag: string }

export type ReminderDeps = DataDeps & {
  /** `gone` where the token leads to no device any more. Rejects where it could not be sent. */
  readonly push: (token: string, message: Push) => Promise<'sent' | 'gone'>
  /** For the log. */
  readonly failed: (error: unknown) => void
}

/** So many people are looked at side by side. */
const AT_ONCE = 20

const time = z.catch(z.optional(z.instanceof(Timestamp)), undefined)
const Reachable = z.object({ fcmToken: z.string(), updatedAt: time })
const Entry = z.object({ timestamp: time })
const Reminded = z.object({ at: z.catch(z.number(), 0) })

/**
 * Reminds everybody who wants that, has a device, and has not written for as long as they chose: once an interval, and
 * not in their quiet hours. That somebody was reminded is stored before they are, so that no fault reminds them twice.
 * @returns how many were reminded
 */
export async function handle(deps: ReminderDeps): Promise<number> {
  const { docs } = await deps.db.collectionGroup(PRIVATE).where('isMeiLingEnabled', '==', true).get()
  const people = docs.flatMap((settings) => {
    const uid = settings.ref.parent.parent?.id
    return uid === undefined ? [] : [{ uid, settings }]
  })
  let reminded = 0
  while (people.length > 0) {
    const some = people.splice(0, AT_ONCE)
    const done = await Promise.all(
      some.map(({ uid, settings }) =>
        remind(uid, settings, deps).catch((error: unknown) => {
          deps.failed(error)
          return false
        }),
      ),
    )
    reminded += done.filter(Boolean).length
  }
  return reminded
}

async function remind(uid: string, settings: DocumentSnapshot, { db, now, push }: ReminderDeps): Promise<boolean> {
  const at = (path: readonly string[]): DocumentReference => db.doc(path.join('/'))
  const [device, reminder] = await db.getAll(at(notificationsPath(uid)), at(reminderPath(uid)))
  const reachable = Reachable.safeParse(device?.data())
  if (!reachable.success) return false
  const { docs } = await db
    .collection(logsPath(uid).join('/'))
    .orderBy('timestamp', 'desc')
    .limit(1)
    .select('timestamp')
    .get()
  const lastEntry = docs.map((entry) => Entry.parse(entry.data()).timestamp?.toMillis())[0]
  const { at: lastReminder } = Reminded.parse(reminder?.data() ?? {})
  const since = Math.max(lastEntry ?? 0, lastReminder, reachable.data.updatedAt?.toMillis() ?? 0)
  const moment = now()
  if (nextReminder(parseAiSettings(settings.data()), since, moment) !== moment) return false

  await at(reminderPath(uid)).set({ at: moment })
  const text = reminderText(lastEntry === undefined ? undefined : moment - lastEntry)
  const token = reachable.data.fcmToken
  if ((await push(token, { ...text, path: REMINDER_LEADS_TO, tag: REMINDER_TAG })) === 'sent') return true
  await db.runTransaction(async (transaction) => {
    // Meanwhile another device may have taken its place.
    const there = Reachable.safeParse((await transaction.get(at(notificationsPath(uid)))).data())
    if (there.success && there.data.fcmToken === token) transaction.delete(at(notificationsPath(uid)))
  })
  return false
}
