/* Reminders for those whose app is closed, with the real Admin SDK against the local Firestore. */
import { Timestamp, type DocumentData, type Firestore } from 'firebase-admin/firestore'
import { beforeEach, describe, expect, test } from 'vitest'
import { useFunctionsDatabase, storedLog } from '#tests/support/functionsBench.ts'
import { handle, type PushMessage } from '../../functions/src/sendReminders.ts'

const MINUTE = 60_000
/** Noon in London, one in the afternoon in Berlin. */
const NOON = Date.UTC(2026, 10, 20, 12)

const freshDb = useFunctionsDatabase()
let db: Firestore
let now: number
let pushed: (PushMessage & { token: string })[]
let answer: (token: string) => Promise<'sent' | 'gone'>
let faults: unknown[]
let random: () => number
beforeEach(async () => {
  db = await freshDb()
  now = NOON
  pushed = []
  faults = []
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
    onError: (error) => void faults.push(error),
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
    .set(storedLog({ timestamp: Timestamp.fromMillis(now - minutesAgo * MINUTE) }))

test('somebody who has not written for an interval is reminded, once an interval', async () => {
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

describe('nobody is reminded', () => {
  test.each<[string, (uid: string) => Promise<unknown>]>([
    ['who has just written', (uid) => person(uid, 59)],
    ['who wants none', (uid) => person(uid, 600, { isMeiLingEnabled: false })],
    ['who has chosen nothing', (uid) => wrote(uid, 600)],
    ['whose interval is longer', (uid) => person(uid, 239, { reminderInterval: 240 })],
    [
      'who has no device',
      async (uid) => {
        await person(uid, 600)
        await db.doc(`users/${uid}/private/notifications`).delete()
      },
    ],
    ['in their quiet hours', (uid) => person(uid, 600, { quietFrom: 12, quietUntil: 13 })],
    [
      'in quiet hours where they are',
      (uid) => person(uid, 600, { quietFrom: 13, quietUntil: 14, timeZone: 'Europe/Berlin' }),
    ],
    [
      'who has just switched it on, with no entry yet',
      async (uid) => {
        await person(uid, undefined)
        await db
          .doc(`users/${uid}/private/notifications`)
          .set({ fcmToken: 'token-with-its-length', updatedAt: Timestamp.fromMillis(now - 10 * MINUTE) })
      },
    ],
  ])('%s', async (_, given) => {
    await given('alice')
    expect(await send()).toBe(0)
    expect(pushed).toEqual([])
  })
})

test('what was silenced by quiet hours comes after them', async () => {
  await person('alice', 30, { quietFrom: 12, quietUntil: 14 })
  now = NOON + 119 * MINUTE
  expect(await send()).toBe(0)
  now = NOON + 120 * MINUTE
  expect(await send()).toBe(1)
})

test('somebody without an entry is reminded of the first', async () => {
  await person('alice', undefined)
  expect(await send()).toBe(1)
  expect(pushed[0]?.body).toBe('No log entry yet. Anything to report?')
})

test('a device that is gone is forgotten, unless another has taken its place', async () => {
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

test('one fault costs nobody else their reminder, and reminds nobody twice', async () => {
  for (const uid of ['alice', 'bob', 'carol']) await person(uid, 60)
  answer = async (token) => {
    if (token.includes('bob')) throw new Error('the service is down')
    return 'sent'
  }
  expect(await sweep()).toEqual({ done: 2, failed: 1, complete: true })
  expect(faults).toHaveLength(1)
  now += MINUTE
  expect(await send()).toBe(0)
})

test('documents of any shape and size cost nobody else their reminder', async () => {
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

test.each([0, 0.5, 0.83, 0.999])('everybody is reached once, however many, from wherever it begins: %d', async (at) => {
  random = () => at
  await people(120)
  expect(await sweep()).toEqual({ done: 120, failed: 0, complete: true })
  expect(new Set(pushed.map(({ token }) => token)).size).toBe(120)
})

/** What makes a sweep begin at these two letters. */
function beginningAt(letters: string): () => number {
  const order = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  const rest = letters.split('')
  return () => order.indexOf(rest.shift() ?? '') / order.length
}

test('out of time it says so, and those it left out have their turn when it begins elsewhere', async () => {
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
