import { DatabaseSync } from 'node:sqlite'
import { isObject } from './json.ts'
import { parseFields } from './values.ts'
import type { Doc } from './writes.ts'

/** One document's step in one commit. `undefined` means: does not exist. */
export type Change = { readonly name: string; readonly before: Doc | undefined; readonly after: Doc | undefined }

export type Commit = { readonly version: number; readonly changes: readonly Change[] }

/** What a journal gives back at start. */
export type Recovered = {
  readonly epoch: string
  readonly docs: readonly Doc[]
  /** Commits that are still remembered, oldest first. */
  readonly history: readonly Commit[]
  /** Every change after this version is in `history`. */
  readonly completeSince: number
}

/** Where commits are made durable. `append` returns only when the commit would survive a power cut. */
export type Journal = {
  recover(newEpoch: () => string): Recovered
  append(commit: Commit): void
  forgetBefore(version: number): void
  close(): void
}

const SCHEMA = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS documents (name TEXT PRIMARY KEY, doc TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS history (version INTEGER NOT NULL, name TEXT NOT NULL, before TEXT, after TEXT);
  CREATE INDEX IF NOT EXISTS history_version ON history (version);
  CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
`

/**
 * A journal in one SQLite file (`:memory:` keeps nothing). FULL: SQLite syncs the file before a commit returns.
 * EXCLUSIVE: a second server on the same file is refused, with an Error that says so.
 */
export function sqliteJournal(file: string): Journal {
  const db = open(file)
  const putDoc = db.prepare(
    'INSERT INTO documents (name, doc) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET doc = excluded.doc',
  )
  const dropDoc = db.prepare('DELETE FROM documents WHERE name = ?')
  const addHistory = db.prepare('INSERT INTO history (version, name, before, after) VALUES (?, ?, ?, ?)')
  const putMeta = db.prepare(
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  )
  const getMeta = (key: string): string | undefined => {
    const row: unknown = db.prepare('SELECT value FROM meta WHERE key = ?').get(key)
    return isObject(row) && typeof row['value'] === 'string' ? row['value'] : undefined
  }
  const inTransaction = (work: () => void): void => {
    db.exec('BEGIN IMMEDIATE')
    try {
      work()
      db.exec('COMMIT')
    } catch (error) {
      db.exec('ROLLBACK')
      throw error
    }
  }

  return {
    recover(newEpoch) {
      const epoch = getMeta('epoch') ?? newEpoch()
      putMeta.run('epoch', epoch)
      const docs = db
        .prepare('SELECT doc FROM documents')
        .all()
        .map((row) => readDoc(row['doc']))
      const history: { version: number; changes: Change[] }[] = []
      for (const row of db.prepare('SELECT version, name, before, after FROM history ORDER BY version, rowid').all()) {
        const version = Number(row['version'])
        if (history.at(-1)?.version !== version) history.push({ version, changes: [] })
        const read = (text: unknown) => (text === null ? undefined : readDoc(text))
        history
          .at(-1)
          ?.changes.push({ name: String(row['name']), before: read(row['before']), after: read(row['after']) })
      }
      return { epoch, docs, history, completeSince: Number(getMeta('completeSince') ?? 0) }
    },
    append({ version, changes }) {
      inTransaction(() => {
        for (const { name, before, after } of changes) {
          if (after) putDoc.run(name, JSON.stringify(after))
          else dropDoc.run(name)
          addHistory.run(version, name, before ? JSON.stringify(before) : null, after ? JSON.stringify(after) : null)
        }
      })
    },
    forgetBefore(version) {
      inTransaction(() => {
        db.prepare('DELETE FROM history WHERE version <= ?').run(version)
        putMeta.run('completeSince', String(version))
      })
    },
    close() {
      db.close()
    },
  }
}

function open(file: string): DatabaseSync {
  const db = new DatabaseSync(file)
  try {
    db.exec(SCHEMA)
    return db
  } catch (error) {
    db.close()
    if (error instanceof Error && error.message.includes('locked'))
      throw new Error(`${file} is in use by another process. Stop that one first, or use another data folder.`, {
        cause: error,
      })
    throw error
  }
}

function readDoc(text: unknown): Doc {
  const doc: unknown = JSON.parse(String(text))
  if (!isObject(doc) || typeof doc['name'] !== 'string')
    throw new Error('the database file holds something that is no document')
  return {
    name: doc['name'],
    fields: parseFields(doc['fields'], -1),
    createVersion: Number(doc['createVersion']),
    updateVersion: Number(doc['updateVersion']),
  }
}
