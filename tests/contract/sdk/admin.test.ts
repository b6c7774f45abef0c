/* Tests a Firestore server with the Admin SDK (over gRPC and, with `preferRest`, REST) and the rules test library. */
import { generateKeyPairSync } from 'node:crypto'
import { initializeTestEnvironment } from '@firebase/rules-unit-testing'
import { cert, deleteApp, initializeApp, type App } from 'firebase-admin/app'
import { FieldValue, Filter, initializeFirestore, Timestamp, type Firestore } from 'firebase-admin/firestore'
import { deleteDoc, doc, getDoc, setDoc, setLogLevel } from 'firebase/firestore'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { contractServer, type ContractServer } from '#tests/support/contractServer.ts'

let server: ContractServer
beforeAll(async () => {
  server = await contractServer()
  vi.stubEnv('FIRESTORE_EMULATOR_HOST', server.address)
  // Prevents network requests by which the client library would find out whether it runs in Google Cloud.
  vi.stubEnv('METADATA_SERVER_DETECTION', 'none')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await server.close()
})

/** Creates credentials, which the REST mode requires even for an emulator. The emulator accepts any key. */
const anyKey = () =>
  cert({
    projectId: 'demo-admin',
    clientEmail: 'nobody@demo-admin.example',
    privateKey: String(
      generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
    ),
  })

describe.each([
  ['gRPC', false],
  ['REST', true],
])('the Admin SDK over %s', (_, preferRest) => {
  let app: App
  let db: Firestore
  beforeEach(() => {
    const projectId = `demo-${crypto.randomUUID().slice(0, 8)}`
    app = initializeApp({ projectId, ...(preferRest ? { credential: anyKey() } : {}) }, projectId)
    db = initializeFirestore(app, { preferRest })
  })
  afterEach(async () => {
    await db.terminate()
    await deleteApp(app)
  })

  test('writes and reads every kind of value', async () => {
    const values = {
      nothing: null,
      text: 'é😀',
      number: -0.5,
      big: 2 ** 53 - 1,
      time: Timestamp.fromMillis(1_700_000_000_123),
      bytes: Buffer.from([0, 255]),
      list: [1, { deep: [null] }],
      map: { 'a.b': 1 },
    }
    await db.doc('c/a').set(values)
    expect((await db.doc('c/a').get()).data()).toEqual(values)
    await db.doc('c/a').update({ number: FieldValue.increment(1), text: FieldValue.delete() })
    expect((await db.doc('c/a').get()).get('number')).toBe(0.5)
    expect((await db.doc('c/missing').get()).exists).toBe(false)
    const [masked] = await db.getAll(db.doc('c/a'), { fieldMask: ['number'] })
    expect(masked?.data()).toEqual({ number: 0.5 })
  })

  test('the promise of a rejected write rejects with the gRPC status code', async () => {
    await db.doc('c/a').create({})
    await expect(db.doc('c/a').create({})).rejects.toMatchObject({ code: 6 })
    await expect(db.doc('c/missing').update({ a: 1 })).rejects.toMatchObject({ code: 5 })
    await expect(db.doc('c/a').delete({ lastUpdateTime: Timestamp.fromMillis(1) })).rejects.toMatchObject({ code: 9 })
  })

  test('runs queries, projections and aggregations', async () => {
    const c = db.collection('c')
    await Promise.all([1, 2, 3, 4].map((n) => c.doc(`d${n}`).set({ n, even: n % 2 === 0, more: 'x' })))
    const found = await c.where(Filter.or(Filter.where('n', '==', 1), Filter.where('even', '==', true))).get()
    expect(found.docs.map(({ id }) => id)).toEqual(['d1', 'd2', 'd4'])
    expect((await c.orderBy('n').offset(1).limit(2).select('n').get()).docs.map((one) => one.data())).toEqual([
      { n: 2 },
      { n: 3 },
    ])
    expect((await c.count().get()).data()).toEqual({ count: 4 })
    expect((await db.collectionGroup('c').where('n', '>', 3).get()).size).toBe(1)
  })

  test('concurrent transactions that change the same document all succeed after retries', async () => {
    const ref = db.doc('c/counter')
    await ref.set({ n: 0 })
    let runs = 0
    const add = () =>
      db.runTransaction(
        async (transaction) => {
          runs++
          const found = await transaction.get(ref)
          transaction.update(ref, { n: Number(found.get('n')) + 1 })
        },
        { maxAttempts: 20 },
      )
    await Promise.all([add(), add(), add()])
    expect((await ref.get()).get('n')).toBe(3)
    expect(runs).toBeGreaterThan(3)
  })

  test('retries a transaction when a new document matches a query of the transaction', async () => {
    let runs = 0
    const size = await db.runTransaction(async (transaction) => {
      const found = await transaction.get(db.collection('c').where('n', '>', 0))
      if (runs++ === 0) await db.doc('c/late').set({ n: 1 })
      transaction.set(db.doc('c/count'), { size: found.size, n: 0 })
      return found.size
    })
    expect([size, runs]).toEqual([1, 2])
  })

  test('a read-only transaction always reads the same snapshot', async () => {
    await db.doc('c/a').set({ n: 1 })
    const read = await db.runTransaction(
      async (transaction) => {
        const before = (await transaction.get(db.doc('c/a'))).get('n')
        await db.doc('c/a').set({ n: 2 })
        await db.doc('c/b').set({ n: 2 })
        const after = (await transaction.get(db.doc('c/a'))).get('n')
        return [before, after, (await transaction.get(db.collection('c'))).size]
      },
      { readOnly: true },
    )
    expect(read).toEqual([1, 1, 1])
  })

  test('runs bulk writes, lists collections and documents, and deletes recursively', async () => {
    const writer = db.bulkWriter()
    for (let n = 0; n < 60; n++) void writer.set(db.doc(`c/d${n}`), { n })
    void writer.set(db.doc('c/d1/deep/x'), {})
    void writer.set(db.doc('c/onlyBelow/deep/y'), {})
    const refused = writer.create(db.doc('c/d0'), {}).catch(({ code }: { code: number }) => code)
    await writer.close()
    expect(await refused).toBe(6)
    expect((await db.listCollections()).map(({ id }) => id)).toEqual(['c'])
    expect((await db.doc('c/d1').listCollections()).map(({ id }) => id)).toEqual(['deep'])
    const listed = (await db.collection('c').listDocuments()).map(({ id }) => id)
    expect(listed).toHaveLength(61)
    expect(listed).toContain('onlyBelow')
    await db.recursiveDelete(db.collection('c'))
    expect(await db.listCollections()).toEqual([])
  })
})

