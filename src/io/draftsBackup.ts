import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import * as z from 'zod/mini'

/**
 * A backup of every draft. A browser writes localStorage to disk only from time to time: if it is killed, the drafts of
 * the last minute, which include changes waiting for the network, would be lost. IndexedDB is written immediately.
 */
export type DraftsBackup = {
  /** The last written texts, by their key in storage. */
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

/** Runs work in order. If the browser has no databases, drafts are only in storage. */
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
