import { beforeEach, expect, test } from 'vitest'
import { memoryJournal } from '#local/firestore/core/journal.ts'
import { Store } from '#local/firestore/core/store.ts'
import { ADMIN, callerOf } from './caller.ts'
import { firestoreService } from './service.ts'
import { withUsage } from './usage.ts'

const DATABASE = 'projects/p/databases/(default)'
const ROOT = `${DATABASE}/documents`
const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
const alice = callerOf(`Bearer ${part({ alg: 'none' })}.${part({ sub: 'alice' })}.`)
const set = (id: number) => ({ update: { name: `${ROOT}/c/${id}`, fields: {} } })
const everything = { from: [{ collectionId: 'c' }] }

let service: ReturnType<typeof withUsage>
beforeEach(() => {
  let clock = 0
  service = withUsage(
    firestoreService(new Store({ journal: memoryJournal(), nowMicros: () => (clock += 1000), newEpoch: () => 'e' })),
  )
})
const commit = (...writes: object[]) => service.unary.get('Commit')?.(alice, { database: DATABASE, writes })
const used = () => service.usage.get('alice')

test('counts one write per document for commits and write streams', () => {
  commit(set(1), set(2))
  const stream = service.write(alice, DATABASE, () => {})
  stream.handle({ database: DATABASE })
  stream.handle({ streamToken: 'MA==', writes: [set(3)] })
  expect(used()).toEqual({ reads: 0, writes: 3 })
})

test('counts one read per document, and one read for an empty result', () => {
  service.serverStreaming.get('RunQuery')?.(alice, { parent: ROOT, structuredQuery: everything })
  expect(used()).toEqual({ reads: 1, writes: 0 })
  commit(...Array.from({ length: 5 }, (_, id) => set(id)))
  service.serverStreaming.get('RunQuery')?.(alice, { parent: ROOT, structuredQuery: everything })
  service.unary.get('GetDocument')?.(alice, { name: `${ROOT}/c/1` })
  expect(used()).toEqual({ reads: 7, writes: 5 })
})

test.each([
  [0, 1],
  [1000, 1],
  [1001, 2],
])('counts an aggregation over %i documents as %i reads', (documents, reads) => {
  for (let id = 0; id < documents; id += 500)
    service.unary.get('Commit')?.(ADMIN, {
      database: DATABASE,
      writes: Array.from({ length: Math.min(500, documents - id) }, (_, at) => set(id + at)),
    })
  const structuredAggregationQuery = { structuredQuery: everything, aggregations: [{ alias: 'n', count: {} }] }
  service.serverStreaming.get('RunAggregationQuery')?.(alice, { parent: ROOT, structuredAggregationQuery })
  expect(used()).toEqual({ reads, writes: 0 })
})

test('counts one read per document sent to a listener', () => {
  commit(set(1), set(2))
  const target = { query: { parent: ROOT, structuredQuery: everything }, targetId: 1 }
  const stream = service.listen(alice, DATABASE, () => {})
  stream.handle({ database: DATABASE, addTarget: target })
  commit(set(3))
  expect(used()?.reads).toBe(3)
  stream.close()
  expect(service.usage.has('owner')).toBe(false)
})
