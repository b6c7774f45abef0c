/* What rules may read of other documents, and how many, through the RPCs. */
import { describe, expect, test } from 'vitest'
import { FirestoreError } from '#local/firestore/core/errors.ts'
import { memoryJournal } from '#local/firestore/core/journal.ts'
import { Store } from '#local/firestore/core/store.ts'
import { compileRules } from '#local/firestore/rules/ruleset.ts'
import { ANONYMOUS } from './caller.ts'
import { firestoreService } from './service.ts'

const DATABASE = 'projects/p/databases/(default)'
const ROOT = `${DATABASE}/documents`

/** A service whose rules for `c` look whether the documents d{from} to d{to - 1} are missing. */
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
/** Each write asks for so many documents of its own: the rules count from the number that is its id. */
const write = (writes: number, each: number) => () =>
  reading('int(id)', `int(id) + ${each}`).unary.get('Commit')?.(ANONYMOUS, {
    database: DATABASE,
    writes: Array.from({ length: writes }, (_, n) => ({ update: { name: `${ROOT}/c/${n * each}`, fields: {} } })),
  })

test.each([
  ['a request may read 10', get(10), true],
  ['but not 11', get(11), false],
  ['a query may read 20', list(20), true],
  ['but not 21', list(21), false],
  ['a write may read 10', write(1, 10), true],
  ['but not 11, alone', write(1, 11), false],
  ['nor in a batch', write(2, 11), false],
  ['a batch may read 20', write(2, 10), true],
  ['but not 24', write(3, 8), false],
])('%s', (_, ask, allowed) => expect(isAllowed(ask)).toBe(allowed))

describe('what rules see of a batch', () => {
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

  test('getAfter sees every write of it, exists none', () => {
    expect(commit(put('after/a', 0))).toBe(false)
    expect(commit(put('after/a', 0), put('d/other', 2))).toBe(false)
    expect(commit(put('after/a', 0), put('d/other', 1))).toBe(true)
    expect(commit(put('after/b', 0), put('d/other', 1))).toBe(false)
  })

  test('existsAfter sees what it deletes, get what was there', () => {
    expect(commit(remove('gone/a'))).toBe(false)
    expect(commit(remove('gone/a'), remove('d/other'))).toBe(true)
  })
})

test('rules are asked about the document as it is read, not as it is now', () => {
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
