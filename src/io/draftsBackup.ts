import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import * as z from 'zod/mini'

/**
 * A backup of every draft in IndexedDB. Browsers write IndexedDB to disk immediately, but localStorage only from time
 * to time. Without the backup, a browser that is killed would lose the drafts of the last minute, including changes
 * that wait for the network.
 */
export type DraftsBackup = {
  /** Resolves with the texts of all drafts in the backup, by their key in localStorage. */
  readAll(): Promise<ReadonlyMap<string, string>>
  write(name: string, text: string): void
  remove(name: string): void
  removeAll(prefix: string): void
}

interface Schema extends DBSchema {
  drafts: { key: string; value: string }
}

const Texts = z.array(z.string())

const LAST_CHARACTER = '\uFFFF'

let opening: Promise<IDBPDatabase<Schema>> | undefined

export const draftsBackup: DraftsBackup = {
  async readAll() {
    const db = await database()
    const transaction = db.transaction('drafts')
    const [names, texts] = await Promise.all([transaction.store.getAllKeys(), transaction.store.getAll()])
    const parsed = Texts.safeParse(texts)
    return new Map(parsed.success ? names.map((name, index) => [name, parsed.data[index] ?? '']) : [])
  },
  write: (name, text) => enqueue((db) => db.put('drafts', text, name)),
  remove: (name) => enqueue((db) => db.delete('drafts', name)),
  removeAll: (prefix) => enqueue((db) => db.delete('drafts', IDBKeyRange.bound(prefix, prefix + LAST_CHARACTER))),
}

/** Runs writes in the order of the calls. Errors are ignored, because the drafts are also in localStorage. */
function enqueue(work: (db: IDBPDatabase<Schema>) => Promise<unknown>): void {
  database()
    .then(work)
    .catch(() => {})
}

function database(): Promise<IDBPDatabase<Schema>> {
  opening ??= openDB<Schema>('drafts', 1, {
    upgrade: (db) => void db.createObjectStore('drafts'),
    terminated() {
      opening = undefined
    },
  })
  opening.catch(() => (opening = undefined))
  return opening
}
