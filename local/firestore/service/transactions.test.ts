import { expect, test } from 'vitest'
import { memoryJournal } from '#local/firestore/core/journal.ts'
import { Store } from '#local/firestore/core/store.ts'
import { timestampOfVersion } from '#local/firestore/core/timestamps.ts'
import { Transactions } from './transactions.ts'

const SECOND = 1_000_000
let clock = 1000 * SECOND
const transactions = () =>
  new Transactions(new Store({ journal: memoryJournal(), nowMicros: () => clock, newEpoch: () => 'epoch' }))

test('expires a transaction after 270 seconds', () => {
  const all = transactions()
  const { id } = all.begin({})
  clock += 270 * SECOND
  expect(all.requireOpen(id).id).toBe(id)
  clock += 1
  expect(() => all.requireOpen(id)).toThrow(/expired/)
})

test('a transaction that reads a past version has the same lifetime as any other transaction', () => {
  const all = transactions()
  const { id } = all.begin({ readOnly: { readTime: timestampOfVersion(clock - 600 * SECOND) } })
  all.begin({})
  expect(all.requireOpen(id).version).toBe(clock - 600 * SECOND)
})
