import { copyFileSync } from 'node:fs'
import path from 'node:path'
import { isObject, listAt, objectAt, stringAt } from './json.ts'
import { lockFolder } from './lock.ts'
import { appendRecords, draftRecords, readRecords, adoptDraft, type Damage, type RecordFile } from './recordFile.ts'
import { parseFields } from './values.ts'
import type { Doc } from './writes.ts'

/** One document's step in one commit. `undefined` means: does not exist. */
export type Change = { readonly name: string; readonly before: Doc | undefined; readonly after: Doc | undefined }

export type Commit = { readonly version: number; readonly changes: readonly Change[] }

/** What a journal gives back at start. */
export type Recovered = {
  readonly epoch: string
  readonly docs: Map<string, Doc>
  /** Commits that are still remembered, oldest first. */
  readonly history: readonly Commit[]
  /** Every change after this version is in `history`. */
  readonly completeSince: number
}

/** The whole state, as a journal is written anew: the documents at `completeSince` and every commit after it. */
export type Image = Omit<Recovered, 'docs'> & { readonly docs: readonly Doc[] }

/** Where commits are made durable. `append` returns only when the commit would survive a power cut. */
export type Journal = {
  recover(newEpoch: () => string): Recovered
  append(commit: Commit): void
  /** Changes in the journal; when they are many more than needed, the store writes it anew with `rewrite`. */
  readonly changes: number
  /** Never throws: where it fails, the journal goes on as it was. */
  rewrite(image: Image): void
  close(): void
}

/** Keeps nothing: for a server whose data may go with it. */
export function memoryJournal(): Journal {
  return {
    changes: 0,
    recover: (newEpoch) => ({ epoch: newEpoch(), docs: new Map(), history: [], completeSince: 0 }),
    append: () => {},
    rewrite: () => {},
    close: () => {},
  }
}

const FILE = 'firestore.log'

/**
 * A journal in a folder: first the documents at one version, then every commit after it, each written and synced
 * before it is acknowledged. Throws where another process has the folder.
 *
 * Why not SQLite's: its write-ahead log ends at the first damaged frame, and with it go all later commits. Here a
 * damaged record is one commit (or one document) lost and said; a copy of the file is kept.
 * @param say gets a line for each damage that was found
 */
export function fileJournal(folder: string, say: (line: string) => void): Journal {
  const release = lockFolder(folder)
  const file = path.join(folder, FILE)
  let records: RecordFile | undefined
  let changes = 0

  const rewrite = (image: Image) => {
    changes = image.history.reduce((sum, commit) => sum + commit.changes.length, image.docs.length)
    const size = draftRecords(file, recordsOf(image))
    let end = records?.end
    // Not every system replaces a file that is open.
    records?.close()
    try {
      adoptDraft(file)
      end = size
    } finally {
      if (end !== undefined) records = appendRecords(file, end)
    }
  }

  return {
    get changes() {
      return changes
    },
    recover(newEpoch) {
      const damages: Damage[] = []
      const replay = new Replay()
      const end = readRecords(
        file,
        (record) => replay.apply(record),
        (damage) => damages.push(damage),
      )
      changes = replay.changes
      const lost = damages.filter(({ unfinished }) => !unfinished)
      if (damages.length > lost.length) say(`${file}: the last commit was not finished and is left out`)
      const recovered = replay.recovered(newEpoch, lost.length > 0)
      if (lost.length > 0) {
        const copy = `${file}.damaged-${new Date().toISOString().replaceAll(':', '')}`
        copyFileSync(file, copy)
        for (const { offset, bytes } of lost)
          say(`${file}: ${bytes} bytes at offset ${offset} are damaged; that record is lost, all others are read`)
        say(`${file}: the damaged file is kept as ${copy}`)
      }
      if (lost.length > 0 || end === 0) rewrite({ ...recovered, docs: [...recovered.docs.values()] })
      else records = appendRecords(file, end)
      return recovered
    },
    append(commit) {
      records?.append(commitRecord(commit))
      changes += commit.changes.length
    },
    rewrite(image) {
      try {
        rewrite(image)
      } catch (error) {
        // The log as it is goes on; another attempt comes when as many changes have been added again.
        say(`${file} could not be written anew: ${error instanceof Error ? error.message : String(error)}`)
      }
    },
    close() {
      records?.close()
      release()
    },
  }
}

function* recordsOf({ epoch, completeSince, docs, history }: Image): Iterable<object> {
  yield { epoch, completeSince }
  for (const doc of docs) yield { doc }
  for (const commit of history) yield commitRecord(commit)
}

const commitRecord = ({ version, changes }: Commit): object => ({
  version,
  docs: changes.flatMap(({ after }) => after ?? []),
  gone: changes.flatMap(({ name, after }) => (after ? [] : [name])),
})

/** Builds the state from the records, one after the other. */
class Replay {
  readonly #docs = new Map<string, Doc>()
  readonly #history: Commit[] = []
  #epoch: string | undefined
  #completeSince = 0
  changes = 0

  apply(record: unknown): void {
    if (!isObject(record)) return
    if (typeof record['epoch'] === 'string') {
      this.#epoch = record['epoch']
      this.#completeSince = Number(record['completeSince'])
    } else if (record['doc'] !== undefined) {
      const doc = readDoc(record['doc'])
      this.#docs.set(doc.name, doc)
      this.changes++
    } else {
      const after = listAt(record['docs'], 'docs').map(readDoc)
      const gone = listAt(record['gone'], 'gone').map((name) => stringAt(name, 'name'))
      const changes: readonly Change[] = [
        ...after.map((doc) => ({ name: doc.name, before: this.#docs.get(doc.name), after: doc })),
        ...gone.map((name) => ({ name, before: this.#docs.get(name), after: undefined })),
      ]
      for (const { name, after: doc } of changes) {
        if (doc) this.#docs.set(name, doc)
        else this.#docs.delete(name)
      }
      this.#history.push({ version: Number(record['version']), changes })
      this.changes += changes.length
    }
  }

  /** @param lossy after a loss no client may be told differences: a new epoch makes them all start over */
  recovered(newEpoch: () => string, lossy: boolean): Recovered {
    const newest = this.#history.at(-1)?.version ?? this.#completeSince
    return this.#epoch === undefined || lossy
      ? { epoch: newEpoch(), docs: this.#docs, history: [], completeSince: newest }
      : { epoch: this.#epoch, docs: this.#docs, history: this.#history, completeSince: this.#completeSince }
  }
}

function readDoc(doc: unknown): Doc {
  const { name, fields, createVersion, updateVersion } = objectAt(doc, 'doc')
  return {
    name: stringAt(name, 'name'),
    // No limit of depth: that is the border's affair, and what has been stored must be readable.
    fields: parseFields(fields, -Infinity),
    createVersion: Number(createVersion),
    updateVersion: Number(updateVersion),
  }
}
