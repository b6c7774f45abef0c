/* Tests reminders for users whose app is closed, with the real Admin SDK and the local Firestore. */
import { Timestamp, type DocumentData, type Firestore } from 'firebase-admin/firestore'
import { beforeEach, describe, expect, test } from 'vitest'
import { useFunctionsDatabase, entryDocument } from '#tests/support/functionsDatabase.ts'
import { handle, type PushMessage } from '../../functions/src/sendReminders.ts'

const MINUTE = 60_000
/** A time that is noon in London and 13:00 in Berlin. */
const NOON = Date.UTC(2026, 10, 20, 12)

const freshDb = useFunctionsDatabase()
let db: Firestore
let now: number
let pushed: (PushMessage & { token: string })[]
let answer: (token: string) => Promise<'sent' | 'gone'>
let errors: unknown[]
let random: () => number
beforeEach(async () => {
  db = await freshDb()
  now = NOON
  pushed = []
  errors = []
  answer = async () => 'sent'
  random = Math.random
})

const sweep = () =>
  handle({
    db,
    now: () => now,
    random: () => random(),
    push: async (token, message) => {
      pushed.push({ token, ...message })
      return answer(token)
    },
    onError: (error) => void errors.push(error),
  })
const send = async () => (await sweep()).done

async function person(uid: string, minutesAgo: number | undefined, settings: DocumentData = {}): Promise<void> {
  await db
    .doc(`users/${uid}/private/settings`)
    .set({ isMeiLingEnabled: true, reminderInterval: 60, timeZone: 'Europe/London', ...settings })
  await db.doc(`users/${uid}/private/notifications`).set({ fcmToken: `token-of-${uid}-with-its-length` })
  if (minutesAgo !== undefined) await wrote(uid, minutesAgo)
}
const wrote = (uid: string, minutesAgo: number) =>
  db
    .doc(`users/${uid}/logs/at-${now - minutesAgo * MINUTE}`)
    .set(entryDocument({ timestamp: Timestamp.fromMillis(now - minutesAgo * MINUTE) }))

test('reminds a user who has written no entry for the reminder interval, and again only after another interval', async () => {
  await person('alice', 60)
  expect(await send()).toBe(1)
  expect(pushed).toEqual([
    {
      token: 'token-of-alice-with-its-length',
      title: 'Voice assistant',
      body: 'No log entry for 1 hour. Anything to report?',
      path: '/logs/new',
      tag: 'reminder',
    },
  ])
  for (let minutes = 10; minutes < 60; minutes += 10) {
    now = NOON + minutes * MINUTE
    expect(await send()).toBe(0)
  }
  now = NOON + 60 * MINUTE
  expect(await send()).toBe(1)
  expect(pushed.at(-1)?.body).toContain('2 hours')
})

describe('when no reminder is due', () => {
  test.each<[string, (uid: string) => Promise<unknown>]>([
    ['who wrote an entry 59 minutes ago', (uid) => person(uid, 59)],
    ['who has switched reminders off', (uid) => person(uid, 600, { isMeiLingEnabled: false })],
    ['without settings', (uid) => wrote(uid, 600)],
    [
      'who chose an interval of four hours and wrote an entry 239 minutes ago',
      (uid) => person(uid, 239, { reminderInterval: 240 }),
    ],
    [
      'without a device',
      async (uid) => {
        await person(uid, 600)
        await db.doc(`users/${uid}/private/notifications`).delete()
      },
    ],
    ['in quiet hours', (uid) => person(uid, 600, { quietFrom: 12, quietUntil: 13 })],
    [
      'in quiet hours of another time zone',
      (uid) => person(uid, 600, { quietFrom: 13, quietUntil: 14, timeZone: 'Europe/Berlin' }),
    ],
    [
      'who has just switched reminders on and has no entry yet',
      async (uid) => {
        await person(uid, undefined)
        await db
          .doc(`users/${uid}/private/notifications`)
          .set({ fcmToken: 'token-with-its-length', updatedAt: Timestamp.fromMillis(now - 10 * MINUTE) })
      },
    ],
  ])('does not remind a user %s', async (_, given) => {
    await given('alice')
    expect(await send()).toBe(0)
    expect(pushed).toEqual([])
  })
})

