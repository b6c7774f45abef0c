/*
 * Tests each case of the truth table in docs/rules.md with the real SDK (Firestore Lite, REST). A title starts with the
 * number of its case. The server is the local Firestore or, if FIRESTORE_EMULATOR_OFFICIAL is set to a `host:port`, the
 * official emulator at that address.
 */
import { readFileSync } from 'node:fs'
import { deleteApp, initializeApp } from 'firebase/app'
import {
  collection,
  collectionGroup,
  connectFirestoreEmulator,
  deleteDoc,
  doc,
  getCount,
  getDoc,
  getDocs,
  getFirestore,
  limit,
  orderBy,
  query,
  runTransaction,
  serverTimestamp,
  setDoc,
  setLogLevel,
  where,
  writeBatch,
  type Firestore,
} from 'firebase/firestore/lite'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseRules } from '#local/firestore/rules/parser.ts'
import { compileRules, rulesetOf, type RuleRequest, type Ruleset } from '#local/firestore/rules/ruleset.ts'
import { startFirestore, type RunningFirestore } from '#local/firestore/server.ts'
import {
  updateDocument,
  CREATE,
  FAVORITE_DIGEST,
  FAVORITE,
  FAVORITE_IDS,
  FREQUENCY,
  newFavorite,
  newLog,
  newRemoval,
  PUSH_TOKEN,
  REMOVAL,
  setDocument,
  SETTINGS,
  storeEntries,
  UPDATE,
} from './cases.ts'
import { mutantsOf } from './mutants.ts'

const PROJECT = 'demo-rules'
const SOURCE = readFileSync('firestore.rules', 'utf8')
const official = process.env['FIRESTORE_EMULATOR_OFFICIAL']
const open: (() => Promise<void>)[] = []
/**
 * All requests in this file and the decisions of the rules. The mutation test repeats the requests with mutated rules.
 */
const decisions: { readonly request: RuleRequest; readonly allowed: boolean }[] = []
const compiled = compileRules(SOURCE)
const recording: Ruleset = {
  decide(request) {
    const decision = compiled.decide(request)
    decisions.push({ request, allowed: decision.allowed })
    return decision
  },
}
let server: RunningFirestore | undefined
let address = official ?? ''
let alice: Firestore
let bob: Firestore
let nobody: Firestore
let anonymous: Firestore
let admin: Firestore

/** Returns a new client whose user has signed in with `provider`. Without a uid, no user is signed in. */
function client(uid?: string, provider = 'password'): Firestore {
  const app = initializeApp({ projectId: PROJECT, apiKey: 'local' }, `${uid ?? 'nobody'}-${provider}-${open.length}`)
  open.push(() => deleteApp(app))
  const db = getFirestore(app)
  const [host = '', port = ''] = address.split(':')
  const token = uid === 'owner' ? 'owner' : uid === undefined ? undefined : tokenOf(uid, provider)
  connectFirestoreEmulator(db, host, Number(port), token === undefined ? {} : { mockUserToken: token })
  return db
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

const tokenOf = (uid: string, provider: string): string =>
  `${encoded({ alg: 'none', typ: 'JWT' })}.${encoded({ sub: uid, user_id: uid, iat: 0, exp: 4_000_000_000, aud: PROJECT, firebase: { sign_in_provider: provider, identities: {} } })}.`

const emulator = (method: string, path: string, body?: object) =>
  fetch(`http://${address}/emulator/v1/projects/${PROJECT}${path}`, {
    method,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })

beforeAll(async () => {
  setLogLevel('silent')
  if (official) {
    const rules = { files: [{ name: 'firestore.rules', content: SOURCE }] }
    expect(await (await emulator('PUT', ':securityRules', { rules })).json()).toEqual({})
  } else {
    server = await startFirestore({ port: 0, rules: recording })
    address = `127.0.0.1:${server.port}`
  }
  admin = client('owner')
  alice = client('alice')
  bob = client('bob')
  nobody = client()
  anonymous = client('alice', 'anonymous')
})
afterAll(async () => {
  for (const close of open) await close()
  await server?.close()
})
beforeEach(async () => {
  await emulator('DELETE', '/databases/(default)/documents')
  await storeEntries(admin)
})

async function verdict(action: Promise<unknown>): Promise<'allowed' | 'denied'> {
  try {
    await action
    return 'allowed'
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'permission-denied')
      return 'denied'
    throw error
  }
}
const allowed = async (action: Promise<unknown>) => expect(await verdict(action)).toBe('allowed')
const denied = async (action: Promise<unknown>) => expect(await verdict(action)).toBe('denied')
const named = (isAllowed: boolean) => (isAllowed ? allowed : denied)

