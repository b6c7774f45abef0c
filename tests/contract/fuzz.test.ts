/*
 * Replaces one value in a valid request. The server must answer or reject the changed request, but never with the error
 * INTERNAL.
 */
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { FirestoreError } from '#local/firestore/core/errors.ts'
import { memoryJournal } from '#local/firestore/core/journal.ts'
import { Store } from '#local/firestore/core/store.ts'
import { ADMIN } from '#local/firestore/service/caller.ts'
import { firestoreService } from '#local/firestore/service/service.ts'
import { DOCUMENTS, testFirestore, type TestFirestore } from '#tests/support/localFirestore.ts'

const DATABASE = DOCUMENTS.replace('/documents', '')
const name = `${DOCUMENTS}/c/a`

let server: TestFirestore
beforeAll(async () => {
  server = await testFirestore()
})
afterAll(() => server.close())

const VALID: readonly (readonly [rpc: string, request: object])[] = [
  [
    'Commit',
    {
      database: DATABASE,
      writes: [
        {
          update: {
            name,
            fields: { a: { integerValue: '1' }, m: { mapValue: { fields: { x: { doubleValue: 'NaN' } } } } },
          },
          updateMask: { fieldPaths: ['a', 'm.x'] },
          updateTransforms: [
            { fieldPath: 't', setToServerValue: 'REQUEST_TIME' },
            { fieldPath: 'n', increment: { integerValue: '1' } },
          ],
          currentDocument: { exists: true },
        },
        { delete: name, currentDocument: { updateTime: '2026-01-01T00:00:00Z' } },
        { verify: name },
      ],
    },
  ],
  [
    'BatchGetDocuments',
    { database: DATABASE, documents: [name], mask: { fieldPaths: ['a'] }, newTransaction: { readOnly: {} } },
  ],
  [
    'RunQuery',
    {
      parent: DOCUMENTS,
      structuredQuery: {
        from: [{ collectionId: 'c', allDescendants: true }],
        where: {
          compositeFilter: {
            op: 'OR',
            filters: [
              {
                fieldFilter: {
                  field: { fieldPath: 'a' },
                  op: 'IN',
                  value: { arrayValue: { values: [{ stringValue: 'x' }] } },
                },
              },
              { unaryFilter: { field: { fieldPath: 'b' }, op: 'IS_NAN' } },
            ],
          },
        },
        orderBy: [{ field: { fieldPath: 'a' }, direction: 'DESCENDING' }, { field: { fieldPath: '__name__' } }],
        startAt: { values: [{ stringValue: 'x' }, { referenceValue: name }], before: true },
        select: { fields: [{ fieldPath: 'a' }] },
        offset: 1,
        limit: { value: 3 },
      },
    },
  ],
  [
    'RunAggregationQuery',
    {
      parent: DOCUMENTS,
      structuredAggregationQuery: {
        structuredQuery: { from: [{ collectionId: 'c' }] },
        aggregations: [{ alias: 'n', count: { upTo: '5' } }, { sum: { field: { fieldPath: 'a' } } }],
      },
    },
  ],
  [
    'ListDocuments',
    {
      parent: DOCUMENTS,
      collectionId: 'c',
      pageSize: 2,
      orderBy: 'a desc',
      showMissing: false,
      mask: { fieldPaths: [] },
    },
  ],
  ['ListCollectionIds', { parent: DOCUMENTS, pageSize: 1 }],
  ['BatchWrite', { database: DATABASE, writes: [{ delete: name }] }],
  ['BeginTransaction', { database: DATABASE, options: { readWrite: { retryTransaction: 'x' } } }],
  [
    'CreateDocument',
    { parent: DOCUMENTS, collectionId: 'c', documentId: 'x', document: { fields: { a: { nullValue: null } } } },
  ],
  ['UpdateDocument', { document: { name, fields: {} }, updateMask: { fieldPaths: ['a'] } }],
  ['DeleteDocument', { name, currentDocument: { exists: true } }],
  ['GetDocument', { name, readTime: '2026-01-01T00:00:00Z' }],
  ['Rollback', { database: DATABASE, transaction: 'x' }],
  [
    'Listen',
    {
      database: DATABASE,
      addTarget: {
        targetId: 2,
        query: { parent: DOCUMENTS, structuredQuery: { from: [{ collectionId: 'c' }], limit: 2 } },
        resumeToken: 'eDox',
        expectedCount: 1,
      },
    },
  ],
  [
    'Listen',
    {
      database: DATABASE,
      addTarget: { targetId: 4, documents: { documents: [name] }, once: true, readTime: '2026-01-01T00:00:00Z' },
    },
  ],
  ['Listen', { removeTarget: 2 }],
  ['Write', { database: DATABASE }],
]