test('sends a reminder that is due in quiet hours when the quiet hours end', async () => {
  await person('alice', 30, { quietFrom: 12, quietUntil: 14 })
  now = NOON + 119 * MINUTE
  expect(await send()).toBe(0)
  now = NOON + 120 * MINUTE
  expect(await send()).toBe(1)
})

test('reminds a user who has not written any entry yet', async () => {
  await person('alice', undefined)
  expect(await send()).toBe(1)
  expect(pushed[0]?.body).toBe('No log entry yet. Anything to report?')
})

test('deletes the push token of a device that is gone, unless another device was registered in the meantime', async () => {
  await person('alice', 60)
  await person('bob', 60)
  answer = async (token) => {
    if (token.includes('bob'))
      await db.doc('users/bob/private/notifications').set({ fcmToken: 'another-token-with-its-length' })
    return 'gone'
  }
  expect(await send()).toBe(0)
  const device = async (uid: string) => (await db.doc(`users/${uid}/private/notifications`).get()).data()
  expect(await device('alice')).toBeUndefined()
  expect(await device('bob')).toEqual({ fcmToken: 'another-token-with-its-length' })
})

test('an error for one user affects no other user and sends no reminder twice', async () => {
  for (const uid of ['alice', 'bob', 'carol']) await person(uid, 60)
  answer = async (token) => {
    if (token.includes('bob')) throw new Error('the service is down')
    return 'sent'
  }
  expect(await sweep()).toEqual({ done: 2, failed: 1, complete: true })
  expect(errors).toHaveLength(1)
  now += MINUTE
  expect(await send()).toBe(0)
})

test('malformed and very large documents of some users do not affect the reminders of other users', async () => {
  const large = 'x'.repeat(900_000)
  await person('a-zone', 60, { timeZone: large })
  await person('a-interval', 60, { reminderInterval: large })
  await person('a-stations', 60, { themeStations: { lgs: large } })
  await person('b-maps', 60, { reminderInterval: {}, quietFrom: { a: 1 }, quietUntil: [], timeZone: null })
  await person('c-token', 60)
  await db.doc('users/c-token/private/notifications').set({ fcmToken: [large], updatedAt: 'yesterday' })
  await person('d-entry', undefined)
  await db.doc('users/d-entry/logs/one').set({ timestamp: large, content: 7 })
  await db.doc('reminders/d-entry').set({ at: 'never' })
  await db.doc('private/alone').set({ isMeiLingEnabled: true })
  await person('z', 60)
  expect(await sweep()).toEqual({ done: 6, failed: 0, complete: true })
  expect(pushed.map(({ token }) => token)).toContain('token-of-z-with-its-length')
})

async function people(count: number): Promise<void> {
  const writer = db.bulkWriter()
  for (let index = 0; index < count; index++) {
    void writer.set(db.doc(`users/p${index}/private/settings`), { isMeiLingEnabled: true })
    void writer.set(db.doc(`users/p${index}/private/notifications`), { fcmToken: `token-of-${index}-with-its-length` })
  }
  await writer.close()
}

test.each([0, 0.5, 0.83, 0.999])(
  'reminds every user once, whichever user the run starts with (random number: %d)',
  async (at) => {
    random = () => at
    await people(120)
    expect(await sweep()).toEqual({ done: 120, failed: 0, complete: true })
    expect(new Set(pushed.map(({ token }) => token)).size).toBe(120)
  },
)

/** Returns a random source that makes a run begin with the first uid after these two letters. */
function beginningAt(letters: string): () => number {
  const order = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  const rest = letters.split('')
  return () => order.indexOf(rest.shift() ?? '') / order.length
}

test('reports a run that exceeds its time as incomplete, and the next runs reach the remaining users', async () => {
  await people(120)
  answer = async () => {
    now += 10_000
    return 'sent'
  }
  random = beginningAt('p0')
  expect(await sweep()).toEqual({ done: 50, failed: 0, complete: false })
  random = beginningAt('p5')
  expect(await sweep()).toEqual({ done: 50, failed: 0, complete: false })
  random = beginningAt('p3')
  expect(await sweep()).toEqual({ done: 20, failed: 0, complete: true })
  expect(new Set(pushed.map(({ token }) => token)).size).toBe(120)
})
