import type { LogEntry } from '#domain/entry/entry.ts'
import {
  decide,
  entryIdOf,
  withOperations,
  WRITE,
  type AccountOperation,
  type Answer,
  type Decision,
  type EntryOperation,
  type Operation,
  type QueuedOperation,
} from '#domain/journal/operations.ts'
import { settingsAfter } from '#domain/journal/settings.ts'
import type { StoredSettings } from '#domain/journal/syncState.ts'
import type { JournalServer } from '#src/io/firebase/journalServer.ts'
import type { Sending } from '#src/io/journal/push.ts'

type Listening = { readonly send: () => void; readonly fail: (error: unknown) => void }

/** Fakes the database of one user: entries, permanent deletions, and a clock that never shows the same time twice. */
export class FakeCloud {
  readonly entries = new Map<string, LogEntry>()
  readonly removals: { readonly ids: readonly string[]; readonly at: number }[] = []
  /** The keys of the operations that were written, in the order of the writes. */
  readonly written: string[] = []
  settings: StoredSettings = {}
  readonly favorites = new Set<string>()
  /** The changes of the user's other documents, in the order of the writes. */
  readonly accountChanges: AccountOperation[] = []
  /** Whether the security rules reject an operation. */
  isRefused: (operation: Operation) => boolean = () => false
  readonly listeners = new Set<Listening>()
  #time = Date.now()

  now(): number {
    return ++this.#time
  }

  notify(): void {
    for (const { send } of this.listeners) send()
  }

  /** Adds an entry as an import does. Its id may be that of an entry that was deleted permanently. */
  import(entry: LogEntry): void {
    const time = this.now()
    this.entries.set(entry.id, { ...entry, timestamp: time, lastUpdated: time })
    this.notify()
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) this.entries.delete(id)
    this.removals.push({ ids, at: this.now() })
  }
}

class Offline extends Error {}

/** The error of the database for a request that the security rules reject. */
export class Denied extends Error {
  readonly code = 'permission-denied'
}

/** A device's connection to the fake database. It can be cut at any moment, also between a write and its answer. */
export class FakeConnection implements JournalServer {
  isOnline = true
  /** Whether the next commit is written, but its answer is lost. */
  losesNextAnswer = false
  /** The answer to the connection test. */
  connection: Promise<void> = Promise.resolve()
  readonly #cloud: FakeCloud
  readonly #listening = new Set<Listening>()

  constructor(cloud: FakeCloud) {
    this.#cloud = cloud
  }

