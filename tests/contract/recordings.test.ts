/*
 * Compares the local Firestore with recorded answers of the official emulator v1.22.0. The recordings are from the
 * hidane project (MIT) and were shortened by hand. Skips two groups of rejections that no SDK can cause: descending key
 * scans, and cursors with more values than explicit orders.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { DOCUMENTS, testFirestore, type TestFirestore } from '#tests/support/localFirestore.ts'
import aggregations from './fixtures/aggregations.json' with { type: 'json' }
import auth from './fixtures/auth.json' with { type: 'json' }
import cors from './fixtures/cors.json' with { type: 'json' }
import queries from './fixtures/queries.json' with { type: 'json' }
import order from './fixtures/value_order.json' with { type: 'json' }

let server: TestFirestore
beforeAll(async () => {
  server = await testFirestore()
})
afterAll(() => server.close())

const UNREACHABLE = ['Cursor has too many values.', 'Firestore does not support descending key scans']
const HTTP = { OK: 200, INVALID_ARGUMENT: 400, FAILED_PRECONDITION: 400 } as const
const Outcome = z.object({
  status: z.enum(['OK', 'INVALID_ARGUMENT', 'FAILED_PRECONDITION']),
  documents: z.optional(z.array(z.string())),
  message: z.optional(z.string()),
  fields: z.optional(z.record(z.string(), z.unknown())),
})
const Found = z.array(
  z.object({ document: z.optional(z.object({ name: z.string(), fields: z.optional(z.unknown()) })) }),
)
const RecordedQueries = z.object({
  dataset: z.array(z.object({ name: z.string(), fields: z.record(z.string(), z.unknown()) })),
  cases: z.array(z.object({ name: z.string(), parent: z.string(), query: z.unknown(), outcome: Outcome })),
})

const filled = <Value>(recorded: z.ZodType<Value>, input: unknown): Value =>
  recorded.parse(
    JSON.parse(JSON.stringify(input).replaceAll('{documents}', DOCUMENTS).replaceAll('{project}', 'demo-test')),
  )

const put = async (documents: readonly { readonly name: string; readonly fields: unknown }[]) => {
  const writes = documents.map(({ name, fields }) => ({ update: { name: `${DOCUMENTS}/${name}`, fields } }))
  expect(await server.send(`${DOCUMENTS}:commit`, { writes })).toMatchObject({ status: 200 })
}

const namesOf = (body: unknown) =>
  Found.parse(body).flatMap(({ document }) => (document ? [document.name.slice(DOCUMENTS.length + 1)] : []))

describe('queries recorded from the official emulator', () => {
  const recorded = filled(RecordedQueries, queries)
  beforeAll(() => put(recorded.dataset))

  const reachable = recorded.cases.filter(({ outcome }) => !UNREACHABLE.includes(outcome.message ?? ''))
  test.each(reachable)(
    'answers the recorded query $name as the official emulator does',
    async ({ parent, query, outcome }) => {
      const path = parent === '' ? DOCUMENTS : `${DOCUMENTS}/${parent}`
      const answer = await server.send(`${path}:runQuery`, { structuredQuery: query })
      expect(answer.status, JSON.stringify(answer.body)).toBe(HTTP[outcome.status])
      if (outcome.documents) expect(namesOf(answer.body)).toEqual(outcome.documents)
      if (outcome.fields)
        for (const { document } of Found.parse(answer.body))
          expect(document?.fields).toEqual(outcome.fields[document?.name.slice(DOCUMENTS.length + 1) ?? ''])
    },
  )
})

describe('sort order of values, as recorded from the official emulator', () => {
  test('sorts groups of values in the recorded order', async () => {
    const values = order.groups.flatMap((group, index) => group.map((v) => ({ index, v })))
    await put(values.map(({ v }, at) => ({ name: `order/${String(at).padStart(4, '0')}`, fields: { v } })))
    const query = { from: [{ collectionId: 'order' }], orderBy: [{ field: { fieldPath: 'v' } }] }
    const answer = await server.send(`${DOCUMENTS}:runQuery`, { structuredQuery: query })
    const groups = namesOf(answer.body).map((name) => values[Number(name.slice('order/'.length))]?.index)
    expect(groups).toEqual(values.map(({ index }) => index))
  })

  test.each(order.rejected)('rejects a value that the official emulator rejects with: $error', async ({ value }) => {
    const write = { update: { name: `${DOCUMENTS}/rejected/x`, fields: { v: value } } }
    expect((await server.send(`${DOCUMENTS}:commit`, { writes: [write] })).status).toBe(400)
  })

  test('sorts document names segment by segment', async () => {
    await put(order.paths.order.map((name) => ({ name, fields: {} })))
    const query = { from: [{ collectionId: 'items', allDescendants: true }] }
    const answer = await server.send(`${DOCUMENTS}:runQuery`, { structuredQuery: query })
    expect(namesOf(answer.body)).toEqual(order.paths.order)
  })
})

describe('aggregations recorded from the official emulator', () => {
  test.each(aggregations.cases)(
    'counts, sums and averages the values of $collection as recorded',
    async ({ collection, values, expect: expected }) => {
      const documents = values.map((v, index) => ({
        name: `${collection}/${index}`,
        fields: typeof v === 'string' ? { w: { integerValue: '1' } } : { v, w: { integerValue: '1' } },
      }))
      if (documents.length > 0) await put(documents)
      const field = { fieldPath: 'v' }
      const structuredAggregationQuery = {
        structuredQuery: { from: [{ collectionId: collection }] },
        aggregations: [
          { alias: 'count', count: {} },
          { alias: 'sum', sum: { field } },
          { alias: 'avg', avg: { field } },
        ],
      }
      const answer = await server.send(`${DOCUMENTS}:runAggregationQuery`, { structuredAggregationQuery })
      expect(answer.body).toMatchObject([{ result: { aggregateFields: expected } }])
    },
  )
})

describe('the Authorization header, as recorded from the official emulator', () => {
  // The recorded call is possible only for administrators. This test makes a different call, which the rules deny to
  // all other callers.
  const MEANS: { readonly [status: number]: readonly number[] } = {
    200: [200],
    403: [403],
    400: [400],
    500: [403, 500],
  }
  beforeAll(async () => {
    const source = "rules_version = '2'; service cloud.firestore { match /databases/{d}/documents { } }"
    const rules = { files: [{ name: 'firestore.rules', content: source }] }
    const answer = await fetch(`${server.url}/emulator/v1/projects/closed:securityRules`, {
      method: 'PUT',
      body: JSON.stringify({ rules }),
    })
    expect(answer.status).toBe(200)
  })
  test.each(auth.cases)(
    'a request with the Authorization header $authorization is answered with $status',
    async ({ authorization, status }) => {
      const path = 'projects/closed/databases/(default)/documents:runQuery'
      const answer = await server.send(path, { structuredQuery: { from: [{ collectionId: 'c' }] } }, authorization)
      expect(MEANS[status]).toContain(answer.status)
    },
  )
})

describe('CORS headers, as recorded from the official emulator', () => {
  const Case = z.object({
    method: z.string(),
    path: z.string(),
    headers: z.record(z.string(), z.string()),
    status: z.number(),
    expect: z.optional(z.record(z.string(), z.string())),
  })
  // The official emulator answers pages of every origin. The local Firestore answers only pages of this machine.
  const local = z
    .array(Case)
    .parse(cors.cases)
    .filter(({ headers }) => !headers['Origin'] || /localhost|127\.0\.0\.1/.test(headers['Origin']))
  test.each(local)(
    'answers $method $path $headers with the recorded CORS headers',
    async ({ method, path, headers, expect: expected }) => {
      const answer = await fetch(`${server.url}${path}`, { method, headers })
      for (const [name, value] of Object.entries(expected ?? {})) expect(answer.headers.get(name)).toBe(value)
      if (method === 'OPTIONS') expect(answer.status).toBe(200)
    },
  )
})
