/* Tests, over REST, the RPCs that web pages do not use. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { DOCUMENTS, testFirestore, type TestFirestore } from '#tests/support/localFirestore.ts'

const DATABASE = 'projects/demo-test/databases/(default)'
const Began = z.object({ transaction: z.string() })
const Page = z.object({
  documents: z.optional(z.array(z.object({ name: z.string(), fields: z.optional(z.unknown()) }))),
  nextPageToken: z.optional(z.string()),
})

let server: TestFirestore
beforeAll(async () => {
  server = await testFirestore()
})
afterAll(() => server.close())
beforeEach(() =>
  fetch(`${server.url}/emulator/v1/projects/demo-test/databases/(default)/documents`, { method: 'DELETE' }),
)

const n = (value: number) => ({ n: { integerValue: String(value) } })

async function rest(method: string, path: string, body?: object): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${server.url}/v1/${DOCUMENTS}${path}`, {
    method,
    headers: { authorization: 'Bearer owner' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: response.status, body: await response.json() }
}

const call = (rpc: string, body: object) => server.send(`${DOCUMENTS}:${rpc}`, body)
const write = (id: string, value: number) => ({ update: { name: `${DOCUMENTS}/c/${id}`, fields: n(value) } })
const put = (id: string, value: number) => call('commit', { writes: [write(id, value)] })
const begin = async (options: object = {}) =>
  Began.parse((await call('beginTransaction', { options })).body).transaction
/** Sets the security rules of a project. Other projects of the server stay without rules. */
const setRules = (project: string, matches: string) =>
  fetch(`${server.url}/emulator/v1/projects/${project}:securityRules`, {
    method: 'PUT',
    body: JSON.stringify({
      rules: {
        files: [
          {
            content: `rules_version = '2'; service cloud.firestore { match /databases/{d}/documents { ${matches} } }`,
          },
        ],
      },
    }),
  })
const status = (code: string) => ({ body: { error: { status: code } } })

describe('documents over REST', () => {
  test('creates a document only once, updates and reads single fields, and deletes the document', async () => {
    expect(await rest('POST', '/c?documentId=a', { fields: { ...n(1), m: { stringValue: 'x' } } })).toMatchObject({
      status: 200,
      body: { name: `${DOCUMENTS}/c/a`, fields: n(1) },
    })
    expect(await rest('POST', '/c?documentId=a', { fields: {} })).toMatchObject({ status: 409 })
    expect(await rest('PATCH', '/c/a?updateMask.fieldPaths=n&mask.fieldPaths=n', { fields: n(2) })).toMatchObject({
      body: { fields: n(2) },
    })
    expect((await rest('GET', '/c/a?mask.fieldPaths=m')).body).toMatchObject({ fields: { m: { stringValue: 'x' } } })
    expect(await rest('PATCH', '/c/b?currentDocument.exists=true', { fields: n(1) })).toMatchObject({ status: 404 })
    expect(await rest('DELETE', '/c/a')).toEqual({ status: 200, body: {} })
    expect(await rest('GET', '/c/a')).toMatchObject({ status: 404, ...status('NOT_FOUND') })
  })

  test('creates a document with a generated id', async () => {
    const { body } = await rest('POST', '/c', { fields: n(1) })
    expect(body).toMatchObject({ name: expect.stringMatching(/\/c\/[0-9a-z]{20}$/) })
  })

  test('accepts colons, spaces and brackets in document names', async () => {
    await rest('PATCH', `/c/${encodeURIComponent('a:b (c) é')}`, { fields: n(1) })
    expect(await rest('GET', `/c/${encodeURIComponent('a:b (c) é')}`)).toMatchObject({ status: 200 })
    expect(await rest('GET', '/c/a%2Fb')).toMatchObject({ status: 400 })
    expect(await rest('GET', '/c/%E0%A4%A')).toMatchObject({ status: 400 })
  })

  test('lists documents in ordered pages and, on request, missing documents that have subcollections', async () => {
    for (const [id, value] of [
      ['a', 3],
      ['b', 2],
      ['d', 1],
    ] as const)
      await put(id, value)
    await rest('PATCH', '/c/c/deep/x', { fields: {} })
    const ids = async (query: string) => {
      const found: string[] = []
      for (let token = ''; ;) {
        const page = Page.parse((await rest('GET', `/c?pageSize=2${query}${token && `&pageToken=${token}`}`)).body)
        found.push(...(page.documents ?? []).map(({ name }) => name.slice(-1)))
        if (page.nextPageToken === undefined) return found
        token = page.nextPageToken
      }
    }
    expect(await ids('')).toEqual(['a', 'b', 'd'])
    expect(await ids('&orderBy=n')).toEqual(['d', 'b', 'a'])
    expect(await ids('&orderBy=n%20desc')).toEqual(['a', 'b', 'd'])
    expect(await ids('&showMissing=true')).toEqual(['a', 'b', 'c', 'd'])
    expect(await rest('GET', '/c?pageToken=nonsense')).toMatchObject({ status: 400 })
    expect(await rest('GET', '/c?showMissing=true&orderBy=n')).toMatchObject({ status: 400 })
  })

  test('lists the ids of the collections below the root and below a document', async () => {
    await put('a', 1)
    await rest('PATCH', '/b/x/deep/y', { fields: {} })
    expect((await call('listCollectionIds', {})).body).toEqual({ collectionIds: ['b', 'c'] })
    const first = await call('listCollectionIds', { pageSize: 1 })
    expect(first.body).toMatchObject({ collectionIds: ['b'] })
    const { nextPageToken } = Page.parse(first.body)
    expect((await call('listCollectionIds', { pageSize: 1, pageToken: nextPageToken })).body).toEqual({
      collectionIds: ['c'],
    })
    expect((await server.send(`${DOCUMENTS}/b/x:listCollectionIds`, {})).body).toEqual({ collectionIds: ['deep'] })
  })
})