const logs = (db: Firestore, uid = 'alice') => collection(db, 'users', uid, 'logs')
const LOG = 'users/alice/logs/stored'
const removals = (db: Firestore) => collection(db, 'users/alice/removals')
const REMOVED = 'users/alice/removals/stored'

describe('visitors and anonymous accounts', () => {
  test.each([
    ['1', 'get a log', (db: Firestore) => getDoc(doc(db, LOG))],
    ['2', 'list logs', (db: Firestore) => getDocs(query(logs(db), limit(10)))],
    ['3', 'create a log', (db: Firestore) => setDocument(db, 'users/alice/logs/new', newLog())],
    ['4', 'read the health check', (db: Firestore) => getDoc(doc(db, 'health_check/status'))],
    [
      '5',
      'list favorites',
      (db: Firestore) => getDocs(query(collection(db, 'favorites'), where('userId', '==', 'alice'), limit(10))),
    ],
    [
      '6',
      'write the user document',
      (db: Firestore) =>
        setDocument(db, 'users/alice', { operationalFrequency: 100, lastFrequencyUpdate: serverTimestamp() }),
    ],
  ])('%s: a visitor may not %s', (_, __, action) => denied(action(nobody)))

  test('7: an anonymous account has no access', async () => {
    await denied(getDoc(doc(anonymous, LOG)))
    await denied(getDocs(query(logs(anonymous), limit(10))))
    await denied(setDocument(anonymous, 'users/alice/logs/new', newLog()))
    await denied(getDoc(doc(anonymous, 'health_check/status')))
    await denied(getDocs(query(removals(anonymous), limit(10))))
    await denied(setDocument(anonymous, 'users/alice/removals/one', newRemoval()))
  })
})

describe("Bob, who reads or writes Alice's data", () => {
  test.each([
    ['8', 'get a log', (db: Firestore) => getDoc(doc(db, LOG))],
    ['9', 'list logs', (db: Firestore) => getDocs(query(logs(db), limit(10)))],
    ['9b', 'count logs', (db: Firestore) => getCount(query(logs(db), limit(10)))],
    [
      '10',
      'create a log as himself',
      (db: Firestore) => setDocument(db, 'users/alice/logs/new', newLog({ userId: 'bob' })),
    ],
    ['11', 'create a log as Alice', (db: Firestore) => setDocument(db, 'users/alice/logs/new', newLog())],
    [
      '12',
      'update a log',
      (db: Firestore) => updateDocument(db, LOG, { content: 'x', lastUpdated: serverTimestamp() }),
    ],
    [
      '13',
      'soft-delete a log',
      (db: Firestore) => updateDocument(db, LOG, { deleted: true, deletedAt: serverTimestamp() }),
    ],
    ['14', 'delete a log', (db: Firestore) => deleteDoc(doc(db, LOG))],
    ['15', 'query the logs of all users', (db: Firestore) => getDocs(query(collectionGroup(db, 'logs'), limit(10)))],
    ['16', 'read the user document', (db: Firestore) => getDoc(doc(db, 'users/alice'))],
    ['17', 'read the settings', (db: Firestore) => getDoc(doc(db, 'users/alice/private/settings'))],
    ['17b', 'write the settings', (db: Firestore) => setDocument(db, 'users/alice/private/settings', { topK: 40 })],
    [
      '17c',
      'write the user document',
      (db: Firestore) =>
        setDocument(db, 'users/alice', { operationalFrequency: 100, lastFrequencyUpdate: serverTimestamp() }),
    ],
    [
      '18',
      'write a push token',
      (db: Firestore) => setDocument(db, 'users/alice/private/notifications', { fcmToken: 't'.repeat(160) }),
    ],
    ['18b', 'delete the push token', (db: Firestore) => deleteDoc(doc(db, 'users/alice/private/notifications'))],
    ['18c', 'list removals', (db: Firestore) => getDocs(query(removals(db), limit(10)))],
    ['18d', 'create a removal', (db: Firestore) => setDocument(db, 'users/alice/removals/one', newRemoval())],
  ])('%s: another user may not %s', (_, __, action) => denied(action(bob)))

  test("19: a batch with one write to another user's data is rejected completely", async () => {
    const batch = writeBatch(bob)
    batch.set(doc(bob, 'users/bob/logs/mine'), newLog({ userId: 'bob' }))
    batch.set(doc(bob, 'users/alice/logs/new'), newLog())
    await denied(batch.commit())
    expect((await getDoc(doc(bob, 'users/bob/logs/mine'))).exists()).toBe(false)
  })
})

