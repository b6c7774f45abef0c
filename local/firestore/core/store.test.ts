import { expect, test } from 'vitest'
import { memoryJournal } from './journal.ts'
import { parseQuery } from './queryParser.ts'
import { Store } from './store.ts'
import { parseWrite } from './writes.ts'

const ROOT = 'projects/p/databases/(default)/documents'
const HOUR = 3_600_000_000

let clock: number
const open = () => {
  clock = 1_000_000
  return new Store({ journal: memoryJournal(), nowMicros: () => clock, newEpoch: () => 'epoch' })
}
const set = (store: Store, id: string, n = 0) =>
  store.commit([parseWrite({ update: { name: `${ROOT}/c/${id}`, fields: { n: { integerValue: n } } } })]).version

test('assigns increasing commit times when the clock stands still or goes back', () => {
  const store = open()
  const first = set(store, 'a')
  const second = set(store, 'b')
  clock = 0
  const third = set(store, 'c')
  expect([second - first, third - second]).toEqual([1, 1])
})

test('reads the state at any time within the last hour, but at no earlier time', () => {
  const store = open()
  const first = set(store, 'a', 1)
  for (let n = 0; n < 499; n++) set(store, 'a', 2)
  expect(store.snapshotAt(first)?.get(`${ROOT}/c/a`)?.fields['n']).toEqual({ integerValue: '1' })
  clock += 2 * HOUR
  for (let n = 0; n < 500; n++) set(store, 'b', n)
  expect(store.snapshotAt(first)).toBeUndefined()
  expect(store.commitsSince(first)).toBeUndefined()
  expect(store.snapshotAt(store.readVersion())).toBeDefined()
})

test('notifies no listener of a write that changes nothing', () => {
  const store = open()
  set(store, 'a', 1)
  let notifications = 0
  store.onCommit(() => notifications++)
  const before = store.get(`${ROOT}/c/a`)?.updateVersion
  set(store, 'a', 1)
  expect(notifications).toBe(0)
  expect(store.get(`${ROOT}/c/a`)?.updateVersion).toBe(before)
})

test('a listener that reads while it is notified of a commit sees the commit', () => {
  const store = open()
  const query = parseQuery(ROOT, { from: [{ collectionId: 'c' }] })
  const sizes: number[] = []
  store.onCommit(() => sizes.push(store.find(query, Infinity).length))
  set(store, 'a')
  set(store, 'b')
  expect(sizes).toEqual([1, 2])
})
