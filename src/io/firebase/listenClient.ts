import { bearerToken } from './auth.ts'
import { firebaseOptions, localBackend } from './config.ts'
import { createListenClient, type ListenClient, type ListenState } from './listen.ts'

/** Returns a client that listens to the documents of the signed-in user, until the signal is aborted. */
export function listenClient(signal: AbortSignal, onState: (state: ListenState) => void): ListenClient {
  const client = createListenClient({
    baseUrl: localBackend ? `http://${localBackend.firestore}` : 'https://firestore.googleapis.com',
    projectId: firebaseOptions.projectId ?? '',
    ...(firebaseOptions.apiKey !== undefined && { apiKey: firebaseOptions.apiKey }),
    getToken: bearerToken,
    isOnline: () => navigator.onLine,
    onState,
  })
  window.addEventListener('offline', client.retryNow, { signal })
  signal.addEventListener('abort', client.close)
  return client
}