describe('creating an entry', () => {
  test.each(CREATE)('%s: a new entry (%s), allowed: %s', (_, __, isAllowed, changes) =>
    named(isAllowed)(setDocument(alice, 'users/alice/logs/new', newLog(changes))),
  )

  test('57: the owner cannot replace a stored entry with a new entry', () => denied(setDoc(doc(alice, LOG), newLog())))
})

describe('changing an entry', () => {
  test.each(UPDATE)(
    '%s: a change of an entry (%s), allowed: %s, stored entry: %s',
    (_, __, isAllowed, entry, changes) => named(isAllowed)(updateDocument(alice, `users/alice/logs/${entry}`, changes)),
  )

  test('79: a missing entry cannot be changed', async () => {
    await expect(
      updateDocument(alice, 'users/alice/logs/missing', { content: 'x', lastUpdated: serverTimestamp() }),
    ).rejects.toMatchObject({
      code: expect.stringMatching(/not-found|permission-denied/),
    })
  })
})

describe('deleting and listing entries', () => {
  test('81: the owner deletes an entry', () => allowed(deleteDoc(doc(alice, LOG))))

  test('82: the owner deletes 400 entries in one batch', async () => {
    const [seed, batch] = [writeBatch(admin), writeBatch(alice)]
    for (let index = 0; index < 400; index++) {
      seed.set(doc(admin, `users/alice/logs/many${index}`), { deleted: false })
      batch.delete(doc(alice, `users/alice/logs/many${index}`))
    }
    await seed.commit()
    await allowed(batch.commit())
  })

  test.each([
    [
      '83',
      'the entries of the dashboard',
      true,
      (db: Firestore) => query(logs(db), where('deleted', '==', false), orderBy('timestamp', 'desc'), limit(50)),
    ],
    ['84', '500 entries', true, (db: Firestore) => query(logs(db), limit(500))],
    ['85', '501 entries', false, (db: Firestore) => query(logs(db), limit(501))],
    ['86', 'entries without a limit', false, (db: Firestore) => query(logs(db))],
  ])('%s: listing %s, allowed: %s', (_, __, isAllowed, list) => named(isAllowed)(getDocs(list(alice))))

  test('87: the owner can get a missing entry', () => allowed(getDoc(doc(alice, 'users/alice/logs/missing'))))
  test('88: a document below an entry cannot be read', () => denied(getDoc(doc(alice, `${LOG}/notes/one`))))
})

describe('the user document', () => {
  const frequency = { operationalFrequency: 112.4, lastFrequencyUpdate: serverTimestamp() }
  test.each(FREQUENCY)('%s: a write to the user document (%s), allowed: %s', (_, __, isAllowed, changes) =>
    named(isAllowed)(setDoc(doc(alice, 'users/alice'), { ...frequency, ...changes }, { merge: true })),
  )
  test('89b: the owner reads the user document', () => allowed(getDoc(doc(alice, 'users/alice'))))
  test('97: users cannot be listed', () => denied(getDocs(query(collection(alice, 'users'), limit(1)))))
  test('98: the user document cannot be deleted', () => denied(deleteDoc(doc(alice, 'users/alice'))))
})