describe('batch writes', () => {
  test('applies each write of a batch independently', async () => {
    await put('a', 1)
    const writes = [write('b', 1), { ...write('a', 2), currentDocument: { exists: false } }, write('c', 1)]
    expect((await call('batchWrite', { writes })).body).toMatchObject({ status: [{}, { code: 6 }, {}] })
    expect((await rest('GET', '/c/c')).status).toBe(200)
    expect((await call('batchWrite', { writes: [write('x', 1), write('x', 2)] })).status).toBe(400)
  })
})

describe('reading the state at a given time', () => {
  test('reads and queries the state at a past time, and rejects a future time', async () => {
    await put('a', 1)
    const { readTime } = z
      .array(z.object({ readTime: z.string() }))
      .parse((await call('batchGet', { documents: [], newTransaction: {} })).body)[0] ?? { readTime: '' }
    await put('a', 2)
    await put('b', 1)
    const documents = [`${DOCUMENTS}/c/a`, `${DOCUMENTS}/c/b`]
    expect((await call('batchGet', { documents, readTime })).body).toMatchObject([
      { found: { fields: n(1) } },
      { missing: documents[1] },
    ])
    const structuredQuery = { from: [{ collectionId: 'c' }] }
    expect(z.array(z.unknown()).parse((await call('runQuery', { structuredQuery, readTime })).body)).toHaveLength(1)
    expect(await call('runQuery', { structuredQuery, readTime: '2100-01-01T00:00:00Z' })).toMatchObject({ status: 400 })
    expect(await call('batchGet', { documents, readTime, newTransaction: {} })).toMatchObject({ status: 400 })
  })
})

/*
 * The expected results are from recordings that the hidane project (MIT) made of the official emulator 1.22.0. The
 * tests compare only what a client sees. The official emulator locks documents, so a write can wait up to two seconds
 * for a lock. The local Firestore, like the official service, uses optimistic transactions: no write waits, and the
 * transaction that would have had the lock is ABORTED.
 */
