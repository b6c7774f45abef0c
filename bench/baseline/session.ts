import { initializeApp } from 'firebase/app'
import { indexedDBLocalPersistence, initializeAuth, onAuthStateChanged } from 'firebase/auth'

export function watchSession(): void {
  const app = initializeApp({ apiKey: 'local', projectId: 'demo-sitrep', appId: 'baseline' })
  const auth = initializeAuth(app, { persistence: indexedDBLocalPersistence })
  onAuthStateChanged(auth, () => performance.mark('known'))
}
