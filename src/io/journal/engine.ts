import { TRASH_DAYS, compareNewestFirst, type LogEntry } from '#domain/entry/entry.ts'
import {
  entryIdOf,
  nextBatch,
  operationsByEntry,
  withOperations,
  type Answer,
  type Outcome,
  type QueuedOperation,
} from '#domain/journal/operations.ts'
import { settingsAfter } from '#domain/journal/settings.ts'
import { FIRST_SYNC, isOutdated, type StoredSettings, type SyncState } from '#domain/journal/syncState.ts'
import type { View } from '#domain/journal/view.ts'
import type { JournalChange, JournalDatabase, NewOperation } from './database.ts'
import type { FilledPage } from './sync.ts'
import { JournalIndex } from './journalIndex.ts'
import { LiveViews, type ViewUpdate } from './liveViews.ts'

/** What the whole app shows of a journal. */
export type Summary = {
  /** The number of entries on this device that are not deleted. */
  readonly size: number
  /** Whether the device has all entries of the journal. */
  readonly isComplete: boolean
  /** Whether the device has the newest entries. It has none before the first answer of the server. */
  readonly hasNewest: boolean
  /** The operations that the server has not answered, the oldest first. */
  readonly queue: readonly QueuedOperation[]
  /** The user's settings on the server; undefined if the device does not know them. */
  readonly settings: StoredSettings | undefined
}

export type EngineListener = {
  readonly onView: (id: number, update: ViewUpdate) => void
  readonly onSummary: (summary: Summary) => void
  /** Another tab has received the answer to an operation. */
  readonly onForeignAnswer: (key: string, outcome: Outcome) => void
}

/** Tells the other tabs what has changed in the database that all tabs share. */
export type TabChannel = {
  readonly post: (message: TabMessage) => void
  readonly onMessage: (callback: (message: TabMessage) => void) => void
}

export type TabMessage = {
  /** The entries that were stored or deleted. */
  readonly ids: readonly string[]
  readonly hasNewSettings: boolean
  /** Whether the sync state was stored. Only one tab follows the server. */
  readonly hasNewSync: boolean
  /** An operation that the server has answered. */
  readonly answered?: { readonly key: string; readonly outcome: Outcome }
  /** The keys of operations that the tab sends. */
  readonly sending?: readonly string[]
}

/** A queued operation. `mayBeSent`: an earlier attempt may have reached the server. */
export type Taken = { readonly queued: QueuedOperation; readonly mayBeSent: boolean }

/** `replaced` are the keys of queued operations that have become part of the new ones. */
type Enqueued = { readonly isStored: boolean; readonly replaced: readonly string[] }

const NOTHING_STORED: TabMessage = { ids: [], hasNewSettings: false, hasNewSync: false }

type AcceptedChange = JournalChange & Required<Pick<JournalChange, 'put' | 'drop'>>

const DAY_MS = 86_400_000

/**
 * If the user waits for a page, the device stores it when no other page has followed for this long. Storing a page takes
 * longer than reading it, so the user would otherwise wait more than twice as long.
 */
const WRITE_DELAY_MS = 500

/** Operations in memory are sent after the stored operations. */
const FIRST_UNSTORED = Number.MAX_SAFE_INTEGER / 2

/**
 * The journal of one user on this device: the server's entries, the operations that the server has not answered, and the
 * live views of both. Runs in a worker.
 */
export class JournalEngine {
  readonly #db: JournalDatabase
  readonly #listener: EngineListener
  readonly #channel: TabChannel | undefined
  readonly #index = new JournalIndex()
  /** The server's version of the entries that have queued operations. The index has the version with the operations. */
  readonly #stored = new Map<string, LogEntry | undefined>()
  readonly #views: LiveViews
  #queue: readonly QueuedOperation[] = []
  /** The keys of operations that no tab has sent. After a reload, an operation may have been sent before. */
  readonly #neverSent = new Set<string>()
  /** Operations that could not be stored, because the device's storage is full. */
  #unstored: readonly QueuedOperation[] = []
  /** Answered operations that the device may be unable to remove, because its storage is full. */
  readonly #answered = new Set<string>()
  #operations: ReadonlyMap<string, readonly QueuedOperation[]> = new Map()
  /** What is shown while all entries are being deleted: only the entries that were added later. */
  #afterClear: JournalIndex | undefined
  /** The version of each entry at the time when the key's operation was sent. */
  readonly #versionsSent = new Map<string, number | null | undefined>()
  /**
   * When entries were deleted permanently, by id. A page or an answer of the server that was read earlier may still have
   * them.
   */
  readonly #removedAt = new Map<string, number>()
  #sync = FIRST_SYNC
  #settings: StoredSettings | undefined
  /** The settings at the time when the last operations were sent. */
  #settingsSent: StoredSettings | undefined
  /** The pages that the device has only in memory, in their order. `fill` is the state before the page was read. */
  readonly #unwrittenPages: { readonly ids: readonly string[]; readonly fill: SyncState['fill'] }[] = []
  #writing: ReturnType<typeof setTimeout> | undefined
  #isLoaded = false
  #isUpdateScheduled = false
  #isPreparing = false
  /** Whether something that the server has reported could not be stored. */
  #lacksChanges = false
  #work: Promise<unknown> = Promise.resolve()