describe('private documents', () => {
  test.each(SETTINGS)('%s: writing settings with %s, allowed: %s', (_, __, isAllowed, data) =>
    named(isAllowed)(setDocument(alice, 'users/alice/private/settings', data)),
  )
  test('99b: the owner reads the settings', () => allowed(getDoc(doc(alice, 'users/alice/private/settings'))))
  test('99c: the owner cannot delete the settings', () => denied(deleteDoc(doc(alice, 'users/alice/private/settings'))))

  test.each(PUSH_TOKEN)('%s: a push token (%s), allowed: %s', (_, __, isAllowed, data) =>
    named(isAllowed)(setDoc(doc(alice, 'users/alice/private/notifications'), data, { merge: true })),
  )
  test('106: the push token cannot be read', () => denied(getDoc(doc(alice, 'users/alice/private/notifications'))))
  test('107: private documents cannot be listed', () =>
    denied(getDocs(query(collection(alice, 'users/alice/private'), limit(1)))))
  test('110: other private documents cannot be written', () =>
    denied(setDocument(alice, 'users/alice/private/other', { fcmToken: 't'.repeat(160) })))
  test('111: the owner deletes the push token', async () => {
    await setDocument(alice, 'users/alice/private/notifications', { fcmToken: 't'.repeat(160) })
    await allowed(deleteDoc(doc(alice, 'users/alice/private/notifications')))
  })
})

describe('removals', () => {
  test.each(REMOVAL)('%s: a new removal (%s), allowed: %s', (_, __, isAllowed, changes) =>
    named(isAllowed)(setDocument(alice, 'users/alice/removals/one', newRemoval(changes))),
  )

  test.each([
    [
      '141',
      'the newest removals since a time',
      true,
      (db: Firestore) => query(removals(db), where('at', '>=', new Date(0)), orderBy('at', 'desc'), limit(100)),
    ],
    [
      '141b',
      'a removal of an entry',
      true,
      (db: Firestore) => query(removals(db), where('ids', 'array-contains', 'one'), limit(1)),
    ],
    ['141c', '500 removals', true, (db: Firestore) => query(removals(db), limit(500))],
    ['141d', '501 removals', false, (db: Firestore) => query(removals(db), limit(501))],
    ['141e', 'removals without a limit', false, (db: Firestore) => query(removals(db))],
  ])('%s: listing %s, allowed: %s', (_, __, isAllowed, list) => named(isAllowed)(getDocs(list(alice))))

  test('142: a single removal cannot be read', () => denied(getDoc(doc(alice, REMOVED))))
  test('143: a removal cannot be changed', () => denied(setDocument(alice, REMOVED, newRemoval())))
  test('144: a removal cannot be deleted', () => denied(deleteDoc(doc(alice, REMOVED))))
  test('145: removals of all users cannot be listed', () =>
    denied(getDocs(query(collectionGroup(alice, 'removals'), limit(1)))))
})

