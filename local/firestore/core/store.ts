import { invalidArgument } from './errors.ts'
import { Indexes } from './indexes.ts'
import type { Change, Commit, Journal } from './journal.ts'
import { parentOf } from './paths.ts'
import { compareDocs, matchesQuery, type Query } from './query.ts'
import type { Snapshot } from './snapshot.ts'
import { timestampOfVersion } from './timestamps.ts'
import { effectOf, type Doc, type Effect, type Write } from './writes.ts'

/**
 * The time in which clients can resume a listener, in microseconds. One hour is the minimum of the official service.
 */
const RETENTION_MICROS = 3_600_000_000
/** The history is pruned to this number of changes, which limits the memory of the server. */
const MAX_REMEMBERED_CHANGES = 50_000
const FORGET_EVERY_COMMITS = 500
const MAX_WRITES = 500
/** The journal is compacted when it has this number of changes plus three times the number of needed changes. */
const MIN_CHANGES_TO_REWRITE = 5_000
const REWRITE_FACTOR = 3
/** Up to this number of documents, scanning a collection is faster than maintaining an index. */
const INDEX_ABOVE = 500
export type CommitResult = { readonly version: number; readonly effects: readonly Effect[] }

export type StoreOptions = {
  readonly journal: Journal
  /** Returns the time of the wall clock, in microseconds since 1970. */
  readonly nowMicros: () => number
  readonly newEpoch: () => string
  /** Collections with more documents than this number are read through indexes. */
  readonly indexAbove?: number
}

/**
 * Keeps all documents in memory and writes every commit to the journal before listeners are notified. All methods are
 * synchronous: a commit is atomic because it runs in a single turn of the event loop.
 */
export class Store implements Snapshot {
  readonly epoch: string
  readonly #journal: Journal
  readonly #nowMicros: () => number
  readonly #indexAbove: number
  readonly #docs: Map<string, Doc>
  readonly #collections = new Collections()
  readonly #indexes = new Indexes()
  readonly #listeners = new Set<(commit: Commit) => void>()
  #history: Commit[]
  #remembered = 0
  #completeSince: number
  #version: number

  constructor({ journal, nowMicros, newEpoch, indexAbove = INDEX_ABOVE }: StoreOptions) {
    const recovered = journal.recover(newEpoch)
    this.epoch = recovered.epoch
    this.#journal = journal
    this.#nowMicros = nowMicros
    this.#indexAbove = indexAbove
    this.#docs = recovered.docs
    this.#history = [...recovered.history]
    this.#remembered = recovered.history.reduce((sum, { changes }) => sum + changes.length, 0)
    this.#completeSince = recovered.completeSince
    this.#version = Math.max(recovered.completeSince, this.#history.at(-1)?.version ?? 0)
    for (const doc of recovered.docs.values()) {
      this.#collections.add(doc)
      this.#version = Math.max(this.#version, doc.updateVersion)
    }
    this.#pruneHistory()
    this.#rewriteIfNeeded()
  }

  get(name: string): Doc | undefined {
    return this.#docs.get(name)
  }

