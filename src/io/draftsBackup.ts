import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import * as z from 'zod/mini'

/**
 * A second copy of every draft. A browser writes its local storage to disk only now and then: when it is killed, the
 * drafts of the last minute, and changes that wait for the network are nothing else, would be gone with it. A database
 * is written at once.
 */
export type DraftsBackup = {
  /** Each by its name in the storage, as it was written last. */
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

/** The database does one after the other. Where the browser keeps none, the storage alone has the drafts. */
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