  reconnect(): void {
    this.isOnline = true
    for (const { send } of this.#listening) send()
  }

  /** Ends all listeners with an error. */
  failListeners(error: unknown): void {
    for (const { fail } of Array.from(this.#listening)) fail(error)
  }

  /** Ends all listeners, as when the page closes. */
  close(): void {
    for (const one of this.#listening) this.#cloud.listeners.delete(one)
    this.#listening.clear()
  }

  connect = (): Promise<void> => this.connection

  requireNetwork = (): Promise<void> => this.#request()

  readEntry = async (id: string): Promise<LogEntry | undefined> => {
    await this.#request()
    return this.#cloud.entries.get(id)
  }

  watchNewest: JournalServer['watchNewest'] = (limit, listener) =>
    this.#watch(() => this.#listed().slice(0, limit), listener)

  watchChanges: JournalServer['watchChanges'] = (since, listener) =>
    this.#watch(
      () => [...this.#cloud.entries.values()].filter(({ lastUpdated }) => (lastUpdated ?? 0) >= since),
      listener,
    )

  watchRemovals: JournalServer['watchRemovals'] = (since, { onChange, onError }) => {
    let sent = -1
    return this.#listen(() => {
      const found = this.#cloud.removals.filter(({ at }) => at >= since)
      if (found.length === sent) return
      const news = found.slice(Math.max(sent, 0))
      sent = found.length
      onChange(news)
    }, onError)
  }

  watchSettings: JournalServer['watchSettings'] = ({ onChange, onError }) => {
    let sent: StoredSettings | undefined
    return this.#listen(() => {
      if (this.#cloud.settings === sent) return
      sent = this.#cloud.settings
      onChange(sent)
    }, onError)
  }

  readNewestChange = async (): Promise<number> => {
    await this.#request()
    return Math.max(0, ...[...this.#cloud.entries.values()].map(({ lastUpdated }) => lastUpdated ?? 0))
  }

  readPage: JournalServer['readPage'] = async (after, limit) => {
    await this.#request()
    const all = [...this.#cloud.entries.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const page = all.filter(({ id }) => after === null || id > after).slice(0, limit)
    await this.#request()
    return page
  }

  readOlder: JournalServer['readOlder'] = async (time, limit) => {
    await this.#request()
    return this.#listed()
      .filter(({ timestamp }) => (timestamp ?? 0) <= time)
      .slice(0, limit)
  }

  commit = async (batch: readonly Sending[]): Promise<readonly Answer[]> => {
    await this.#request()
    const decisions = batch.map((sending) => this.#decide(sending))
    const answers = batch.map(({ queued }, index) => this.#write(queued, decisions[index]))
    this.#cloud.notify()
    if (this.losesNextAnswer) {
      this.losesNextAnswer = false
      throw new Offline('The answer was lost.')
    }
    await this.#request()
    return answers
  }

  clear: JournalServer['clear'] = async (onDeleted) => {
    if (this.#cloud.isRefused({ kind: 'clear' })) throw new Denied()
    for (;;) {
      await this.#request()
      const entries = [...this.#cloud.entries.values()].slice(0, 5)
      const ids = entries.map(({ id }) => id)
      if (ids.length === 0) return
      this.#cloud.remove(ids)
      this.#cloud.notify()
      await this.#request()
      await onDeleted({ ids, latest: Math.max(...entries.map(({ lastUpdated }) => lastUpdated ?? 0)) })
    }
  }

  #decide({ queued: { operation }, mayBeSent, wasRejected }: Sending): Decision {
    if (this.#cloud.isRefused(operation)) throw new Denied()
    if (operation.kind === 'addFavorite' && this.#cloud.favorites.has(operation.id)) {
      if (!mayBeSent || wasRejected) throw new Denied()
      return { kind: 'done', answer: { outcome: 'saved' } }
    }
    if (!isEntryOperation(operation)) return WRITE
    const id = entryIdOf(operation) ?? ''
    const isRemoved =
      mayBeSent && !this.#cloud.entries.has(id) && this.#cloud.removals.some(({ ids }) => ids.includes(id))
    if (operation.kind === 'add' && isRemoved) return { kind: 'done', answer: { outcome: 'saved', stored: null } }
    const decision = decide(operation, this.#cloud.entries.get(id))
    // The rules of the real database reject a write that has already taken effect.
    const isRejected = !mayBeSent && operation.kind !== 'edit' && decision.kind === 'done'
    if (isRejected) throw new Denied()
    return decision
  }

  #write(queued: QueuedOperation, decision: Decision | undefined): Answer {
    const { operation, key } = queued
    const id = entryIdOf(operation) ?? ''
    if (decision?.kind !== 'write') return decision?.answer ?? { outcome: 'refused' }
    this.#cloud.written.push(key)
    if (!isEntryOperation(operation)) {
      this.#cloud.accountChanges.push(operation)
      this.#cloud.settings = settingsAfter(this.#cloud.settings, operation)
      if (operation.kind === 'addFavorite') this.#cloud.favorites.add(operation.id)
      if (operation.kind === 'removeFavorite') this.#cloud.favorites.delete(operation.id)
      return { outcome: 'saved' }
    }
    if (operation.kind === 'remove') {
      this.#cloud.remove([id])
      return { outcome: 'saved' }
    }
    const entry = this.#cloud.entries.get(id)
    const after = withOperations(entry, [queued])
    const time = this.#cloud.now()
    if (after)
      this.#cloud.entries.set(id, {
        ...(operation.kind === 'edit' ? { ...after, ...entry, ...decision.changes } : after),
        timestamp: entry?.timestamp ?? time,
        lastUpdated: time,
        deletedAt: after.deleted ? time : null,
        queued: false,
      })
    return { outcome: 'saved' }
  }

  #listed(): readonly LogEntry[] {
    return [...this.#cloud.entries.values()]
      .filter(({ listed }) => listed)
      .toSorted((a, b) => (b.timestamp ?? 0) - (a.timestamp ?? 0))
  }

  #watch(
    read: () => readonly LogEntry[],
    { onChange, onError }: Parameters<JournalServer['watchNewest']>[1],
  ): () => void {
    let sent: ReadonlyMap<string, LogEntry> | undefined
    return this.#listen(() => {
      const now = new Map(read().map((entry) => [entry.id, entry]))
      const put = [...now.values()].filter((entry) => sent?.get(entry.id) !== entry)
      const drop = [...(sent?.keys() ?? [])].filter((id) => !this.#cloud.entries.has(id))
      const isFirst = sent === undefined
      sent = now
      if (isFirst || put.length + drop.length > 0) onChange({ put, drop })
    }, onError)
  }

  #listen(answer: () => void, fail: (error: unknown) => void): () => void {
    const listening = { send: () => void (this.isOnline && answer()), fail }
    this.#listening.add(listening)
    this.#cloud.listeners.add(listening)
    queueMicrotask(() => {
      if (this.#listening.has(listening)) listening.send()
    })
    return () => {
      this.#listening.delete(listening)
      this.#cloud.listeners.delete(listening)
    }
  }

  async #request(): Promise<void> {
    await Promise.resolve()
    if (!this.isOnline) throw new Offline('There is no network.')
  }
}

const isEntryOperation = (operation: Operation): operation is EntryOperation =>
  operation.kind === 'clear' || entryIdOf(operation) !== undefined
