/* The web page that listen.test.ts controls. It runs the app's Listen client, and writes with Firestore Lite. */
import { initializeApp } from 'firebase/app'
import { connectFirestoreEmulator, doc, getFirestore, writeBatch, type Firestore } from 'firebase/firestore/lite'
import { createListenClient, type ListenClient } from '#src/io/firebase/listen.ts'
import type { ListenQuery } from '#src/io/firebase/listenProtocol.ts'

/** The state of a target. */
type Watched = {
  /** The documents, as ids with their field `n`, for example `a:1`. */
  readonly documents: Map<string, string>
  /** Each change, for example `diff +a:1 -b xc` for a changed, a left and a deleted document. */
  readonly events: string[]
}

let client: ListenClient | undefined
let db: Firestore | undefined
const watched = new Map<string, Watched>()
const states: string[] = []

const page = {
  /** @param token authenticates the reads; the writes are always those of an administrator */
  open(address: string, projectId: string, token: string) {
    client?.close()
    client = createListenClient({
      baseUrl: `http://${address}`,
      projectId,
      getToken: () => Promise.resolve(token),
      isOnline: () => navigator.onLine,
      onState: (state) => states.push(state),
    })
    if (db) return
    db = getFirestore(initializeApp({ projectId, apiKey: 'local' }))
    const [host = '', port = ''] = address.split(':')
    connectFirestoreEmulator(db, host, Number(port), { mockUserToken: 'owner' })
    window.addEventListener('online', () => client?.retryNow())
  },

  close: () => client?.close(),
  retryNow: () => client?.retryNow(),
  states: () => states,

  listen(name: string, query: ListenQuery) {
    const own: Watched = { documents: new Map(), events: [] }
    watched.set(name, own)
    client?.listen(query, {
      onChange({ changed, gone, complete }) {
        if (complete) own.documents.clear()
        for (const { path, id, data } of changed) own.documents.set(path, `${id}:${String(data['n'])}`)
        for (const { path } of gone) own.documents.delete(path)
        const words = [
          ...changed.map(({ id, data }) => `+${id}:${String(data['n'])}`),
          ...gone.map(({ path, deleted }) => `${deleted ? 'x' : '-'}${path.slice(path.lastIndexOf('/') + 1)}`),
        ]
        own.events.push([complete ? 'all' : 'diff', ...words.toSorted()].join(' '))
      },
      onError: ({ code }) => void own.events.push(code),
    })
  },
  events: (name: string) => watched.get(name)?.events ?? [],
  documents: (name: string) => [...(watched.get(name)?.documents.values() ?? [])].toSorted(),

  /** Writes the field `n` of documents in one commit. Null deletes the document. */
  async write(values: { readonly [path: string]: number | null }) {
    if (!db) return
    const batch = writeBatch(db)
    for (const [path, n] of Object.entries(values))
      if (n === null) batch.delete(doc(db, path))
      else batch.set(doc(db, path), { n })
    await batch.commit()
  },
}

Object.assign(window, { contract: page })
export type ListenPage = typeof page