describe('transactions', () => {
  const read = (transaction: string, id: string) =>
    call('batchGet', { documents: [`${DOCUMENTS}/c/${id}`], transaction })

  test('a transaction does not delay other writes, and is aborted if a document that it has read changes', async () => {
    await put('a', 1)
    for (const outside of [write('a', 2), { delete: `${DOCUMENTS}/c/a` }]) {
      const transaction = await begin()
      await read(transaction, 'a')
      expect((await call('commit', { writes: [outside] })).status).toBe(200)
      expect(await call('commit', { transaction, writes: [write('b', 1)] })).toMatchObject({
        status: 409,
        body: { error: { status: 'ABORTED' } },
      })
    }
  })

  test('a transaction that has read a missing document is aborted if another write creates the document', async () => {
    const transaction = await begin()
    await read(transaction, 'new')
    await put('new', 1)
    expect((await call('commit', { transaction, writes: [write('b', 1)] })).status).toBe(409)
  })

  test('a transaction commits when only documents that it has not read have changed', async () => {
    await put('a', 1)
    const transaction = await begin()
    await read(transaction, 'a')
    await put('other', 1)
    expect((await call('commit', { transaction, writes: [write('a', 2)] })).status).toBe(200)
  })

  test('of two transactions that read and write one document, the first commits and the second is aborted', async () => {
    await put('a', 1)
    const [first, second] = [await begin(), await begin()]
    await read(first, 'a')
    await read(second, 'a')
    expect((await call('commit', { transaction: first, writes: [write('a', 2)] })).status).toBe(200)
    expect((await call('commit', { transaction: second, writes: [write('a', 3)] })).status).toBe(409)
  })

  test('a transaction can be rolled back twice, but not used after a rollback', async () => {
    const transaction = await begin()
    expect((await call('rollback', { transaction })).status).toBe(200)
    expect((await call('rollback', { transaction })).status).toBe(200)
    expect(await read(transaction, 'a')).toMatchObject({ status: 409 })
    expect(await call('commit', { transaction, writes: [] })).toMatchObject({ status: 409 })
  })

  test('a read-only transaction always reads the same snapshot, even after a rejected write', async () => {
    await put('a', 1)
    const transaction = await begin({ readOnly: {} })
    await put('a', 2)
    expect((await read(transaction, 'a')).body).toMatchObject([{ found: { fields: n(1) } }])
    expect(await call('commit', { transaction, writes: [write('a', 3)] })).toMatchObject({
      status: 400,
      body: { error: { message: 'Cannot modify entities in a read-only transaction.' } },
    })
    expect((await read(transaction, 'a')).body).toMatchObject([{ found: { fields: n(1) } }])
    expect((await call('commit', { transaction, writes: [] })).status).toBe(200)
    expect((await read(transaction, 'a')).status).toBe(409)
  })

  test('a read can begin a transaction, whose id is in the first message of the answer', async () => {
    await put('a', 1)
    const answer = await call('runQuery', { structuredQuery: { from: [{ collectionId: 'c' }] }, newTransaction: {} })
    const [{ transaction } = { transaction: '' }] = z.array(Began).parse(answer.body)
    await put('a', 2)
    expect((await call('commit', { transaction, writes: [write('b', 1)] })).status).toBe(409)
  })
})

describe('export and import', () => {
  const at = '/emulator/v1/projects/demo-test/databases/(default)/documents'
  const exported = async () => (await fetch(`${server.url}${at}:export`)).text()
  const imported = async (body: string) => {
    const response = await fetch(`${server.url}${at}:import`, { method: 'PUT', body })
    const answer: unknown = await response.json()
    return { status: response.status, body: answer }
  }

  test('an import restores an export and replaces existing documents', async () => {
    await put('a', 1)
    await rest('PATCH', '/c/a/deep/x', { fields: { text: { stringValue: 'line\nline' } } })
    const file = await exported()
    await put('a', 2)
    await put('later', 1)
    expect(await imported(file)).toEqual({ status: 200, body: { documents: 2 } })
    expect((await rest('GET', '/c/a')).body).toMatchObject({ fields: n(1) })
    expect((await rest('GET', '/c/later')).status).toBe(404)
    expect(await exported()).toBe(file)
  })

  test.each([
    ['', /line 1 is not JSON/],
    ['{"format":"other"}', /line 1 must say/],
    ['{"format":"firestore-documents","version":1,"documents":2}\n{}', /speaks of 2 documents, 1 follow/],
    ['{"format":"firestore-documents","version":1,"documents":1}\n{"name":"c"}', /line 2: .*does not name a document/],
    ['{"format":"firestore-documents","version":1,"documents":1}\nnot', /line 2 is not JSON/],
  ])('rejects the invalid import file %j and changes nothing', async (file, reason) => {
    await put('a', 1)
    expect(await imported(file)).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringMatching(reason) } },
    })
    expect((await rest('GET', '/c/a')).status).toBe(200)
  })
})

