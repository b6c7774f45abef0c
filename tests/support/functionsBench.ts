import { deleteApp, initializeApp, type App } from 'firebase-admin/app'
import { getFirestore, Timestamp, type DocumentData, type Firestore } from 'firebase-admin/firestore'
import { afterAll, beforeAll, vi } from 'vitest'
import { contractServer, type ContractServer } from './contractServer.ts'

/**
 * The local Firestore with the Admin SDK, as a function has it, while the tests of the file or group run that this is
 * called in.
 * @returns resolves with a database of its own for each test that asks
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

/** An entry as the database has it, of which a test says only what it is about. */
export const storedLog = (about: DocumentData = {}): DocumentData => ({
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

/** For a sweep in which nothing may fail. */
export const throwUnexpected = (error: unknown): never => {
  throw error
}
