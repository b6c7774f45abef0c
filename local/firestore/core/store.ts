import { FirestoreError } from './errors.ts'
import type { Change, Commit, Journal } from './journal.ts'
import { parentOf } from './paths.ts'
import { timestampOfVersion } from './timestamps.ts'
import { effectOf, type Doc, type Effect, type Write } from './writes.ts'

/** How long a client may be away and still be told only what changed: one hour, as the official service does at least. */
const RETENTION_MICROS = 3_600_000_000
const FORGET_EVERY_COMMITS = 500
const MAX_WRITES = 500

/** Reads documents as they were at one version. */
export type Snapshot = {
  get(name: string): Doc | undefined
  /** The documents of one collection, by its full name. */
  collection(name: string): Iterable<Doc>
  /** Full names of all collections with this id at or below a parent. */
  collectionGroup(parent: string, id: string): Iterable<string>
}

export type Committed = { readonly version: number; readonly effects: readonly Effect[] }

/**
 * All documents in memory, every commit in the journal before anybody hears of it.
 * Synchronous throughout: one commit is one turn of the event loop, which is what makes it atomic.
 * @param nowMicros the wall clock in microseconds since 1970
 */
export class Store implements Snapshot {
  readonly epoch: string
  readonly #journal: Journal
  readonly #nowMicros: () => number
  readonly #docs = new Map<string, Doc>()
  readonly #collections = new Map<string, Map<string, Doc>>()
  readonly #listeners = new Set<(commit: Commit) => void>()
  #history: Commit[]
  #completeSince: number
  #version: number

  constructor(journal: Journal, nowMicros: () => number, newEpoch: () => string) {
    const recovered = journal.recover(newEpoch)
    this.epoch = recovered.epoch
    this.#journal = journal
    this.#nowMicros = nowMicros
    this.#history = [...recovered.history]
    this.#completeSince = recovered.completeSince
    this.#version = Math.max(recovered.completeSince, this.#history.at(-1)?.version ?? 0)
    for (const doc of recovered.docs) {
      this.#put(doc)
      this.#version = Math.max(this.#version, doc.updateVersion)
    }
  }

  get(name: string): Doc | undefined {
    return this.#docs.get(name)
  }

  collection(name: string): Iterable<Doc> {
    return this.#collections.get(name)?.values() ?? []
  }

  *collectionGroup(parent: string, id: string): Iterable<string> {
    for (const name of this.#collections.keys())
      if (name.startsWith(`${parent}/`) && (id === '' || name.endsWith(`/${id}`))) yield name
  }

  /** The version of the newest commit; moves on by itself with the clock, never back. */
  readVersion(): number {
    this.#version = Math.max(this.#version, this.#nowMicros())
    return this.#version
  }

  onCommit(listener: (commit: Commit) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Applies all writes or none. `authorize` sees every effect before anything is stored and throws to refuse.
   * Throws the preconditions' errors, INVALID_ARGUMENT over 500 writes, and whatever `authorize` throws.
   */
  commit(
    writes: readonly Write[],
    authorize: (effects: readonly Effect[], requestTime: string) => void = () => {},
  ): Committed {
    if (writes.length > MAX_WRITES)
      throw new FirestoreError('INVALID_ARGUMENT', `a commit may have ${MAX_WRITES} writes`)
    const version = Math.max(this.#nowMicros(), this.#version + 1)
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
    const changes: Change[] = []
    for (const [name, after] of staged) {
      const before = this.#docs.get(name)
      if (before !== after) changes.push({ name, before, after })
    }
    if (changes.length > 0) this.#publish({ version, changes })
    this.#version = version
    return { version, effects }
  }

  /** All changes after `version`, or undefined where that is further back than is remembered. */
  commitsSince(version: number): readonly Commit[] | undefined {
    if (version < this.#completeSince) return undefined
    const first = this.#history.findIndex((commit) => commit.version > version)
    return first === -1 ? [] : this.#history.slice(first)
  }

  /** The documents as they were at `version`; undefined where that is further back than is remembered. */
  snapshotAt(version: number): Snapshot | undefined {
    const since = this.commitsSince(version)
    if (!since) return undefined
    const then = new Map<string, Doc | undefined>()
    for (const { changes } of since) for (const { name, before } of changes) if (!then.has(name)) then.set(name, before)
    return new PastSnapshot(this, then)
  }

  /** Removes every document below a database's root in one commit, as the emulator's clear does. */
  clear(root: string): void {
    const changes = [...this.#docs.values()]
      .filter((doc) => doc.name.startsWith(`${root}/`))
      .map((doc) => ({ name: doc.name, before: doc, after: undefined }))
    const version = Math.max(this.#nowMicros(), this.#version + 1)
    if (changes.length > 0) this.#publish({ version, changes })
    this.#version = version
  }

  close(): void {
    this.#journal.close()
  }

  #publish(commit: Commit): void {
    this.#journal.append(commit)
    this.#version = commit.version
    this.#history.push(commit)
    for (const { name, after } of commit.changes) {
      if (after) this.#put(after)
      else this.#drop(name)
    }
    if (this.#history.length % FORGET_EVERY_COMMITS === 0) this.#forget(commit.version - RETENTION_MICROS)
    for (const listener of this.#listeners) listener(commit)
  }

  #put(doc: Doc): void {
    this.#docs.set(doc.name, doc)
    const name = parentOf(doc.name)
    const collection = this.#collections.get(name)
    if (collection) collection.set(doc.name, doc)
    else this.#collections.set(name, new Map([[doc.name, doc]]))
  }

  #drop(name: string): void {
    this.#docs.delete(name)
    const collection = this.#collections.get(parentOf(name))
    collection?.delete(name)
    if (collection?.size === 0) this.#collections.delete(parentOf(name))
  }

  #forget(version: number): void {
    if (version <= this.#completeSince) return
    this.#journal.forgetBefore(version)
    this.#history = this.#history.filter((commit) => commit.version > version)
    this.#completeSince = version
  }
}

class PastSnapshot implements Snapshot {
  readonly #now: Snapshot
  readonly #then: ReadonlyMap<string, Doc | undefined>

  constructor(now: Snapshot, then: ReadonlyMap<string, Doc | undefined>) {
    this.#now = now
    this.#then = then
  }

  get(name: string): Doc | undefined {
    return this.#then.has(name) ? this.#then.get(name) : this.#now.get(name)
  }

  *collection(name: string): Iterable<Doc> {
    for (const doc of this.#now.collection(name)) if (!this.#then.has(doc.name)) yield doc
    for (const doc of this.#then.values()) if (doc && parentOf(doc.name) === name) yield doc
  }

  *collectionGroup(parent: string, id: string): Iterable<string> {
    const names = new Set(this.#now.collectionGroup(parent, id))
    for (const name of this.#then.keys()) {
      const collection = parentOf(name)
      if (collection.startsWith(`${parent}/`) && (id === '' || collection.endsWith(`/${id}`))) names.add(collection)
    }
    yield* names
  }
}
