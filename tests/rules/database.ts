import { deleteApp, initializeApp } from 'firebase/app'
import { connectFirestoreEmulator, getFirestore, setLogLevel, type Firestore } from 'firebase/firestore/lite'
import { startFirestore } from '#local/firestore/server.ts'
import type { ListenClient } from '#src/io/firebase/listen.ts'

/** Never receives a change. */
export const NO_LISTENING: ListenClient = { listen: () => () => {}, retryNow: () => {}, close: () => {} }

const PROJECT = 'demo-journal'

/** A local Firestore with the rules of the app, and the client of the signed-in user Alice. */
export type AliceDatabase = {
  readonly alice: Firestore
  readonly deleteAll: () => Promise<void>
  /** Closes the server. */
  readonly disconnect: () => Promise<void>
  readonly close: () => Promise<void>
}

export async function openDatabase(): Promise<AliceDatabase> {
  // The tests cause rejected writes on purpose, which the SDK would log.
  setLogLevel('silent')
  const server = await startFirestore({ port: 0, rulesFile: 'firestore.rules' })
  const app = initializeApp({ projectId: PROJECT, apiKey: 'local' })
  const alice = getFirestore(app)
  connectFirestoreEmulator(alice, '127.0.0.1', server.port, {
    mockUserToken: { sub: 'alice', firebase: { sign_in_provider: 'password', identities: {} } },
  })
  let closing: Promise<void> | undefined
  const disconnect = () => (closing ??= server.close())
  return {
    alice,
    async deleteAll() {
      const documents = `projects/${PROJECT}/databases/(default)/documents`
      await fetch(`http://127.0.0.1:${server.port}/emulator/v1/${documents}`, { method: 'DELETE' })
    },
    disconnect,
    async close() {
      await deleteApp(app)
      await disconnect()
    },
  }
}
