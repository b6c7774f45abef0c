import { expect, test } from 'vitest'
import { memoryJournal } from '#local/firestore/core/journal.ts'
import { Store } from '#local/firestore/core/store.ts'
import { timestampOfVersion } from '#local/firestore/core/timestamps.ts'
import { Transactions } from './transactions.ts'

const SECOND = 1_000_000
let clock = 1000 * SECOND
const transactions = () =>
  new Transactions(new Store({ journal: memoryJournal(), nowMicros: () => clock, newEpoch: () => 'epoch' }))

test('a transaction is open for 270 seconds', () => {
  const all = transactions()
  const { id } = all.begin({})
  clock += 270 * SECOND
  expect(all.requireOpen(id).id).toBe(id)
  clock += 1
  expect(() => all.requireOpen(id)).toThrow(/expired/)
})

test('one that reads the past lives as long as the others', () => {
  const all = transactions()
  const { id } = all.begin({ readOnly: { readTime: timestampOfVersion(clock - 600 * SECOND) } })
  all.begin({})
  expect(all.requireOpen(id).version).toBe(clock - 600 * SECOND)
})
