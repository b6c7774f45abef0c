import {
  connectFirestoreEmulator,
  initializeFirestore,
  persistentLocalCache,
  persistentMultipleTabManager,
  setLogLevel,
  terminate,
  waitForPendingWrites,
  type Firestore,
} from 'firebase/firestore'
import { firebaseAppWithSession, isSignedIn } from '#src/io/firebase/auth.ts'
import { localBackend } from '#src/io/firebase/config.ts'
import { onFreeze } from '#src/io/frozenPage.ts'

/**
 * Sends the writes in the SDK's cache. Resolves when the server has answered all of them, or when the signal is aborted.
 * While the server cannot be reached, the promise stays pending. Only this module loads the SDK.
 */
export async function sendEarlierWrites(uid: string, signal: AbortSignal): Promise<void> {
  // The SDK sends the writes of the user who is signed in, and there are none for a user who is not.
  if (!(await isSignedIn(uid))) throw new Error('The user is not signed in.')
  const db = openCache()
  // This handler runs before the handler of the SDK. The SDK would write to the database of a frozen page and log an
  // error.
  const forget = onFreeze(() => {
    setLogLevel('silent')
    void terminate(db).catch(() => {})
  })
  const ended = Promise.withResolvers<void>()
  const end = () => ended.resolve()
  signal.addEventListener('abort', end)
  try {
    await Promise.race([waitForPendingWrites(db), ended.promise])
  } finally {
    signal.removeEventListener('abort', end)
    forget()
    await terminate(db)
  }
}

function openCache(): Firestore {
  const localCache = persistentLocalCache({ tabManager: persistentMultipleTabManager() })
  const db = initializeFirestore(firebaseAppWithSession(), { localCache })
  if (localBackend) {
    const [host = '', port = ''] = localBackend.firestore.split(':')
    connectFirestoreEmulator(db, host, Number(port))
  }
  return db
}