describe('unimplemented features', () => {
  test.each([
    ['partitionQuery', /partitionQuery/],
    ['executePipeline', /executePipeline/],
    ['listen', /listen/],
  ])('rejects the RPC %s with an error that contains the name of the RPC', async (rpc, name) => {
    expect(await call(rpc, {})).toMatchObject({
      status: 501,
      body: { error: { status: 'UNIMPLEMENTED', message: expect.stringMatching(name) } },
    })
  })

  test.each([
    ['runQuery', { structuredQuery: { from: [], findNearest: {} } }],
    ['runQuery', { structuredQuery: { from: [{ collectionId: 'c' }] }, explainOptions: { analyze: true } }],
  ])('rejects the RPC %s with the unimplemented option %j', async (rpc, body) => {
    expect((await call(rpc, body)).status).toBe(501)
  })

  test('rejects a database other than (default)', async () => {
    const answer = await server.send(`${DATABASE.replace('(default)', 'second')}/documents:runQuery`, {})
    expect(answer).toMatchObject({ status: 501 })
  })
})

describe('differences from the official emulator', () => {
  const ids = (answer: { readonly body: unknown }) =>
    z
      .array(z.object({ document: z.optional(z.object({ name: z.string() })) }))
      .parse(answer.body)
      .flatMap(({ document }) => document?.name.slice(-1) ?? [])
  const runQuery = async (structuredQuery: object) =>
    ids(await call('runQuery', { structuredQuery: { from: [{ collectionId: 'c' }], ...structuredQuery } }))
  const key = { fieldPath: '__name__' }

  test('answers queries in descending order of names, and queries with cursors that include implied orders', async () => {
    for (const [id, value] of [
      ['a', 1],
      ['b', 2],
      ['c', 2],
    ] as const)
      await put(id, value)
    expect(await runQuery({ orderBy: [{ field: key, direction: 'DESCENDING' }] })).toEqual(['c', 'b', 'a'])
    const above = { fieldFilter: { field: { fieldPath: 'n' }, op: 'GREATER_THAN', value: { integerValue: '0' } } }
    const startAt = { values: [{ integerValue: '2' }, { referenceValue: `${DOCUMENTS}/c/b` }], before: false }
    expect(await runQuery({ where: above, startAt })).toEqual(['c'])
  })

  test('answers every query without a configured index', async () => {
    await call('commit', {
      writes: [
        {
          update: { name: `${DOCUMENTS}/c/a`, fields: { ...n(1), x: { integerValue: '1' }, y: { integerValue: '1' } } },
        },
      ],
    })
    const where = {
      compositeFilter: {
        op: 'AND',
        filters: ['n', 'x'].map((fieldPath) => ({
          fieldFilter: { field: { fieldPath }, op: 'GREATER_THAN', value: { integerValue: '0' } },
        })),
      },
    }
    expect(await runQuery({ where, orderBy: [{ field: { fieldPath: 'y' }, direction: 'DESCENDING' }] })).toEqual(['a'])
  })

  test('rules evaluate every write of a batch against the state before the batch', async () => {
    await setRules('demo-twice', 'match /c/{id} { allow create; allow update: if false; }')
    const root = 'projects/demo-twice/databases/(default)/documents'
    const twice = { update: { name: `${root}/c/a`, fields: {} } }
    expect((await server.send(`${root}:commit`, { writes: [twice, twice] }, null)).status).toBe(200)
    expect((await server.send(`${root}:commit`, { writes: [twice] }, null)).status).toBe(403)
  })

  test('with security rules, only an administrator can list the ids of collections, even if the rules allow everything', async () => {
    await setRules('demo-listing', 'match /{path=**} { allow read, write; }')
    const list = (authorization: string | null) =>
      server.send('projects/demo-listing/databases/(default)/documents:listCollectionIds', {}, authorization)
    expect(await list(null)).toMatchObject({ status: 403, ...status('PERMISSION_DENIED') })
    expect(await list('Bearer owner')).toMatchObject({ status: 200 })
  })

  test.each([
    ['GET', ':ruleCoverage'],
    ['GET', ':ruleCoverage.html'],
    ['PUT', '/triggers/f'],
    ['POST', '/eventarcTrigger'],
  ])('answers 404 to %s %s, which only the official emulator implements', async (method, at) => {
    const answer = await fetch(`${server.url}/emulator/v1/projects/demo-test${at}`, { method })
    expect(answer.status).toBe(404)
  })
})
