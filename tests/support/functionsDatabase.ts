import { deleteApp, initializeApp, type App } from 'firebase-admin/app'
import { getFirestore, Timestamp, type DocumentData, type Firestore } from 'firebase-admin/firestore'
import { afterAll, beforeAll, vi } from 'vitest'
import { contractServer, type ContractServer } from './contractServer.ts'

/**
 * Starts a Firestore server for the tests of the calling file or `describe` block, and stops the server afterwards.
 * @returns a function that, on each call, resolves with an Admin SDK client of a new empty database
 */
export function useFunctionsDatabase(): () => Promise<Firestore> {
  let server: ContractServer
  let app: App | undefined
  let db: Firestore | undefined
  const end = async () => {
    await db?.terminate()
    if (app) await deleteApp(app)
  }
  beforeAll(async () => {
    server = await contractServer()
    vi.stubEnv('FIRESTORE_EMULATOR_HOST', server.address)
    vi.stubEnv('METADATA_SERVER_DETECTION', 'none')
  })
  afterAll(async () => {
    await end()
    vi.unstubAllEnvs()
    await server.close()
  })
  return async () => {
    await end()
    const projectId = `demo-${crypto.randomUUID().slice(0, 8)}`
    app = initializeApp({ projectId }, projectId)
    db = getFirestore(app)
    return db
  }
}

/** Returns the database fields of an entry. Fields that the test does not specify have default values. */
export const entryDocument = (about: DocumentData = {}): DocumentData => ({
  userId: 'alice',
  content: 'A signal from the north.',
  logLevel: 'FIELD',
  goals: [],
  tags: [],
  timestamp: Timestamp.fromMillis(Date.UTC(2026, 10, 20, 7, 12)),
  lastUpdated: Timestamp.fromMillis(Date.UTC(2026, 10, 20, 7, 12)),
  deleted: false,
  ...about,
})

/** Error handler for a scheduled function that must not report errors in this test. */
export const throwUnexpected = (error: unknown): never => {
  throw error
}
