/*
 * Each case checks one behavior that the Web SDK expects of a Firestore server. The cases run in Node (gRPC) and in a
 * browser (WebChannel), so this file imports only the SDK. Each case has its own project and thus its own database.
 */
import {
  addDoc,
  and,
  arrayRemove,
  arrayUnion,
  average,
  Bytes,
  collection,
  collectionGroup,
  count,
  deleteDoc,
  deleteField,
  disableNetwork,
  doc,
  documentId,
  enableNetwork,
  endAt,
  endBefore,
  FieldPath,
  GeoPoint,
  getAggregateFromServer,
  getCountFromServer,
  getDoc,
  getDocFromServer,
  getDocs,
  getDocsFromServer,
  increment,
  limit,
  limitToLast,
  maximum,
  minimum,
  onSnapshot,
  or,
  orderBy,
  query,
  runTransaction,
  serverTimestamp,
  setDoc,
  startAfter,
  startAt,
  sum,
  Timestamp,
  updateDoc,
  vector,
  where,
  writeBatch,
  type Firestore,
} from 'firebase/firestore'
import {
  expectTrue,
  dataOf,
  expectError,
  recordValues,
  ids,
  putDocuments,
  expectEqual,
  idsAndNumbers,
} from './expectations.ts'

export type CaseContext = {
  /** The client under test. */
  readonly db: Firestore
  /** A second client of the same database. */
  readonly other: Firestore
  /** Replaces the security rules of the project with this text. */
  readonly rules: (body: string) => Promise<void>
}

