import { copyFileSync } from 'node:fs'
import path from 'node:path'
import { isObject, readList, readObject, readString } from './json.ts'
import { lockFolder } from './lock.ts'
import {
  openForAppend,
  writeTempRecords,
  readRecords,
  replaceWithTemp,
  type Corruption,
  type RecordFile,
} from './recordFile.ts'
import { parseFields } from './values.ts'
import type { Doc } from './writes.ts'

/** The change of one document in a commit. `undefined` means that the document does not exist. */
export type Change = { readonly name: string; readonly before: Doc | undefined; readonly after: Doc | undefined }

export type Commit = { readonly version: number; readonly changes: readonly Change[] }

export type RecoveredState = {
  readonly epoch: string
  readonly docs: Map<string, Doc>
  /** All commits after `completeSince`, oldest first. */
  readonly history: readonly Commit[]
  /** `history` contains every change after this version. */
  readonly completeSince: number
}

/** The content of a compacted journal: the documents at `completeSince` and every commit after it. */
export type StateImage = Omit<RecoveredState, 'docs'> & { readonly docs: readonly Doc[] }

/** Makes commits durable. `append` returns only when the commit would survive a power cut. */
export type Journal = {
  recover(newEpoch: () => string): RecoveredState
  append(commit: Commit): void
  /** The number of changes in the journal. If the number is much larger than needed, the store calls `rewrite`. */
  readonly changeCount: number
  /** Compacts the journal. Never throws: if compaction fails, the journal is unchanged. */
  rewrite(image: StateImage): void
  close(): void
}

/** Returns a journal that persists nothing, for a server without a data folder. */
export function memoryJournal(): Journal {
  return {
    changeCount: 0,
    recover: (newEpoch) => ({ epoch: newEpoch(), docs: new Map(), history: [], completeSince: 0 }),
    append: () => {},
    rewrite: () => {},
    close: () => {},
  }
}

const FILE = 'firestore.log'

/**
 * Opens a journal in a folder. The journal's file has the documents at one version, followed by every later commit.
 * Each commit is synced to disk before it is acknowledged. Throws if another process uses the folder.
 *
 * SQLite's write-ahead log is no alternative: after a damaged frame, SQLite loses all later commits. In this journal, a
 * damaged record loses only one commit (or one document). The journal then warns and keeps a copy of the damaged file.
 * @param warn called with one line per damaged record
 */
export function openFileJournal(folder: string, warn: (line: string) => void): Journal {
  const release = lockFolder(folder)
  const file = path.join(folder, FILE)
  let records: RecordFile | undefined
  let changeCount = 0

  const rewrite = (image: StateImage) => {
    changeCount = image.history.reduce((sum, commit) => sum + commit.changes.length, image.docs.length)
    const size = writeTempRecords(file, recordsOf(image))
    let end = records?.end
    // Windows does not replace a file that is open.
    records?.close()
    try {
      replaceWithTemp(file)
      end = size
    } finally {
      if (end !== undefined) records = openForAppend(file, end)
    }
  }

  return {
    get changeCount() {
      return changeCount
    },
    recover(newEpoch) {
      const corruptions: Corruption[] = []
      const replay = new Replay()
      const end = readRecords(
        file,
        (record) => replay.apply(record),
        (corruption) => corruptions.push(corruption),
      )
      changeCount = replay.changeCount
      const lostRecords = corruptions.filter(({ isUnfinished }) => !isUnfinished)
      if (corruptions.length > lostRecords.length) warn(`${file}: the last commit was not finished and is left out`)
      const recovered = replay.toState(newEpoch, lostRecords.length > 0)
      if (lostRecords.length > 0) {
        const copy = `${file}.damaged-${new Date().toISOString().replaceAll(':', '')}`
        copyFileSync(file, copy)
        for (const { offset, bytes } of lostRecords)
          warn(`${file}: ${bytes} bytes at offset ${offset} are damaged; that record is lost, all others are read`)
        warn(`${file}: the damaged file is kept as ${copy}`)
      }
      if (lostRecords.length > 0 || end === 0) rewrite({ ...recovered, docs: [...recovered.docs.values()] })
      else records = openForAppend(file, end)
      return recovered
    },
    append(commit) {
      records?.append(commitRecord(commit))
      changeCount += commit.changes.length
    },
    rewrite(image) {
      try {
        rewrite(image)
      } catch (error) {
        // The journal continues to use the old log. The store tries to compact it again after a similar number of new
        // changes.
        warn(`${file} could not be written anew: ${error instanceof Error ? error.message : String(error)}`)
      }
    },
    close() {
      records?.close()
      release()
    },
  }
}

function* recordsOf({ epoch, completeSince, docs, history }: StateImage): Iterable<object> {
  yield { epoch, completeSince }
  for (const doc of docs) yield { doc }
  for (const commit of history) yield commitRecord(commit)
}

const commitRecord = ({ version, changes }: Commit): object => ({
  version,
  docs: changes.flatMap(({ after }) => after ?? []),
  gone: changes.flatMap(({ name, after }) => (after ? [] : [name])),
})

/** Rebuilds the state of the store from the records of the journal. */
class Replay {
  readonly #docs = new Map<string, Doc>()
  readonly #history: Commit[] = []
  #epoch: string | undefined
  #completeSince = 0
  changeCount = 0

  apply(record: unknown): void {
    if (!isObject(record)) return
    if (typeof record['epoch'] === 'string') {
      this.#epoch = record['epoch']
      this.#completeSince = Number(record['completeSince'])
    } else if (record['doc'] !== undefined) {
      const doc = readDoc(record['doc'])
      this.#docs.set(doc.name, doc)
      this.changeCount++
    } else {
      const after = readList(record['docs'], 'docs').map(readDoc)
      const gone = readList(record['gone'], 'gone').map((name) => readString(name, 'name'))
      const changes: readonly Change[] = [
        ...after.map((doc) => ({ name: doc.name, before: this.#docs.get(doc.name), after: doc })),
        ...gone.map((name) => ({ name, before: this.#docs.get(name), after: undefined })),
      ]
      for (const { name, after: doc } of changes) {
        if (doc) this.#docs.set(name, doc)
        else this.#docs.delete(name)
      }
      this.#history.push({ version: Number(record['version']), changes })
      this.changeCount += changes.length
    }
  }

  /** @param hasLostRecords if true, the state has a new epoch, so that clients discard their resume tokens */
  toState(newEpoch: () => string, hasLostRecords: boolean): RecoveredState {
    const newest = this.#history.at(-1)?.version ?? this.#completeSince
    return this.#epoch === undefined || hasLostRecords
      ? { epoch: newEpoch(), docs: this.#docs, history: [], completeSince: newest }
      : { epoch: this.#epoch, docs: this.#docs, history: this.#history, completeSince: this.#completeSince }
  }
}

function readDoc(doc: unknown): Doc {
  const { name, fields, createVersion, updateVersion } = readObject(doc, 'doc')
  return {
    name: readString(name, 'name'),
    // Parses without a depth limit: requests are checked before they are stored, and stored data must stay readable.
    fields: parseFields(fields, -Infinity),
    createVersion: Number(createVersion),
    updateVersion: Number(updateVersion),
  }
}
