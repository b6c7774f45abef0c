/* The web page that browser.test.ts controls. The page runs the cases, or is one of several tabs that share a cache. */
import { initializeApp } from 'firebase/app'
import {
  collection,
  connectFirestoreEmulator,
  doc,
  initializeFirestore,
  onSnapshot,
  persistentLocalCache,
  persistentMultipleTabManager,
  setDoc,
  setLogLevel,
  type FirestoreSettings,
} from 'firebase/firestore'
import { runCase } from './client.ts'

const page = {
  runCase: (address: string, name: string, settings: FirestoreSettings) => runCase(address, name, settings),

  /** Opens the database with a cache that tabs share, and shows the ids of the collection's documents in the page. */
  openTab(address: string, project: string) {
    setLogLevel('silent')
    const [host = '', port = ''] = address.split(':')
    const db = initializeFirestore(initializeApp({ projectId: project, apiKey: 'local' }), {
      localCache: persistentLocalCache({ tabManager: persistentMultipleTabManager() }),
    })
    connectFirestoreEmulator(db, host, Number(port))
    onSnapshot(collection(db, 'c'), ({ docs }) => {
      document.body.textContent = docs.map(({ id }) => id).join(' ')
    })
    Object.assign(window, { write: (id: string) => setDoc(doc(db, 'c', id), { id }) })
  },
}

Object.assign(window, { contract: page })
export type ContractPage = typeof page