describe('favorites', () => {
  const [own, foreign] = ['alice', 'bob'].map((uid) => `favorites/${uid}_${'f'.repeat(64)}`)
  const list = (...constraints: Parameters<typeof query>[1][]) => query(collection(alice, 'favorites'), ...constraints)
  const mine = () => where('userId', '==', 'alice')

  test.each(FAVORITE)('%s: a new favorite (%s), allowed: %s', (_, __, isAllowed, changes) =>
    named(isAllowed)(setDocument(alice, `favorites/alice_${FAVORITE_DIGEST}`, newFavorite(changes))),
  )
  test.each(FAVORITE_IDS)('%s: a favorite cannot be added under %s', (_, __, id) =>
    denied(setDocument(alice, `favorites/${id}`, newFavorite())),
  )
  test('112d: an anonymous account cannot add a favorite', () =>
    denied(setDocument(anonymous, `favorites/alice_${FAVORITE_DIGEST}`, newFavorite())))
  test('117: the same favorite cannot be added twice', () => denied(setDocument(alice, own ?? '', newFavorite())))
  test('121: a favorite cannot be changed', () => denied(updateDocument(alice, own ?? '', { title: 'Another' })))
  test('122: the owner can get a missing favorite', () =>
    allowed(getDoc(doc(alice, `favorites/alice_${FAVORITE_DIGEST}`))))
  test('122b: the owner can get a favorite', () => allowed(getDoc(doc(alice, own ?? ''))))
  test("122c: another user's favorite cannot be read", () => denied(getDoc(doc(alice, foreign ?? ''))))
  test.each([
    ['122e', 'of another user', `bob_${FAVORITE_DIGEST}`],
    ['122f', "with a prefix of the caller's uid", `ali_${FAVORITE_DIGEST}`],
    ['122g', "with a uid that begins with the caller's uid", `alice2_${FAVORITE_DIGEST}`],
    ['122h', 'without a digest', 'alice_'],
    ['122i', 'with a digest that is too long', `alice_${FAVORITE_DIGEST}0`],
    ['122j', 'without a uid or a digest', 'x'],
  ])('%s: a missing favorite cannot be read under an id %s', (_, __, id) =>
    denied(getDoc(doc(alice, `favorites/${id}`))),
  )

  // Updates are not tested, because the local Firestore looks for the document before it evaluates the rules.
  test('122k: no request reveals whether another user has a song among the favorites', async () => {
    const missing = `favorites/bob_${FAVORITE_DIGEST}`
    const attempts: readonly ((path: string) => Promise<unknown>)[] = [
      (path) => getDoc(doc(alice, path)),
      (path) => setDocument(alice, path, newFavorite()),
      (path) => setDocument(alice, path, newFavorite({ userId: 'bob' })),
      (path) => deleteDoc(doc(alice, path)),
      (path) => runTransaction(alice, (transaction) => transaction.get(doc(alice, path))),
      (path) => getDocs(query(collection(alice, 'favorites'), where('__name__', '==', doc(alice, path)), limit(1))),
    ]
    for (const attempt of attempts) {
      await denied(attempt(foreign ?? ''))
      await denied(attempt(missing))
    }
  })
  test('122d: visitors and anonymous accounts cannot read favorites', async () => {
    await denied(getDoc(doc(nobody, `favorites/alice_${FAVORITE_DIGEST}`)))
    await denied(getDoc(doc(anonymous, own ?? '')))
  })
  test('124: the owner removes a favorite', () => allowed(deleteDoc(doc(alice, own ?? ''))))
  test('124b: an anonymous account cannot remove a favorite', () => denied(deleteDoc(doc(anonymous, own ?? ''))))
  test("125: another user's favorite cannot be removed", () => denied(deleteDoc(doc(alice, foreign ?? ''))))

  test.each<[string, string, boolean, () => ReturnType<typeof list>]>([
    ['126', '50 favorites, the newest first', true, () => list(mine(), orderBy('dateAdded', 'desc'), limit(50))],
    ['127', '51 favorites', false, () => list(mine(), limit(51))],
    ['127b', 'favorites without a limit', false, () => list(mine())],
    ['128', 'the favorites of all users', false, () => list(limit(10))],
    ['129', "another user's favorites", false, () => list(where('userId', '==', 'bob'), limit(10))],
    [
      '130',
      'the favorite of one song',
      true,
      () =>
        list(
          mine(),
          where('artist', '==', 'Aural Cartography'),
          where('title', '==', 'Polygon Drift'),
          where('station', '==', 'groovesalad'),
          limit(1),
        ),
    ],
  ])('%s: listing %s, allowed: %s', (_, __, isAllowed, favorites) => named(isAllowed)(getDocs(favorites())))
  test('126b: an anonymous account cannot list favorites', () =>
    denied(getDocs(query(collection(anonymous, 'favorites'), where('userId', '==', 'alice'), limit(10)))))
})

describe('other documents', () => {
  test('131: a signed-in user reads the health check', () => allowed(getDoc(doc(alice, 'health_check/status'))))
  test('132: the health check cannot be written', () =>
    denied(setDocument(alice, 'health_check/status', { ok: false })))
  test('133: the health check cannot be listed', () =>
    denied(getDocs(query(collection(alice, 'health_check'), limit(1)))))
  test.each([
    ['134', 'quotas/alice'],
    ['135', 'anything/else'],
  ])('%s: %s cannot be read or written', async (_, path) => {
    await denied(getDoc(doc(alice, path)))
    await denied(setDocument(alice, path, { x: 1 }))
  })
})

// This test must be the last, because it needs the decisions of all tests above. With the official emulator, the test
// is skipped, because the emulator's decisions are not recorded.
test.runIf(!official)(
  'removing any single condition from the rules changes the decision in at least one case',
  { timeout: 120_000 },
  () => {
    const survivors = mutantsOf(parseRules(SOURCE)).filter(({ file }) => {
      const mutant = rulesetOf(file)
      return decisions.every(({ request, allowed: expected }) => mutant.decide(request).allowed === expected)
    })
    expect(survivors.map(({ line, column }) => `firestore.rules:${line}:${column}`)).toEqual([])
  },
)
