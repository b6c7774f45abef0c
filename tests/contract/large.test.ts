/*
 * Sends large requests, one at a time. The time of a request must not grow quadratically with its size. Otherwise, the
 * request would take minutes and exceed the timeout of the test.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DOCUMENTS, testFirestore, type TestFirestore } from '#tests/support/localFirestore.ts'

const MANY = 40_000
const name = `${DOCUMENTS}/c/large`
const many = <Item>(make: (n: number) => Item): Item[] => Array.from({ length: MANY }, (_, n) => make(n))
const int = (n: number) => ({ integerValue: String(n) })
const fields = Object.fromEntries(many((n) => [`f${n}`, { nullValue: null }]))
const list = { arrayValue: { values: many(int) } }

let server: TestFirestore
beforeAll(async () => {
  server = await testFirestore()
})
afterAll(() => server.close())

const commit = (write: object, authorization?: null) =>
  server.send(`${DOCUMENTS}:commit`, { writes: [write] }, authorization)
const where = (op: string) => ({
  structuredQuery: {
    from: [{ collectionId: 'c' }],
    where: {
      compositeFilter: {
        op: 'AND',
        filters: many((n) => ({ fieldFilter: { field: { fieldPath: `f${n}` }, op, value: int(n) } })),
      },
    },
  },
})

test.each<[string, object]>([
  ['a mask of 40,000 fields', { update: { name, fields }, updateMask: { fieldPaths: Object.keys(fields) } }],
  [
    '40,000 transforms',
    {
      update: { name, fields: {} },
      updateTransforms: many((n) => ({ fieldPath: `f${n}`, setToServerValue: 'REQUEST_TIME' })),
    },
  ],
  [
    'an array union of 40,000 values',
    {
      update: { name, fields: {} },
      updateTransforms: [{ fieldPath: 'a', appendMissingElements: { values: many(int) } }],
    },
  ],
  [
    'an array removal of 40,000 values',
    {
      update: { name, fields: { a: list } },
      updateTransforms: [{ fieldPath: 'a', removeAllFromArray: { values: many((n) => int(n + MANY)) } }],
    },
  ],
])('answers a write with %s', async (_, write) => {
  expect(await commit(write)).toMatchObject({ status: 200 })
})

test.each(['EQUAL', 'LESS_THAN'])('answers a query with 40,000 %s filters', async (op) => {
  expect(await server.send(`${DOCUMENTS}:runQuery`, where(op))).toMatchObject({ status: 200 })
})

test.each([
  'request.resource.data.diff(resource.data).affectedKeys().hasOnly(["f0"])',
  'request.resource.data.diff({}).addedKeys().size() > 0',
  'request.resource.data.list.toSet() == resource.data.list.toSet()',
  'request.resource.data.list.hasAll(resource.data.list)',
  'request.resource.data.list.removeAll(resource.data.list) == []',
])('evaluates a rule over a large document: %s', async (condition) => {
  const content = `rules_version = '2'; service cloud.firestore {
    match /databases/{db}/documents/c/{id} { allow write: if ${condition}; }
  }`
  await fetch(`${server.url}/emulator/v1/projects/demo-test:securityRules`, {
    method: 'PUT',
    body: JSON.stringify({ rules: { files: [{ content }] } }),
  })
  await commit({ update: { name, fields: { ...fields, list } } })
  const changed = { ...fields, list, f0: { booleanValue: true } }
  expect(await commit({ update: { name, fields: changed } }, null)).toMatchObject({ status: 200 })
})
