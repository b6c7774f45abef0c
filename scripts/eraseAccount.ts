import type { Auth, UserRecord } from 'firebase-admin/auth'
import type { DocumentReference, Firestore, Query } from 'firebase-admin/firestore'
import { FAVORITES_PATH, logsPath, quotaPath, reminderPath, userPath } from '#domain/paths.ts'

export type EraseDeps = {
  readonly db: Firestore
  readonly auth: Pick<Auth, 'getUser' | 'revokeRefreshTokens' | 'updateUser' | 'setCustomUserClaims' | 'deleteUser'>
  /** Returns the current time in milliseconds since 1970. */
  readonly now: () => number
  /** How long an open session may still write after the account is closed, in milliseconds. */
  readonly sessionLifetimeMs: number
  readonly wait: (milliseconds: number) => Promise<void>
  /** Prints a line for the operator. */
  readonly log: (line: string) => void
}

/** Maps each path to the number of a user's documents there. A path names a collection or a single document. */
export type StoredCounts = { readonly [path: string]: number }

/**
 * How long an open session may still write after the account is closed, in milliseconds. An ID token stays valid for an
 * hour even if the account is closed; five more minutes allow for clock differences.
 */
export const SESSION_LIFETIME_MS = 65 * 60_000

const BATCH = 400
const LOG_EVERY = 100
const UID = /^(?!__.*__$)[A-Za-z0-9_-]{1,128}$/

/** Returns whether a text can be a uid. A text with a slash would be a path to another document. */
export const isUid = (text: string): boolean => UID.test(text)

/** Counts a user's stored documents. */
export async function countStored({ db }: Pick<EraseDeps, 'db'>, uid: string): Promise<StoredCounts> {
  const user = db.doc(userPath(uid).join('/'))
  const collections = await user.listCollections()
  const below = await Promise.all(
    collections.map(async (one): Promise<[string, number]> => [
      one.path,
      // Lists the documents instead of counting them, because a deleted document may still have documents below it.
      one.path === logsPath(uid).join('/')
        ? (await one.count().get()).data().count
        : (await one.listDocuments()).length,
    ]),
  )
  const single = await Promise.all(
    [user, ...functionsDocuments(db, uid)].map(async (one): Promise<[string, number]> => [
      one.path,
      (await one.get()).exists ? 1 : 0,
    ]),
  )
  const favorites = (await favoritesOf(db, uid).count().get()).data().count
  return Object.fromEntries([...single, ...below, ['favorites', favorites]])
}

/**
 * Erases an account. First disables the account, so that no session can start or be renewed, and removes all documents.
 * Then waits until the last session that may still write has expired. Finally removes what such a session has written,
 * and the identity. If a run is interrupted, the next run continues, because the identity stores when the account was
 * closed.
 * @returns the counts of remaining documents, all zero
 * @throws if documents are left or the project cannot be reached
 */
export async function eraseAccount(uid: string, eraser: EraseDeps): Promise<StoredCounts> {
  const { auth, now, sessionLifetimeMs, wait, log } = eraser
  const identity = await findAccount(auth, uid)
  const closedAt = identity && (closedAtOf(identity) ?? (await closeAccount(uid, eraser)))
  await deleteDocuments(uid, eraser)
  if (closedAt !== undefined) {
    const rest = closedAt + sessionLifetimeMs - now()
    if (rest > 0) {
      log(`Waiting until ${new Date(now() + rest).toISOString()}, when no open session can write any more.`)
      log('It may be cut off: the next run waits for what is left of that time.')
      await wait(rest)
      await deleteDocuments(uid, eraser)
    }
    await auth.deleteUser(uid)
    log('The identity is removed.')
  }
  const left = await countStored(eraser, uid)
  if (Object.values(left).some((count) => count > 0) || (await findAccount(auth, uid)))
    throw new Error(`Something is left of ${uid}: ${JSON.stringify(left)}. Run it again.`)
  return left
}

/** Returns the identity of a user in Firebase Auth, or undefined if the account does not exist. */
export async function findAccount(auth: Pick<Auth, 'getUser'>, uid: string): Promise<UserRecord | undefined> {
  try {
    return await auth.getUser(uid)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'auth/user-not-found') return undefined
    throw error
  }
}

function closedAtOf({ customClaims }: UserRecord): number | undefined {
  const closedAt: unknown = customClaims?.['closedAt']
  return typeof closedAt === 'number' ? closedAt : undefined
}

/**
 * Closes an account and returns the time. Sets the claim `closedAt` last, so every account with this claim is closed.
 */
async function closeAccount(uid: string, { auth, now, log }: EraseDeps): Promise<number> {
  await auth.updateUser(uid, { disabled: true })
  await auth.revokeRefreshTokens(uid)
  const closedAt = now()
  await auth.setCustomUserClaims(uid, { closedAt })
  log('The account is closed: nobody can sign in.')
  return closedAt
}

/** Removes the user's documents and all documents below them, including documents that this version does not know. */
async function deleteDocuments(uid: string, { db, log }: EraseDeps): Promise<void> {
  const writer = db.bulkWriter()
  let removed = 0
  writer.onWriteResult(() => {
    if (++removed % LOG_EVERY === 0) log(`${removed} documents removed`)
  })
  for (const place of [db.doc(userPath(uid).join('/')), ...functionsDocuments(db, uid)])
    await db.recursiveDelete(place, writer)
  for (;;) {
    const { docs } = await favoritesOf(db, uid).limit(BATCH).get()
    if (docs.length === 0) break
    const removing = Promise.all(docs.map(({ ref }) => writer.delete(ref)))
    await writer.flush()
    await removing
  }
  await writer.close()
  log(`${removed} documents removed.`)
}

const functionsDocuments = (db: Firestore, uid: string): readonly DocumentReference[] =>
  [quotaPath(uid), reminderPath(uid)].map((path) => db.doc(path.join('/')))

const favoritesOf = (db: Firestore, uid: string): Query =>
  db.collection(FAVORITES_PATH.join('/')).where('userId', '==', uid)