  constructor(db: JournalDatabase, listener: EngineListener, channel?: TabChannel) {
    this.#db = db
    this.#listener = listener
    this.#channel = channel
    this.#views = new LiveViews(listener.onView)
  }

  /** Loads the journal from the device. The views have no entries until it is loaded. */
  open(): Promise<void> {
    this.#channel?.onMessage((message) => {
      for (const key of message.sending ?? []) this.#neverSent.delete(key)
      if (!message.sending) void this.#inTurn(() => this.#followTab(message))
    })
    // Messages of other tabs wait until the entries are loaded.
    return this.#inTurn(async () => {
      const before = await this.#db.readSync()
      await this.#load()
      const after = await this.#db.readSync()
      // Another tab may have stored changes while the entries were loaded, so `after` may claim entries that this tab lacks.
      // But if loading has removed unreadable entries, only `after` is right.
      this.#sync = after.cursor === null ? after : before
      this.#settings = await this.#db.readSettings()
      await this.#readQueue()
      this.#isLoaded = true
      this.#changed()
    })
  }

  close(): void {
    clearTimeout(this.#writing)
    this.#unwrittenPages.length = 0
    this.#views.closeAll()
    this.#db.close()
  }

  get sync(): SyncState {
    return this.#sync
  }

  /** Returns the number of newest entries that this device has without a gap. */
  countNewest(): number {
    return this.#readNewest().length
  }

  get queue(): readonly QueuedOperation[] {
    return this.#queue
  }

  /** Resolves with the stored queue. The message of a tab that has changed the queue may not have arrived yet. */
  async readQueue(): Promise<readonly QueuedOperation[]> {
    await this.#readQueue()
    return this.#queue
  }

  /**
   * Returns the next operations to send together.
   * @param waiting the keys of operations that wait for further changes
   */
  takeBatch(limit: number, waiting: readonly string[] = []): readonly Taken[] {
    const batch = nextBatch(this.#queue, limit, waiting)
    this.#versionsSent.clear()
    for (const { key, operation } of batch)
      this.#versionsSent.set(key, this.#stored.get(entryIdOf(operation) ?? '')?.lastUpdated)
    this.#settingsSent = this.#settings
    if (batch.length > 0) this.#channel?.post({ ...NOTHING_STORED, sending: batch.map(({ key }) => key) })
    return batch.map((queued) => ({ queued, mayBeSent: !this.#neverSent.delete(queued.key) }))
  }

  /** Stores entries and deletions that the server has reported. An entry never replaces a later version of it. */
  apply(wanted: JournalChange): Promise<void> {
    return this.#inTurn(() => this.#store(wanted))
  }

  /** Runs changes one after the other, because each depends on the entries that the previous one has stored. */
  #inTurn<Result>(change: () => Promise<Result>): Promise<Result> {
    const result = this.#work.then(change)
    this.#work = result.catch(() => {})
    return result
  }

  async #store(wanted: JournalChange, answered?: TabMessage['answered']): Promise<void> {
    if (wanted.sync && isOutdated(wanted.sync, this.#sync)) return
    const change = this.#accept(wanted)
    await this.#write(change, answered)
    this.#show(change)
  }

  /** Returns a change without the entries of which the device has a later version. */
  #accept(wanted: JournalChange): AcceptedChange {
    const { unlessChangedAfter: latest = Infinity } = wanted
    if (latest < Infinity) for (const id of wanted.drop ?? []) this.#markRemoved(id, latest)
    const isNew = (entry: LogEntry) => !isOlder(entry, this.#storedVersion(entry.id)) && !this.#isRemoved(entry)
    this.#sync = wanted.sync ?? this.#sync
    this.#settings = wanted.settings ?? this.#settings
    return {
      ...wanted,
      put: wanted.put?.filter(isNew) ?? [],
      drop: wanted.drop?.filter((id) => (this.#storedVersion(id)?.lastUpdated ?? 0) <= latest) ?? [],
    }
  }

  async #write({ sync, ...change }: AcceptedChange, answered?: TabMessage['answered']): Promise<void> {
    const [unwritten] = this.#unwrittenPages
    // The device reads entries again at its next start that it has only in memory. So the stored sync state must not claim
    // that it has them.
    const stored = this.#lacksChanges ? undefined : sync && { ...sync, fill: (unwritten ?? sync).fill }
    const isCurrent = await this.#db
      .apply({ ...change, ...(stored && { sync: stored }) })
      .catch(async (error: unknown) => {
        console.warn('The journal could not be stored.', error)
        // If the device's storage is full, the entries stay in memory.
        this.#lacksChanges = true
        await this.#forget(change.settled)
        return true
      })
    if (!isCurrent) return this.#followSync()
    this.#channel?.post({
      ids: [...change.put.map(({ id }) => id), ...change.drop],
      hasNewSettings: change.settings !== undefined,
      hasNewSync: stored !== undefined,
      ...(answered && { answered }),
    })
  }

  /** Adds a page of entries in the order of their ids, and drops the entries that the page should have but lacks. */
  applyPage({ entries, after, to, since, sync, isUrgent }: FilledPage): Promise<void> {
    return this.#inTurn(async () => {
      const read = new Set(entries.map(({ id }) => id))
      const missing = (await this.#db.readIds(after, to)).filter((id) => !read.has(id))
      // The server has not reported the time of an entry without `lastUpdated` yet, so the page may be older.
      const isGone = ({ lastUpdated }: LogEntry) => lastUpdated !== null && lastUpdated < (since ?? -1)
      const gone = (await this.#db.readSome(missing)).filter(isGone)
      const page = { put: entries, drop: gone.map(({ id }) => id), sync }
      if (isUrgent && !isOutdated(sync, this.#sync)) this.#storeLater(page)
      else await this.#store(page)
    })
  }

  #storeLater(page: JournalChange): void {
    const { fill } = this.#sync
    const change = this.#accept(page)
    this.#unwrittenPages.push({ ids: [...change.put.map(({ id }) => id), ...change.drop], fill })
    this.#show(change)
    clearTimeout(this.#writing)
    this.#writing = setTimeout(() => void this.#writePages(), WRITE_DELAY_MS)
  }

  /** Stores the pages one by one, so that other changes need not wait for all of them. */
  async #writePages(): Promise<void> {
    while (this.#unwrittenPages.length > 0) await this.#inTurn(() => this.#writePage())
  }

  async #writePage(): Promise<void> {
    const ids = this.#unwrittenPages.shift()?.ids
    if (!ids) return
    const put = ids.flatMap((id) => this.#storedVersion(id) ?? [])
    const drop = ids.filter((id) => !this.#storedVersion(id))
    await this.#write({ put, drop, sync: this.#sync })
  }

  /**
   * Queues operations. Their effect is visible immediately. `isStored` is false if the device could not store them; they
   * are then lost when the page closes before the server has accepted them.
   * @param mayBeSent whether an earlier page may have sent the operations
   */
  enqueue(added: readonly NewOperation[], mayBeSent = false): Promise<Enqueued> {
    return this.#inTurn(() => this.#enqueue(added, mayBeSent))
  }

  async #enqueue(added: readonly NewOperation[], mayBeSent: boolean): Promise<Enqueued> {
    if (!mayBeSent) for (const { key } of added) this.#neverSent.add(key)
    const result = await this.#queueAgain(added).then(
      (replaced) => ({ isStored: true, replaced }),
      (error: unknown) => {
        console.warn('The change could not be stored.', error)
        this.#unstored = [...this.#unstored, ...added.map((one, index) => ({ ...one, seq: FIRST_UNSTORED + index }))]
        return { isStored: false, replaced: [] }
      },
    )
    await this.#readQueue()
    this.#channel?.post(NOTHING_STORED)
    // The tab that has queued a replaced operation does not wait for the operation that has replaced it.
    for (const key of result.replaced) this.#channel?.post({ ...NOTHING_STORED, answered: { key, outcome: 'saved' } })
    return result
  }

  /**
   * Removes an operation from the queue after the server has answered, and stores the server's version of the entry. If
   * it is not known, stores the effect of the operation; the server's version follows with the next sync. Otherwise the
   * user would see the state before the operation until then.
   */
  settle(key: string, answer: Answer): Promise<void> {
    return this.#inTurn(() => this.#settle(key, answer))
  }

  async #settle(key: string, { outcome, stored }: Answer): Promise<void> {
    const queued = this.#queue.find((one) => one.key === key)
    this.#unstored = this.#unstored.filter((one) => one.key !== key)
    const id = queued && entryIdOf(queued.operation)
    const change = (): JournalChange => {
      if (!queued) return {}
      if (id === undefined) return outcome === 'saved' ? this.#effectOnSettings(queued) : {}
      if (stored) return { put: [stored] }
      // The server has already reported a later version.
      if (this.#versionsSent.has(key) && this.#stored.get(id)?.lastUpdated !== this.#versionsSent.get(key)) return {}
      if (stored === null) return { drop: [id] }
      return outcome === 'saved' ? this.#effectOf(id, queued) : {}
    }
    await this.#store({ settled: key, ...change() }, { key, outcome })
    await this.#readQueue()
  }

  /** Opens a live view, or changes it. The listener receives its entries, and every change of them. */
  watch(id: number, view: View): void {
    this.#views.open(id, view)
    this.#changed()
  }

  unwatch(id: number): void {
    this.#views.close(id)
  }

  /** The questions that are answered once. */
  get index(): JournalIndex {
    return this.#afterClear ?? this.#index
  }

  /** Removes an answered operation from the queue of a device whose storage is full. */
  async #forget(settled: string | undefined): Promise<void> {
    if (settled === undefined) return
    this.#answered.add(settled)
    await this.#db.apply({ settled }).catch(() => {})
  }

  /** Queues operations. The key of an answered operation may be queued again, for example after a conflict. */
  async #queueAgain(added: readonly NewOperation[]): Promise<readonly string[]> {
    for (const { key } of added)
      if (this.#answered.has(key)) {
        await this.#db.apply({ settled: key })
        this.#answered.delete(key)
      }
    return this.#db.enqueue(added)
  }

  #effectOf(id: string, queued: QueuedOperation): JournalChange {
    const stored = this.#stored.get(id)
    const entry = withOperations(stored, [queued])
    // The server's version replaces this version, whatever the clock of this device says.
    if (entry) return { put: [{ ...entry, queued: false, lastUpdated: stored?.lastUpdated ?? null }] }
    // Another tab may have an entry in memory that this tab lacks.
    return queued.operation.kind === 'remove' ? { drop: [id] } : {}
  }

  #effectOnSettings({ operation }: QueuedOperation): JournalChange {
    // The server may already have reported this change or a later one.
    if (!this.#settings || this.#settings !== this.#settingsSent) return {}
    const settings = settingsAfter(this.#settings, operation)
    return settings === this.#settings ? {} : { settings }
  }

  async #load(): Promise<void> {
    const expired: string[] = []
    for await (const entries of this.#db.readEntries()) {
      const kept = entries.filter((entry) => !isExpired(entry, Date.now()))
      this.#index.put(kept)
      if (kept.length < entries.length)
        expired.push(...entries.filter((entry) => !kept.includes(entry)).map(({ id }) => id))
    }
    if (expired.length > 0) await this.#db.apply({ drop: expired })
  }

  async #readQueue(): Promise<void> {
    // The browser may have closed the database. The queue then stays as it is in memory.
    const stored = await this.#db.readQueue().catch(() => this.#queue.filter(({ seq }) => seq < FIRST_UNSTORED))
    const queue = [...stored.filter(({ key }) => !this.#answered.has(key)), ...this.#unstored]
    const before = this.#operations
    const isSame = isSameQueue(this.#queue, queue)
    this.#queue = queue
    this.#operations = operationsByEntry(queue)
    for (const id of new Set([...before.keys(), ...this.#operations.keys()]))
      if (!isSameQueue(before.get(id), this.#operations.get(id))) {
        this.#views.sendAgain(id)
        this.#showEntry(id, this.#storedVersion(id))
      }
    const lastClear = queue.findLastIndex(({ operation }) => operation.kind === 'clear')
    this.#afterClear = lastClear < 0 ? undefined : indexOf(queue.slice(lastClear + 1))
    if (!isSame) this.#changed()
  }

  /** The server's version of an entry, as far as this device knows it. */
  #storedVersion(id: string): LogEntry | undefined {
    return this.#stored.has(id) ? this.#stored.get(id) : this.#index.entry(id)
  }

  #show({ put = [], drop = [] }: JournalChange): void {
    const unchanged = put.filter(({ id }) => !this.#operations.has(id))
    this.#index.put(unchanged)
    for (const entry of put) if (this.#operations.has(entry.id)) this.#showEntry(entry.id, entry)
    for (const id of drop) this.#showEntry(id, undefined)
    this.#changed()
  }

  #showEntry(id: string, stored: LogEntry | undefined): void {
    const operations = this.#operations.get(id)
    if (operations) this.#stored.set(id, stored)
    else this.#stored.delete(id)
    const shown = withOperations(stored, operations ?? [])
    if (shown) this.#index.put([shown])
    else this.#index.drop([id])
  }

  #markRemoved(id: string, at: number): void {
    this.#removedAt.set(id, Math.max(at, this.#removedAt.get(id) ?? 0))
  }

  /** Whether the entry was deleted permanently after this version. */
  #isRemoved({ id, lastUpdated }: LogEntry): boolean {
    // An entry may be older than 1970, so its time may be negative.
    return (this.#removedAt.get(id) ?? -Infinity) >= (lastUpdated ?? 0)
  }

  /** Reads what another tab has stored. */
  async #followTab({ ids, hasNewSettings, hasNewSync, answered }: TabMessage): Promise<void> {
    if (hasNewSync) await this.#followSync()
    if (hasNewSettings) this.#settings = await this.#db.readSettings()
    const stored = await this.#db.readSome(ids)
    const found = stored.filter((entry) => !this.#isRemoved(entry))
    const gone = new Set(ids).difference(new Set(found.map(({ id }) => id)))
    this.#show({ put: found, drop: [...gone] })
    // The other tab did not know the deletion yet.
    if (found.length < stored.length) await this.#store({ drop: [...gone] })
    await this.#readQueue()
    if (answered) this.#listener.onForeignAnswer(answered.key, answered.outcome)
  }

  /** Reads the stored sync state. The tab that follows the server has stored it. */
  async #followSync(): Promise<void> {
    const sync = await this.#db.readSync()
    // If another tab now follows the server, it reads the pages again that this tab has not stored.
    if (isOutdated(this.#sync, sync)) this.#unwrittenPages.length = 0
    if (this.#unwrittenPages.length === 0) this.#sync = sync
  }

  /** Updates the views and the summary soon. Several changes in a row cause one update. */
  #changed(): void {
    if (this.#isUpdateScheduled || !this.#isLoaded) return
    this.#isUpdateScheduled = true
    setTimeout(() => {
      this.#isUpdateScheduled = false
      this.#listener.onSummary({
        size: this.index.size,
        isComplete: this.#isComplete,
        hasNewest: this.#hasNewest,
        queue: this.#queue,
        settings: this.#settings,
      })
      this.#views.update({
        index: this.index,
        isComplete: this.#isComplete,
        hasNewest: this.#hasNewest,
        readNewest: () => this.#readNewest(),
      })
      void this.#prepare()
    })
  }

  /** Returns the newest entries, without those after which entries are missing on this device. */
  #readNewest(): readonly LogEntry[] {
    const { listedTo } = this.#sync
    return listedTo === null ? this.#written() : this.index.between(listedTo, Infinity)
  }

  /** Returns the entries that were written on this device and that the server does not have, the newest first. */
  #written(): readonly LogEntry[] {
    return [...this.#stored]
      .flatMap(([id, stored]) => (stored ? [] : (this.index.entry(id) ?? [])))
      .filter(({ listed }) => listed)
      .toSorted(compareNewestFirst)
  }

  get #hasNewest(): boolean {
    return this.#isComplete || this.#sync.listedTo !== null
  }

  get #isComplete(): boolean {
    return this.#sync.fill?.scope !== 'all'
  }

  /** Prepares the index for the search in batches, so that questions can be answered between two batches. */
  async #prepare(): Promise<void> {
    if (this.#isPreparing) return
    this.#isPreparing = true
    while (this.#index.prepareSome()) await new Promise((resolve) => setTimeout(resolve))
    this.#isPreparing = false
  }
}

/** Returns the entries that operations add. */
function indexOf(queue: readonly QueuedOperation[]): JournalIndex {
  const index = new JournalIndex()
  for (const operations of operationsByEntry(queue).values()) {
    const entry = withOperations(undefined, operations)
    if (entry) index.put([entry])
  }
  return index
}

const isSameQueue = (a: readonly QueuedOperation[] = [], b: readonly QueuedOperation[] = []): boolean =>
  a.length === b.length && a.every(({ key }, index) => key === b[index]?.key)

/** The server deletes an entry after its time in the trash. The additional day covers a wrong clock of this device. */
const isExpired = ({ deleted, deletedAt }: LogEntry, now: number): boolean =>
  deleted && deletedAt !== null && deletedAt < now - (TRASH_DAYS + 1) * DAY_MS

const isOlder = ({ lastUpdated }: LogEntry, than: LogEntry | undefined): boolean =>
  lastUpdated !== null && than !== undefined && than.lastUpdated !== null && lastUpdated < than.lastUpdated
