/* Tests, by calling the RPCs, which other documents security rules can read, and how many. */
import { describe, expect, test } from 'vitest'
import { FirestoreError } from '#local/firestore/core/errors.ts'
import { memoryJournal } from '#local/firestore/core/journal.ts'
import { Store } from '#local/firestore/core/store.ts'
import { compileRules } from '#local/firestore/rules/ruleset.ts'
import { ANONYMOUS } from './caller.ts'
import { firestoreService } from './service.ts'

const DATABASE = 'projects/p/databases/(default)'
const ROOT = `${DATABASE}/documents`

/** Returns a service whose rules for `c` check that the documents d{from} to d{to - 1} do not exist. */
function reading(from: string, to: string) {
  const count = 25
  const looks = Array.from(
    { length: count },
    (_, n) => `(${n} < ${from} || ${n} >= ${to} || !exists(/databases/$(db)/documents/d/d${n}))`,
  )
  const service = firestoreService(
    new Store({ journal: memoryJournal(), nowMicros: () => Date.now() * 1000, newEpoch: () => 'epoch' }),
  )
  service.useRules(
    compileRules(
      `rules_version = '2'; service cloud.firestore { match /databases/{db}/documents/c/{id} { allow read, write: if ${looks.join(' && ')}; } }`,
    ),
  )
  return service
}

const isAllowed = (ask: () => unknown): boolean => {
  try {
    ask()
    return true
  } catch (error) {
    if (error instanceof FirestoreError && error.status === 'PERMISSION_DENIED') return false
    if (error instanceof FirestoreError && error.status === 'NOT_FOUND') return true
    throw error
  }
}
const get = (documents: number) => () =>
  reading('0', String(documents)).unary.get('GetDocument')?.(ANONYMOUS, { name: `${ROOT}/c/x` })
const list = (documents: number) => () =>
  reading('0', String(documents)).serverStreaming.get('RunQuery')?.(ANONYMOUS, {
    parent: ROOT,
    structuredQuery: { from: [{ collectionId: 'c' }] },
  })
/**
 * Commits a number of writes. For each write, the rules read `readsPerWrite` documents, and for no two writes the same
 * document. The id of the written document is the number of the first document that the rules read.
 */
const write = (writes: number, readsPerWrite: number) => () =>
  reading('int(id)', `int(id) + ${readsPerWrite}`).unary.get('Commit')?.(ANONYMOUS, {
    database: DATABASE,
    writes: Array.from({ length: writes }, (_, n) => ({
      update: { name: `${ROOT}/c/${n * readsPerWrite}`, fields: {} },
    })),
  })

test.each([
  ['rules of a request can read 10 documents', get(10), true],
  ['rules of a request cannot read 11 documents', get(11), false],
  ['rules of a query can read 20 documents', list(20), true],
  ['rules of a query cannot read 21 documents', list(21), false],
  ['rules of a single write can read 10 documents', write(1, 10), true],
  ['rules of a single write cannot read 11 documents', write(1, 11), false],
  ['rules of each write in a batch cannot read 11 documents', write(2, 11), false],
  ['rules of a batch can read 20 documents', write(2, 10), true],
  ['rules of a batch cannot read 24 documents', write(3, 8), false],
])('%s', (_, ask, allowed) => expect(isAllowed(ask)).toBe(allowed))

describe('reads of other documents in a batch', () => {
  const service = firestoreService(
    new Store({ journal: memoryJournal(), nowMicros: () => Date.now() * 1000, newEpoch: () => 'epoch' }),
  )
  const other = '/databases/$(db)/documents/d/other'
  service.useRules(
    compileRules(
      `rules_version = '2'; service cloud.firestore { match /databases/{db}/documents {
        match /after/{id} { allow create: if getAfter(${other}).data.n == 1 && !exists(${other}); }
        match /gone/{id} { allow delete: if !existsAfter(${other}) && get(${other}).data.n == 1; }
        match /d/{id} { allow write; }
      } }`,
    ),
  )
  const commit = (...writes: object[]) =>
    isAllowed(() => service.unary.get('Commit')?.(ANONYMOUS, { database: DATABASE, writes }))
  const put = (path: string, n: number) => ({ update: { name: `${ROOT}/${path}`, fields: { n: { integerValue: n } } } })
  const remove = (path: string) => ({ delete: `${ROOT}/${path}` })

  test('`getAfter` in rules sees all writes of the batch, and `exists` sees none of them', () => {
    expect(commit(put('after/a', 0))).toBe(false)
    expect(commit(put('after/a', 0), put('d/other', 2))).toBe(false)
    expect(commit(put('after/a', 0), put('d/other', 1))).toBe(true)
    expect(commit(put('after/b', 0), put('d/other', 1))).toBe(false)
  })

  test('`existsAfter` in rules sees deletions of the batch, and `get` does not', () => {
    expect(commit(remove('gone/a'))).toBe(false)
    expect(commit(remove('gone/a'), remove('d/other'))).toBe(true)
  })
})

test('rules see the document at the requested read time, not its current version', () => {
  const service = firestoreService(
    new Store({ journal: memoryJournal(), nowMicros: () => Date.now() * 1000, newEpoch: () => 'epoch' }),
  )
  service.useRules(
    compileRules(
      "rules_version = '2'; service cloud.firestore { match /databases/{db}/documents/c/{id} { allow write; allow get: if resource.data.open == true; } }",
    ),
  )
  const put = (open: boolean) => {
    const update = { name: `${ROOT}/c/a`, fields: { open: { booleanValue: open } } }
    return service.unary.get('Commit')?.(ANONYMOUS, { database: DATABASE, writes: [{ update }] })
  }
  const then = put(false)
  put(true)
  const readTime = then && 'commitTime' in then ? then.commitTime : undefined
  const read = (more: object) => () => service.unary.get('GetDocument')?.(ANONYMOUS, { name: `${ROOT}/c/a`, ...more })
  expect([isAllowed(read({})), isAllowed(read({ readTime }))]).toEqual([true, false])
})