test('the Admin SDK receives snapshots from a listener', async () => {
  const app = initializeApp({ projectId: 'demo-listening' }, 'listening')
  const db = initializeFirestore(app)
  const sizes: number[] = []
  await new Promise<void>((resolve) => {
    const stop = db.collection('c').onSnapshot(({ size }) => {
      sizes.push(size)
      if (sizes.length < 3) void db.collection('c').add({})
      else {
        stop()
        resolve()
      }
    })
  })
  expect(sizes).toEqual([0, 1, 2])
  await db.terminate()
  await deleteApp(app)
})

test('the rules test library authenticates users, disables rules and clears data', async () => {
  setLogLevel('silent')
  const [host = '', port = ''] = server.address.split(':')
  const environment = await initializeTestEnvironment({
    projectId: 'demo-environment',
    firestore: {
      host,
      port: Number(port),
      rules:
        "rules_version = '2'; service cloud.firestore { match /databases/{d}/documents { match /users/{uid} { allow read, write: if request.auth.uid == uid && request.auth.token.admin == true; } } }",
    },
  })
  const code = (action: Promise<unknown>) =>
    action.then(
      () => 'ok',
      (error: { code: string }) => error.code,
    )
  const admin = environment.authenticatedContext('alice', { admin: true }).firestore()
  const alice = environment.authenticatedContext('alice').firestore()
  const nobody = environment.unauthenticatedContext().firestore()
  expect(await code(setDoc(doc(admin, 'users/alice'), { a: 1 }))).toBe('ok')
  expect(await code(setDoc(doc(alice, 'users/alice'), { a: 1 }))).toBe('permission-denied')
  expect(await code(getDoc(doc(nobody, 'users/alice')))).toBe('permission-denied')
  await environment.withSecurityRulesDisabled(async (context) => {
    expect((await getDoc(doc(context.firestore(), 'users/alice'))).data()).toEqual({ a: 1 })
    await deleteDoc(doc(context.firestore(), 'users/alice'))
    await setDoc(doc(context.firestore(), 'users/bob'), {})
  })
  await environment.clearFirestore()
  await environment.withSecurityRulesDisabled(async (context) => {
    expect((await getDoc(doc(context.firestore(), 'users/bob'))).exists()).toBe(false)
  })
  await environment.cleanup()
})