export const CASES: { readonly [name: string]: (setting: CaseContext) => Promise<void> } = {
  async 'reads every type of value as it was written'({ db }) {
    const ref = doc(db, 'c/values')
    const time = Timestamp.fromMillis(1_700_000_000_123)
    await setDoc(ref, {
      nothing: null,
      yes: true,
      integer: 9_007_199_254_740_991,
      negative: -1,
      double: 0.1,
      notANumber: NaN,
      infinity: -Infinity,
      minusZero: -0,
      text: 'é😀\u0000',
      time,
      bytes: Bytes.fromUint8Array(new Uint8Array([0, 255])),
      place: new GeoPoint(52.5, -13.4),
      reference: doc(db, 'c/other'),
      list: [1, 'a', { deep: [null] }],
      map: { 'a.b': { '`': 1 } },
      vector: vector([1, 2.5]),
    })
    const found = (await getDocFromServer(ref)).data() ?? {}
    expectEqual(found['nothing'], null)
    expectEqual(
      [found['yes'], found['integer'], found['negative'], found['double']],
      [true, 9_007_199_254_740_991, -1, 0.1],
    )
    expectEqual(
      [Number.isNaN(found['notANumber']), found['infinity'] === -Infinity, Object.is(found['minusZero'], -0)],
      [true, true, true],
    )
    expectEqual(
      [found['text'], found['list'], found['map']],
      ['é😀\u0000', [1, 'a', { deep: [null] }], { 'a.b': { '`': 1 } }],
    )
    expectTrue(time.isEqual(found['time']), 'the written time')
    expectTrue(new GeoPoint(52.5, -13.4).isEqual(found['place']), 'the written place')
    expectTrue(found['bytes'].isEqual(Bytes.fromUint8Array(new Uint8Array([0, 255]))), 'the written bytes')
    expectEqual(found['reference'].path, 'c/other')
    expectEqual(found['vector'].toArray(), [1, 2.5])
  },

  async 'set replaces a document, merge and update change only the given fields'({ db }) {
    const ref = doc(db, 'c/a')
    await setDoc(ref, { a: 1, m: { x: 1, y: 2 } })
    await setDoc(ref, { m: { x: 3 } }, { merge: true })
    expectEqual(await dataOf(ref), { a: 1, m: { x: 3, y: 2 } })
    await setDoc(ref, { a: 5, b: 5 }, { mergeFields: ['b'] })
    expectEqual(await dataOf(ref), { a: 1, b: 5, m: { x: 3, y: 2 } })
    await updateDoc(ref, { 'm.y': deleteField(), a: deleteField() })
    await updateDoc(ref, new FieldPath('odd.name'), 1)
    expectEqual(await dataOf(ref), { b: 5, m: { x: 3 }, 'odd.name': 1 })
    await setDoc(ref, {})
    expectEqual(await dataOf(ref), {})
    await deleteDoc(ref)
    expectTrue(!(await getDocFromServer(ref)).exists(), 'a deleted document')
  },

  async 'applies every transform on the server'({ db }) {
    const ref = doc(db, 'c/a')
    await setDoc(ref, { n: 1, list: [1, 2, 2], high: 5, low: 5 })
    await updateDoc(ref, {
      n: increment(2),
      half: increment(0.5),
      list: arrayUnion(2, 3),
      made: arrayUnion('x'),
      high: maximum(7),
      low: minimum(7),
      at: serverTimestamp(),
    })
    const after = (await getDocFromServer(ref)).data() ?? {}
    expectEqual(
      [after['n'], after['half'], after['list'], after['made'], after['high'], after['low']],
      [3, 0.5, [1, 2, 2, 3], ['x'], 7, 5],
    )
    expectTrue(Math.abs(after['at'].toMillis() - Date.now()) < 60_000, 'the server time')
    await updateDoc(ref, { list: arrayRemove(2) })
    expectEqual((await dataOf(ref))?.['list'], [1, 3])
  },

  async 'rejects with an error code'({ db, rules }) {
    await expectError('not-found', updateDoc(doc(db, 'c/missing'), { a: 1 }))
    await expectError(
      'invalid-argument',
      setDoc(doc(db, 'c/large'), { text: 'x'.repeat(1_048_487), more: 'x'.repeat(200) }),
    )
    await rules('match /open/{id} { allow read, write; }')
    await setDoc(doc(db, 'open/a'), { a: 1 })
    await expectError('permission-denied', setDoc(doc(db, 'closed/a'), { a: 1 }))
    await expectError('permission-denied', getDocFromServer(doc(db, 'closed/a')))
    await expectError('permission-denied', getDocsFromServer(collection(db, 'closed')))
    await expectError('permission-denied', getCountFromServer(collection(db, 'closed')))
  },

  async 'writes a batch completely or not at all'({ db }) {
    const batch = writeBatch(db)
    batch.set(doc(db, 'c/a'), { a: 1 })
    batch.set(doc(db, 'c/b'), { b: serverTimestamp() })
    batch.update(doc(db, 'c/a'), { more: 2 })
    await batch.commit()
    expectEqual(await dataOf(doc(db, 'c/a')), { a: 1, more: 2 })
    const failing = writeBatch(db)
    failing.delete(doc(db, 'c/a'))
    failing.update(doc(db, 'c/missing'), { a: 1 })
    await expectError('not-found', failing.commit())
    expectTrue((await getDocFromServer(doc(db, 'c/a'))).exists(), 'no change by a failed batch')
  },

  async 'queries with every operator'({ db }) {
    const c = collection(db, 'c')
    await putDocuments(db, {
      a: { n: 1, tags: ['x', 'y'], s: 'a' },
      b: { n: 2, tags: ['y'], s: 'b' },
      c: { n: 3, tags: [], s: null },
      d: { n: true, s: 'd', x: NaN },
      e: { other: true, n: 'text' },
    })
    const found = async (...filters: Parameters<typeof query>[1][]) =>
      ids(await getDocsFromServer(query(c, ...filters)))
    expectEqual(await found(where('n', '==', 2)), ['b'])
    expectEqual(await found(where('n', '!=', 2)), ['d', 'a', 'c', 'e'])
    expectEqual(await found(where('n', '<', 2)), ['a'])
    expectEqual(await found(where('n', '<=', 2)), ['a', 'b'])
    expectEqual(await found(where('n', '>', 1), where('n', '<', 3)), ['b'])
    expectEqual(await found(where('n', '>=', 2)), ['b', 'c'])
    expectEqual(await found(where('n', 'in', [1, 3, 'text'])), ['a', 'c', 'e'])
    expectEqual(await found(where('n', 'not-in', [1, 2])), ['d', 'c', 'e'])
    expectEqual(await found(where('tags', 'array-contains', 'y')), ['a', 'b'])
    expectEqual(await found(where('tags', 'array-contains-any', ['x', 'z'])), ['a'])
    expectEqual(await found(where('s', '==', null)), ['c'])
    expectEqual(await found(where('s', '!=', null)), ['a', 'b', 'd'])
    expectEqual(await found(where('x', '==', NaN)), ['d'])
    expectEqual(await found(where(documentId(), '>', 'c')), ['d', 'e'])
    expectEqual(await found(where(documentId(), 'in', ['a', 'z'])), ['a'])
    const composite = query(c, or(where('n', '==', 1), and(where('n', '>', 1), where('s', '==', null))))
    expectEqual(ids(await getDocsFromServer(composite)), ['a', 'c'])
  },

  async 'queries with orders, cursors and limits'({ db }) {
    const c = collection(db, 'c')
    await putDocuments(db, { a: { x: 1, y: 2 }, b: { x: 1, y: 1 }, c: { x: 2, y: 1 }, d: { x: 3 }, e: { y: 9 } })
    const found = async (...parts: Parameters<typeof query>[1][]) => ids(await getDocsFromServer(query(c, ...parts)))
    expectEqual(await found(orderBy('x'), orderBy('y', 'desc')), ['a', 'b', 'c'])
    expectEqual(await found(orderBy('x', 'desc')), ['d', 'c', 'b', 'a'])
    expectEqual(await found(orderBy('x'), startAt(2)), ['c', 'd'])
    expectEqual(await found(orderBy('x'), startAfter(2)), ['d'])
    expectEqual(await found(orderBy('x'), endAt(2)), ['a', 'b', 'c'])
    expectEqual(await found(orderBy('x'), endBefore(2)), ['a', 'b'])
    expectEqual(await found(orderBy('x'), limit(2)), ['a', 'b'])
    expectEqual(await found(orderBy('x'), limitToLast(2)), ['c', 'd'])
    const second = await getDocFromServer(doc(db, 'c/b'))
    expectEqual(await found(orderBy('x'), startAfter(second), limit(1)), ['c'])
  },

  async 'queries collection groups'({ db }) {
    await setDoc(doc(db, 'a/1/log/x'), { n: 1 })
    await setDoc(doc(db, 'log/y'), { n: 2 })
    await setDoc(doc(db, 'a/1/logs/z'), { n: 1 })
    const group = collectionGroup(db, 'log')
    expectEqual(ids(await getDocsFromServer(group)), ['x', 'y'])
    expectEqual(ids(await getDocsFromServer(query(group, where('n', '==', 1)))), ['x'])
  },

  async 'aggregates counts, sums and averages'({ db }) {
    const c = collection(db, 'c')
    await putDocuments(db, { a: { n: 1 }, b: { n: 2 }, c: { n: 'text' }, d: {} })
    expectEqual((await getCountFromServer(c)).data().count, 4)
    const all = await getAggregateFromServer(c, { many: count(), total: sum('n'), mean: average('n') })
    expectEqual(all.data(), { many: 3, total: 3, mean: 1.5 })
    expectEqual((await getCountFromServer(query(c, where('n', '>', 1)))).data().count, 1)
  },

  async 'concurrent transactions of two clients lose no update'({ db, other }) {
    const ref = 'c/counter'
    await setDoc(doc(db, ref), { n: 0 })
    const add = (client: Firestore) =>
      runTransaction(
        client,
        async (transaction) => {
          const found = await transaction.get(doc(client, ref))
          transaction.update(found.ref, { n: Number(found.data()?.['n']) + 1 })
        },
        { maxAttempts: 50 },
      )
    await Promise.all([add(db), add(other), add(db), add(other)])
    expectEqual((await dataOf(doc(db, ref)))?.['n'], 4)
  },

  async 'a transaction that only reads, or fails, writes nothing'({ db }) {
    await setDoc(doc(db, 'c/a'), { n: 1 })
    const read = await runTransaction(db, async (transaction) => (await transaction.get(doc(db, 'c/a'))).data()?.['n'])
    expectEqual(read, 1)
    const failure = runTransaction(db, async (transaction) => {
      transaction.set(doc(db, 'c/b'), { n: 1 })
      throw new Error('no')
    })
    await failure.then(
      () => expectTrue(false, 'a rejected transaction'),
      () => undefined,
    )
    expectTrue(!(await getDocFromServer(doc(db, 'c/b'))).exists(), 'no document of the failed transaction')
  },

  async 'a listener receives the creation and the deletion of a document'({ db, other }) {
    const seen = recordValues<unknown>()
    const stop = onSnapshot(doc(db, 'c/a'), (snapshot) => {
      if (!snapshot.metadata.hasPendingWrites) seen.add(snapshot.data()?.['n'] ?? null)
    })
    await seen.until(null)
    await setDoc(doc(other, 'c/a'), { n: 1 })
    await seen.until(1)
    await deleteDoc(doc(other, 'c/a'))
    await seen.until(null)
    stop()
  },

  async 'a listener of a query receives one snapshot per commit'({ db, other }) {
    const seen = recordValues<string>()
    const stop = onSnapshot(query(collection(db, 'c'), where('n', '>', 0)), (snapshot) =>
      seen.add(idsAndNumbers(snapshot)),
    )
    await seen.until('')
    const batch = writeBatch(other)
    batch.set(doc(other, 'c/a'), { n: 1 })
    batch.set(doc(other, 'c/b'), { n: 2 })
    batch.set(doc(other, 'c/c'), { n: 0 })
    await batch.commit()
    await seen.until('a1 b2')
    await updateDoc(doc(other, 'c/a'), { n: 0 })
    await seen.until('b2')
    await deleteDoc(doc(other, 'c/b'))
    await seen.until('')
    stop()
    expectEqual(seen.all, ['', 'a1 b2', 'b2', ''])
  },

  async 'a listener of a limited query receives the next document after a deletion'({ db, other }) {
    await putDocuments(other, { a: { n: 1 }, b: { n: 2 }, c: { n: 3 } })
    const seen = recordValues<string>()
    const window = query(collection(db, 'c'), orderBy('n'), limit(2))
    const stop = onSnapshot(window, (snapshot) => seen.add(idsAndNumbers(snapshot)))
    await seen.until('a1 b2')
    await deleteDoc(doc(other, 'c/a'))
    await seen.until('b2 c3')
    await setDoc(doc(other, 'c/z'), { n: 0 })
    await seen.until('z0 b2')
    stop()
  },

  async 'a listener receives a local write immediately, and then its confirmation'({ db }) {
    const seen = recordValues<string>()
    const stop = onSnapshot(doc(db, 'c/a'), { includeMetadataChanges: true }, ({ metadata }) =>
      seen.add(metadata.hasPendingWrites ? 'pending' : 'confirmed'),
    )
    await seen.until('confirmed')
    const written = setDoc(doc(db, 'c/a'), { n: 1, at: serverTimestamp() })
    await seen.until('pending')
    await written
    await seen.until('confirmed')
    stop()
  },

  async 'a listener receives the changes that happened while it was offline'({ db, other }) {
    await putDocuments(other, { a: { n: 1 }, b: { n: 2 }, gone: { n: 3 } })
    const seen = recordValues<string>()
    const stop = onSnapshot(collection(db, 'c'), { includeMetadataChanges: true }, (snapshot) => {
      if (!snapshot.metadata.fromCache) seen.add(idsAndNumbers(snapshot))
    })
    await seen.until('a1 b2 gone3')
    await disableNetwork(db)
    await deleteDoc(doc(other, 'c/gone'))
    await setDoc(doc(other, 'c/b'), { n: 5 })
    await enableNetwork(db)
    await seen.until('a1 b5')
    stop()
    expectEqual(seen.all.at(-1), 'a1 b5')
  },

  async 'sends offline writes in order when the network returns'({ db, other }) {
    await disableNetwork(db)
    const first = setDoc(doc(db, 'c/a'), { n: 1 })
    const second = updateDoc(doc(db, 'c/a'), { n: increment(1) })
    await enableNetwork(db)
    await Promise.all([first, second])
    expectEqual(await dataOf(doc(other, 'c/a')), { n: 2 })
  },

  async 'a rejected listener receives the error code, and other listeners continue'({ db, other, rules }) {
    await rules('match /open/{id} { allow read, write; }')
    const seen = recordValues<string>()
    const stop = onSnapshot(collection(db, 'open'), (snapshot) => seen.add(idsAndNumbers(snapshot)))
    const code = await new Promise<string>((resolve) => {
      onSnapshot(collection(db, 'closed'), { error: (error) => resolve(error.code) })
    })
    expectEqual(code, 'permission-denied')
    await setDoc(doc(other, 'open/a'), { n: 1 })
    await seen.until('a1')
    stop()
  },

  async 'a listener ends when new rules reject it'({ db, rules }) {
    await rules('match /{any=**} { allow read, write; }')
    const code = new Promise<string>((resolve) => {
      onSnapshot(collection(db, 'c'), {
        next: () => void rules('match /other/{id} { allow read; }'),
        error: (error) => resolve(error.code),
      })
    })
    expectEqual(await code, 'permission-denied')
  },

  async 'rules are not filters'({ db, rules }) {
    await rules("match /c/{id} { allow list: if resource.data.kind == 'open'; allow write; }")
    await putDocuments(db, { a: { kind: 'open' } })
    await expectError('permission-denied', getDocsFromServer(collection(db, 'c')))
    expectEqual(ids(await getDocsFromServer(query(collection(db, 'c'), where('kind', '==', 'open')))), ['a'])
  },

  async 'reads more documents than one window of messages contains'({ db }) {
    for (let start = 0; start < 1000; start += 250) {
      const batch = writeBatch(db)
      for (let n = start; n < start + 250; n++) batch.set(doc(db, 'c', `d${n}`), { n, text: 'x'.repeat(500) })
      await batch.commit()
    }
    expectEqual((await getDocsFromServer(collection(db, 'c'))).size, 1000)
    expectEqual(ids(await getDocs(query(collection(db, 'c'), orderBy('n', 'desc'), limit(1)))), ['d999'])
  },

  async 'generates the id of an added document'({ db }) {
    const ref = await addDoc(collection(db, 'c'), { n: 1 })
    expectEqual((await getDoc(ref)).data(), { n: 1 })
  },
}
