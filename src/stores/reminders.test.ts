import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStore } from 'zustand'
import { DEFAULT_AI_SETTINGS } from '#domain/account/aiSettings.ts'
import type { RemindersIo } from '#src/io/reminders.ts'
import { remindersState, type RemindersState, type WritingActivity } from './reminders.ts'
import { UserSession } from './session.ts'

const MINUTE = 60_000
const NOON = Date.UTC(2026, 10, 20, 12)

beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime(NOON)
})
afterEach(() => vi.useRealTimers())

/** Creates the storage of a browser, which all tabs of the browser share. */
function browser(): RemindersIo {
  const lastReminders = new Map<string, number>()
  const last = (uid: string) => lastReminders.get(uid) ?? 0
  return {
    lastReminderAt: last,
    async claim(uid, at, notAfter) {
      if (last(uid) > notAfter) return false
      lastReminders.set(uid, at)
      return true
    },
  }
}

function tab(io = browser()) {
  const session = new UserSession('alice')
  const store = createStore<RemindersState>(remindersState(session, io))
  const given: { body: string; at: number }[] = []
  store.subscribe((now, before) => {
    if (now.lastReminder && now.lastReminder !== before.lastReminder)
      given.push({ body: now.lastReminder.body, at: Math.round((Date.now() - NOON) / MINUTE) })
  })
  return { ...store.getState(), session, given, minutes: () => given.map(({ at }) => at) }
}

const writing = (
  minutesAgo: number | undefined,
  about: Partial<WritingActivity['settings']> = {},
): WritingActivity => ({
  uid: 'alice',
  settings: { ...DEFAULT_AI_SETTINGS, isMeiLingEnabled: true, timeZone: 'UTC', ...about },
  lastEntry: minutesAgo === undefined ? undefined : Date.now() - minutesAgo * MINUTE,
  lastWritten: 0,
})
const pass = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * MINUTE)

describe('reminders for a user who does not write', () => {
  test('a user is reminded one interval after the last entry, then once per interval', async () => {
    const { update, given } = tab()
    update(writing(20))
    await pass(39)
    expect(given).toEqual([])
    await pass(200)
    expect(given).toEqual([
      { body: 'No log entry for 1 hour. Anything to report?', at: 40 },
      { body: 'No log entry for 2 hours. Anything to report?', at: 100 },
      { body: 'No log entry for 3 hours. Anything to report?', at: 160 },
      { body: 'No log entry for 4 hours. Anything to report?', at: 220 },
    ])
  })

  test('a user with an old last entry is reminded when the app opens, but only once per interval', async () => {
    const io = browser()
    const first = tab(io)
    first.update(writing(300))
    await pass(1)
    expect(first.minutes()).toEqual([0])
    const again = tab(io)
    again.update(writing(301))
    await pass(10)
    expect(again.given).toEqual([])
  })

  test('a user with two open tabs is reminded by only one of them', async () => {
    const io = browser()
    const tabs = [tab(io), tab(io)]
    for (const { update } of tabs) update(writing(0))
    await pass(125)
    expect(tabs.flatMap(({ given }) => given)).toHaveLength(2)
  })

  test('a user without entries is reminded one interval after opening the app', async () => {
    const { update, given } = tab()
    update(writing(undefined))
    await pass(61)
    expect(given).toEqual([{ body: 'No log entry yet. Anything to report?', at: 60 }])
  })
})

describe('conditions that postpone or prevent reminders', () => {
  test('a user who writes is not reminded, because every entry and every edit restarts the interval', async () => {
    const { update, given } = tab()
    update(writing(59))
    update(writing(0))
    await pass(50)
    update({ ...writing(50), lastWritten: Date.now() })
    await pass(59)
    expect(given).toEqual([])
    await pass(2)
    expect(given).toHaveLength(1)
  })

  test('a user is first reminded one interval after switching reminders on', async () => {
    const { update, switchOn, minutes } = tab()
    update(writing(300, { isMeiLingEnabled: false }))
    await pass(5)
    switchOn()
    update(writing(305))
    await pass(59)
    expect(minutes()).toEqual([])
    await pass(2)
    expect(minutes()).toEqual([65])
  })

  test('a user who has switched reminders off or has signed out is not reminded', async () => {
    const { session, update, given } = tab()
    update(writing(300, { isMeiLingEnabled: false }))
    await pass(300)
    update(writing(0))
    update(writing(0, { isMeiLingEnabled: false }))
    await pass(300)
    update(writing(0))
    update(null)
    await pass(300)
    update(writing(0))
    session.end()
    await pass(300)
    update(writing(300))
    await pass(300)
    expect(given).toEqual([])
  })

  test('a reminder that is due in quiet hours is shown when the quiet hours end', async () => {
    const { update, minutes } = tab()
    update(writing(0, { quietFrom: 13, quietUntil: 15 }))
    await pass(179)
    expect(minutes()).toEqual([])
    await pass(2)
    expect(minutes()).toEqual([180])
  })
})

test('a reminder that is due because the clock was changed is shown within ten minutes', async () => {
  const { update, given } = tab()
  update(writing(0, { reminderInterval: 240 }))
  vi.setSystemTime(NOON + 300 * MINUTE)
  await pass(10)
  expect(given).toHaveLength(1)
})

test('a reminder that was due while the device was asleep is shown when the device wakes', async () => {
  const { update, recheck, minutes } = tab()
  update(writing(0))
  vi.setSystemTime(NOON + 150 * MINUTE)
  recheck()
  await pass(0)
  expect(minutes()).toEqual([150])
})

describe('reminders pushed by the server while the app is open', () => {
  const pushed = { title: 'Voice assistant', body: 'From the server.', path: '/logs/new', tag: 'reminder' }

  test('a pushed reminder is shown and restarts the interval', async () => {
    const { update, handlePush, given } = tab()
    update(writing(59))
    handlePush(pushed)
    await pass(30)
    expect(given).toEqual([{ body: 'From the server.', at: 0 }])
  })

  test('a pushed reminder is ignored if the app has just shown its own reminder', async () => {
    const { update, handlePush, given } = tab()
    update(writing(60))
    await pass(5)
    handlePush(pushed)
    await pass(30)
    expect(given).toHaveLength(1)
    expect(given[0]?.body).not.toContain('server')
  })
})
