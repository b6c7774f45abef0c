/* Tests erasing an account, with the real Admin SDK and the local Firestore. A map replaces the identity service. */
import type { UserRecord } from 'firebase-admin/auth'
import type { Firestore } from 'firebase-admin/firestore'
import { beforeEach, describe, expect, test } from 'vitest'
import { useFunctionsDatabase } from '#tests/support/functionsDatabase.ts'
import { eraseAccount, countStored, isUid, SESSION_LIFETIME_MS } from '../../scripts/eraseAccount.ts'

const NOON = Date.UTC(2026, 10, 20, 12)

const LOGS = 420
const FAVORITES = 55

const freshDb = useFunctionsDatabase()
let db: Firestore
beforeEach(async () => {
  db = await freshDb()
})

/**
 * Fakes the identity service and the clock. When the erasure waits, the fake advances the clock and calls `meanwhile`.
 */
function outside(uids: readonly string[], meanwhile: () => Promise<unknown> = async () => {}) {
  const claims = new Map<string, object>(uids.map((uid) => [uid, {}]))
  const done: string[] = []
  const clock = { now: NOON }
  const noted = async (what: string) => void done.push(what)
  return {
    claims,
    done,
    clock,
    eraser: {
      db,
      auth: {
        async getUser(uid: string): Promise<UserRecord> {
          const customClaims = claims.get(uid)
          if (!customClaims) throw Object.assign(new Error('none'), { code: 'auth/user-not-found' })
          return Object.assign(Object.create(null), { uid, customClaims })
        },
        updateUser: async (uid: string, { disabled }: { disabled?: boolean }): Promise<UserRecord> => {
          done.push(`disabled ${disabled}`)
          return Object.assign(Object.create(null), { uid })
        },
        revokeRefreshTokens: () => noted('revoked'),
        setCustomUserClaims: async (uid: string, given: object | null) => void claims.set(uid, given ?? {}),
        async deleteUser(uid: string) {
          claims.delete(uid)
          done.push('deleted')
        },
      },
      now: () => clock.now,
      sessionLifetimeMs: SESSION_LIFETIME_MS,
      async wait(milliseconds: number) {
        done.push(`waited ${milliseconds / 60_000} min`)
        clock.now += milliseconds
        await meanwhile()
      },
      log: () => {},
    },
  }
}

async function store(uid: string): Promise<void> {
  const paths = [
    ...Array.from({ length: LOGS }, (_, index) => `users/${uid}/logs/e${index}`),
    ...Array.from({ length: FAVORITES }, (_, index) => `favorites/${uid}_${index}`),
    ...['', '/private/settings', '/private/notifications', '/later/thing/below/deep'].map(
      (path) => `users/${uid}${path}`,
    ),
    `quotas/${uid}`,
    `reminders/${uid}`,
  ]
  const batch = db.batch()
  for (const path of paths) batch.set(db.doc(path), { userId: uid })
  await batch.commit()
}

const everything = async () =>
  (await Promise.all((await db.listCollections()).map((one) => one.listDocuments())))
    .flat()
    .map(({ path }) => path)
    .toSorted()

describe('eraseAccount', () => {
  test('removes all data of the user and no data of other users', async () => {
    await store('alice')
    await store('bob')
    const { eraser, claims } = outside(['alice', 'bob'])
    const held = await countStored(eraser, 'alice')
    expect(held).toMatchObject({ 'users/alice': 1, 'users/alice/logs': LOGS, favorites: FAVORITES, 'quotas/alice': 1 })
    const left = await eraseAccount('alice', eraser)
    expect(Object.values(left).every((count) => count === 0)).toBe(true)
    expect((await everything()).filter((path) => path.includes('alice'))).toEqual([])
    expect((await db.doc('users/alice/later/thing/below/deep').get()).exists).toBe(false)
    expect([...claims.keys()]).toEqual(['bob'])
    expect(await countStored(eraser, 'bob')).toMatchObject({
      'users/bob/logs': LOGS,
      favorites: FAVORITES,
      'reminders/bob': 1,
    })
  })

  test('disables the account first, and removes documents again after all sessions have expired', async () => {
    const { eraser, done } = outside(['alice'], () => db.doc('users/alice/logs/late').set({ userId: 'alice' }))
    await eraseAccount('alice', eraser)
    expect(done).toEqual(['disabled true', 'revoked', 'waited 65 min', 'deleted'])
    expect(await everything()).toEqual([])
  })

  test('an erasure that follows a killed erasure waits only for the remaining time', async () => {
    const killed = outside(['alice'], () => Promise.reject(new Error('killed')))
    await expect(eraseAccount('alice', killed.eraser)).rejects.toThrow('killed')
    const again = outside([])
    for (const [uid, claims] of killed.claims) again.claims.set(uid, claims)
    again.clock.now = NOON + SESSION_LIFETIME_MS - 60_000
    await eraseAccount('alice', again.eraser)
    expect(again.done).toEqual(['waited 1 min', 'deleted'])
  })

  test('throws if the account still exists in the identity service at the end of the erasure', async () => {
    const { eraser } = outside(['alice'])
    const auth = { ...eraser.auth, deleteUser: async () => {} }
    await expect(eraseAccount('alice', { ...eraser, auth })).rejects.toThrow('Something is left of alice')
  })
})

test.each([
  ['alice', true],
  ['a'.repeat(128), true],
  ['a'.repeat(129), false],
  ['', false],
  ['alice/logs', false],
  ['../bob', false],
  ['__all__', false],
])('isUid returns whether %j can be a uid: %s', (text, can) => {
  expect(isUid(text)).toBe(can)
})
