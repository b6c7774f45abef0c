import { expect, test } from 'vitest'
import { createStore } from 'zustand'
import { dayOf, type Day } from '#domain/activity/activity.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import { activityState, type ActivityState } from '#src/stores/activity.ts'
import { logEntry } from '#tests/support/logEntry.ts'

const days = (count: number): Day[] =>
  Array.from({ length: count }, (_, index) => dayOf(new Date(2026, 10, index + 1).getTime()))
const [first, second] = days(2)

function setUp(
  countRange: (uid: string, day: { from: number }) => Promise<number> = async () => 0,
  mirrored?: readonly number[],
) {
  const listeners: {
    tell: (entries: readonly LogEntry[]) => void
    fail: (error: unknown) => void
    stopped: boolean
  }[] = []
  const store = createStore<ActivityState>(
    activityState(
      async () => ({
        countRange,
        watchRange(_uid, _range, tell, fail) {
          const listener = { tell, fail, stopped: false }
          listeners.push(listener)
          return () => {
            listener.stopped = true
          }
        },
      }),
      async () => mirrored,
    ),
  )
  return { store, listeners, activity: () => store.getState() }
}

test('every day is counted once, at most six days concurrently', async () => {
  let running = 0
  let maxRunning = 0
  const asked: number[] = []
  const { activity } = setUp(async (_uid, { from }) => {
    asked.push(from)
    maxRunning = Math.max(maxRunning, ++running)
    await Promise.resolve()
    running--
    return 2
  })
  const all = days(25)
  await activity().count('alice', all)
  expect(asked.toSorted((a, b) => a - b)).toEqual(all.map(({ from }) => from))
  expect(maxRunning).toBeLessThanOrEqual(6)
  expect([...activity().countsByDay.values()]).toEqual(Array.from({ length: 25 }, () => 2))
})

test('if the device has a local mirror, days are counted in the mirror without requests', async () => {
  const { activity } = setUp(() => Promise.reject(new Error('asked')), [3, 0])
  await activity().count('alice', days(2))
  expect([...activity().countsByDay.values()]).toEqual([3, 0])
})

test('if counting one day fails, the count of that day stays unknown, and the other days are counted', async () => {
  let calls = 0
  const { activity } = setUp(async () => {
    if (++calls === 1) throw new Error('offline')
    return 1
  })
  await activity().count('alice', days(10))
  expect(activity().countsByDay.size).toBe(9)
})

test('a count that arrives after the store was closed is ignored', async () => {
  let answer: (count: number) => void = () => {}
  const { activity } = setUp(() => new Promise((resolve) => (answer = resolve)))
  const counting = activity().count('alice', days(1))
  await Promise.resolve()
  activity().close()
  answer(3)
  await counting
  expect(activity().countsByDay.size).toBe(0)
})

test('the entries of a chosen day are counted and kept up to date, and unchanged entries stay the same objects', async () => {
  const { activity, listeners } = setUp()
  activity().chooseDay('alice', first ?? null)
  expect(activity()).toMatchObject({ day: first, entries: null })
  await Promise.resolve()
  listeners[0]?.tell([entry('b'), entry('a')])
  const before = activity().entries
  expect([...(before?.keys() ?? [])]).toEqual(['b', 'a'])
  expect(activity().countsByDay.get(first?.key ?? '')).toBe(2)
  listeners[0]?.tell([entry('b', 'changed'), entry('a')])
  expect(activity().entries?.get('a')).toBe(before?.get('a'))
  expect(activity().entries?.get('b')?.content).toBe('changed')
})

test('choosing another day or no day ends the previous subscription', async () => {
  const { activity, listeners } = setUp()
  activity().chooseDay('alice', first ?? null)
  await Promise.resolve()
  activity().chooseDay('alice', second ?? null)
  await Promise.resolve()
  expect(listeners[0]?.stopped).toBe(true)
  listeners[0]?.tell([entry('late')])
  expect(activity().entries).toBeNull()
  activity().chooseDay('alice', null)
  expect(listeners[1]?.stopped).toBe(true)
  expect(activity().day).toBeNull()
})

test('if the database code cannot be loaded, the chosen day is reported as failed and no day is counted', async () => {
  const store = createStore<ActivityState>(
    activityState(
      () => Promise.reject(new Error('offline')),
      async () => undefined,
    ),
  )
  await store.getState().count('alice', days(3))
  expect(store.getState().countsByDay.size).toBe(0)
  store.getState().chooseDay('alice', first ?? null)
  await Promise.resolve()
  await Promise.resolve()
  expect(store.getState().failed).toBe(true)
})

test('if the entries of the chosen day cannot be read, the day is reported as failed', async () => {
  const { activity, listeners } = setUp()
  activity().chooseDay('alice', first ?? null)
  await Promise.resolve()
  listeners[0]?.fail(new Error('refused'))
  expect(activity().failed).toBe(true)
})

const entry = (id: string, content = 'text') => logEntry({ id, content })