/** Returns the path of every value in a message. A path is a list of keys. */
const placesIn = (value: unknown, at: readonly string[] = []): (readonly string[])[] =>
  typeof value === 'object' && value !== null
    ? [at, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...at, key]))]
    : [at]

/** Returns a copy of the message in which `by` replaces the value at the path. */
function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === key ? replaced(item, rest, by) : item))
  const entries = Object.entries(Object(value)).map(([own, inner]) => [
    own,
    own === key ? replaced(inner, rest, by) : inner,
  ])
  return Object.fromEntries(entries)
}

const broken = fc.constantFrom(...VALID).chain(([rpc, request]) =>
  fc
    .record({
      place: fc.constantFrom(...placesIn(request)),
      by: fc.oneof(
        fc.jsonValue({ maxDepth: 2 }),
        fc.constantFrom<unknown>(
          undefined,
          '',
          -1,
          1e308,
          '__proto__',
          { toString: 1 },
          [[]],
          DOCUMENTS,
          'a`b',
          '\u0000',
          { __proto__: {} },
        ),
      ),
    })
    .map(({ place, by }) => ({ rpc, request: replaced(request, place, by) })),
)

const service = firestoreService(
  new Store({ journal: memoryJournal(), nowMicros: () => Date.now() * 1000, newEpoch: () => 'epoch' }),
)

function ask(rpc: string, request: unknown): void {
  if (rpc === 'Listen') {
    const stream = service.listen(ADMIN, DATABASE, () => {})
    try {
      stream.handle(request)
    } finally {
      stream.close()
    }
  } else if (rpc === 'Write') service.write(ADMIN, DATABASE, () => {}).handle(request)
  else (service.unary.get(rpc) ?? service.serverStreaming.get(rpc))?.(ADMIN, request)
}

test.each(VALID)('the unchanged request %s is valid: %j', (rpc, request) => {
  try {
    ask(rpc, request)
  } catch (error) {
    // NOT_FOUND is allowed, because a valid request can refer to a document that does not exist.
    expect(error).toMatchObject({ status: 'NOT_FOUND' })
  }
})

test('the service answers or rejects 20,000 mutated requests', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(broken, ({ rpc, request }) => {
      try {
        ask(rpc, request)
      } catch (error) {
        expect(error).toBeInstanceOf(FirestoreError)
      }
    }),
    { numRuns: 20_000 },
  )
})

test(
  'the HTTP server answers or rejects 500 mutated requests without an internal error',
  { timeout: 60_000 },
  async () => {
    const silent = vi.spyOn(console, 'error')
    await fc.assert(
      fc.asyncProperty(broken, async ({ rpc, request }) => {
        const verb = rpc === 'BatchGetDocuments' ? 'batchGet' : `${rpc[0]?.toLowerCase()}${rpc.slice(1)}`
        const { status } = await server.send(`${DOCUMENTS}:${verb}`, request ?? null)
        expect(status).not.toBe(500)
      }),
      { numRuns: 500 },
    )
    expect(silent).not.toHaveBeenCalled()
    expect(await (await fetch(server.url)).text()).toBe('Ok\n')
  },
)