  /**
   * Returns the first `limit` results of a query in the query's order. Ignores the query's own offset and limit.
   * @param excluded a map whose keys are the names of documents to skip
   */
  find(query: Query, limit: number, excluded?: ReadonlyMap<string, unknown>): Doc[] {
    const accepts = (doc: Doc) => !excluded?.has(doc.name) && matchesQuery(query, doc)
    const names = this.#collections.namesFor(query)
    const documents = () => names.flatMap((name) => [...this.#collections.documents(name)])
    const count = names.reduce((sum, name) => sum + this.#collections.size(name), 0)
    if (query.collectionId !== '' && count > this.#indexAbove)
      return this.#indexes.find(query, limit, documents, accepts)
    const found = documents().filter(accepts)
    found.sort((a, b) => compareDocs(query, a, b))
    return found.length > limit ? found.slice(0, limit) : found
  }

  /** Returns the ids of the collections directly below a document or the root, sorted. */
  collectionIds(parent: string): readonly string[] {
    return this.#collections.idsBelow(parent)
  }

  /** Returns the names of a collection's documents, and of missing documents that have subcollections. */
  namesIn(collection: string): readonly string[] {
    return this.#collections.namesIn(collection)
  }

  /** Returns the version of the newest commit or the current time, whichever is later. The result never decreases. */
  readVersion(): number {
    this.#version = Math.max(this.#version, this.#nowMicros())
    return this.#version
  }

  onCommit(listener: (commit: Commit) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Applies all writes or none. `authorize` receives the effects of all writes before they are stored, and throws if it
   * rejects the commit. `commit` also throws if a precondition fails or if there are more than 500 writes.
   */
  commit(
    writes: readonly Write[],
    authorize: (effects: readonly Effect[], requestTime: string) => void = () => {},
  ): CommitResult {
    if (writes.length > MAX_WRITES) throw invalidArgument(`a commit may have ${MAX_WRITES} writes`)
    const version = this.#nextVersion()
    const requestTime = timestampOfVersion(Math.floor(version / 1000) * 1000)
    const staged = new Map<string, Doc | undefined>()
    const effects = writes.map((write) => {
      const current = staged.has(write.name) ? staged.get(write.name) : this.#docs.get(write.name)
      const deletedHere = staged.has(write.name) && current === undefined
      const effect = effectOf(write, current, deletedHere, version, { timestampValue: requestTime })
      staged.set(write.name, effect.after)
      return effect
    })
    authorize(effects, requestTime)
    this.#publish(version, staged)
    return { version, effects }
  }

  /** Returns all commits after `version`, or undefined if the history does not reach back to `version`. */
  commitsSince(version: number): readonly Commit[] | undefined {
    if (version < this.#completeSince) return undefined
    // Searches from the end, because most calls ask for recent versions.
    const last = this.#history.findLastIndex((commit) => commit.version <= version)
    return this.#history.slice(last + 1)
  }

  /** Returns the documents at `version`, or undefined if the history does not reach back to `version`. */
  snapshotAt(version: number): Snapshot | undefined {
    const since = this.commitsSince(version)
    if (!since) return undefined
    const past = new Map<string, Doc | undefined>()
    for (const { changes } of since) for (const { name, before } of changes) if (!past.has(name)) past.set(name, before)
    return new PastSnapshot(this, past)
  }

  /** Removes every document below a database's root in one commit, like the clear request of the official emulator. */
  clear(root: string): void {
    const gone = this.documents(root).map(({ name }): [string, undefined] => [name, undefined])
    this.#publish(this.#nextVersion(), new Map(gone))
  }

  /** Replaces all documents below a database's root in one commit. */
  replaceAll(root: string, docs: Iterable<Pick<Doc, 'name' | 'fields' | 'createVersion'>>): void {
    const version = this.#nextVersion()
    const staged = new Map<string, Doc | undefined>()
    for (const { name } of this.documents(root)) staged.set(name, undefined)
    for (const { name, fields, createVersion } of docs)
      staged.set(name, { name, fields, createVersion: Math.min(createVersion, version), updateVersion: version })
    this.#publish(version, staged)
  }

  /** Returns every document below a database's root. */
  documents(root: string): readonly Doc[] {
    return [...this.#docs.values()].filter((doc) => doc.name.startsWith(`${root}/`))
  }

  close(): void {
    this.#journal.close()
  }

  #nextVersion = (): number => Math.max(this.#nowMicros(), this.#version + 1)

  /** Writes the changes to the journal, applies them, then notifies the listeners. */
  #publish(version: number, staged: ReadonlyMap<string, Doc | undefined>): void {
    const changes: Change[] = []
    for (const [name, after] of staged) {
      const before = this.#docs.get(name)
      if (before !== after) changes.push({ name, before, after })
    }
    if (changes.length > 0) {
      const commit = { version, changes }
      this.#journal.append(commit)
      this.#apply(commit)
    }
    this.#version = version
  }

  #apply(commit: Commit): void {
    this.#version = commit.version
    this.#history.push(commit)
    this.#remembered += commit.changes.length
    for (const { name, before, after } of commit.changes) {
      if (after) {
        this.#docs.set(name, after)
        this.#collections.add(after)
      } else {
        this.#docs.delete(name)
        this.#collections.remove(name)
      }
      this.#indexes.update(name, before, after)
    }
    if (this.#history.length % FORGET_EVERY_COMMITS === 0 || this.#remembered > 2 * MAX_REMEMBERED_CHANGES)
      this.#pruneHistory()
    for (const listener of this.#listeners) listener(commit)
    this.#rewriteIfNeeded()
  }

  #pruneHistory(): void {
    const oldest = this.#nowMicros() - RETENTION_MICROS
    let first = this.#history.findIndex(({ version }) => version > oldest)
    if (first === -1) first = this.#history.length
    let remembered = this.#history.slice(first).reduce((sum, { changes }) => sum + changes.length, 0)
    while (remembered > MAX_REMEMBERED_CHANGES && first < this.#history.length)
      remembered -= this.#history[first++]?.changes.length ?? 0
    this.#completeSince = this.#history[first - 1]?.version ?? this.#completeSince
    this.#history = this.#history.slice(first)
    this.#remembered = remembered
  }

  /** Compacts the journal if later commits have overwritten most of its changes. */
  #rewriteIfNeeded(): void {
    const needed = this.#docs.size + this.#remembered
    if (this.#journal.changeCount < MIN_CHANGES_TO_REWRITE + REWRITE_FACTOR * needed) return
    const past = new Map<string, Doc | undefined>()
    for (const { changes } of this.#history)
      for (const { name, before } of changes) if (!past.has(name)) past.set(name, before)
    const unchanged = [...this.#docs.values()].filter((doc) => !past.has(doc.name))
    const docs = [...unchanged, ...[...past.values()].filter((doc) => doc !== undefined)]
    this.#journal.rewrite({ epoch: this.epoch, completeSince: this.#completeSince, docs, history: this.#history })
  }
}

class Collections {
  readonly #documents = new Map<string, Map<string, Doc>>()
  readonly #byId = new Map<string, Set<string>>()

  add(doc: Doc): void {
    const name = parentOf(doc.name)
    const collection = this.#documents.get(name)
    if (collection) return void collection.set(doc.name, doc)
    this.#documents.set(name, new Map([[doc.name, doc]]))
    const id = idOf(name)
    const same = this.#byId.get(id)
    if (same) same.add(name)
    else this.#byId.set(id, new Set([name]))
  }

  remove(document: string): void {
    const name = parentOf(document)
    const collection = this.#documents.get(name)
    collection?.delete(document)
    if (collection?.size !== 0) return
    this.#documents.delete(name)
    const same = this.#byId.get(idOf(name))
    same?.delete(name)
    if (same?.size === 0) this.#byId.delete(idOf(name))
  }

  documents(name: string): Iterable<Doc> {
    return this.#documents.get(name)?.values() ?? []
  }

  size(name: string): number {
    return this.#documents.get(name)?.size ?? 0
  }

  /**
   * Returns the names of the collections that a query reads. A query of a collection group reads all collections with
   * the group's id in the database.
   */
  namesFor({ parent, collectionId, allDescendants }: Query): readonly string[] {
    if (collectionId !== '' && !allDescendants) return [`${parent}/${collectionId}`]
    const among = collectionId === '' ? this.#documents.keys() : (this.#byId.get(collectionId) ?? [])
    const database = databaseOf(parent)
    return [...among].filter((name) => name.startsWith(`${database}/`))
  }

  idsBelow(parent: string): readonly string[] {
    const ids = new Set<string>()
    for (const name of this.#documents.keys())
      if (name.startsWith(`${parent}/`)) ids.add(name.slice(parent.length + 1).split('/')[0] ?? '')
    return [...ids].toSorted()
  }

  namesIn(collection: string): readonly string[] {
    const names = new Set(this.#documents.get(collection)?.keys())
    for (const name of this.#documents.keys())
      if (name.startsWith(`${collection}/`))
        names.add(`${collection}/${name.slice(collection.length + 1).split('/')[0] ?? ''}`)
    return [...names]
  }
}

const idOf = (collection: string): string => collection.slice(collection.lastIndexOf('/') + 1)

/** Returns the root `projects/{p}/databases/{d}/documents` of the database that a name belongs to. */
const databaseOf = (name: string): string => name.split('/').slice(0, 5).join('/')

/** The documents at an earlier version: the current documents with later changes undone. */
class PastSnapshot implements Snapshot {
  readonly #now: Store
  readonly #past: ReadonlyMap<string, Doc | undefined>

  constructor(now: Store, past: ReadonlyMap<string, Doc | undefined>) {
    this.#now = now
    this.#past = past
  }

  get(name: string): Doc | undefined {
    return this.#past.has(name) ? this.#past.get(name) : this.#now.get(name)
  }

  find(query: Query, limit: number): Doc[] {
    const unchanged = this.#now.find(query, limit, this.#past)
    const restored = [...this.#past.values()]
      .filter((doc) => doc !== undefined)
      .filter((doc) => matchesQuery(query, doc))
    const found = [...unchanged, ...restored]
    return found.toSorted((a, b) => compareDocs(query, a, b)).slice(0, limit)
  }
}
