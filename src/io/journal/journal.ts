import type { LogEntry } from '#domain/entry/entry.ts'
import {
  COMBINE_MS,
  waitsForMore,
  type Operation,
  type Outcome,
  type QueuedOperation,
} from '#domain/journal/operations.ts'
import type { View } from '#domain/journal/view.ts'
import type { JournalServer } from '#src/io/firebase/journalServer.ts'
import type { ListenClient, ListenState } from '#src/io/firebase/listen.ts'
import type { whileLeading, whileLocked } from '#src/io/locks.ts'
import { outboxLock } from './databaseName.ts'
import type { EngineListener, Summary } from './engine.ts'
import type { NewOperation } from './database.ts'
import type { EngineApi } from './engineApi.ts'
import type { LookBack, TagCount, TimeSpan } from './journalIndex.ts'
import type { ViewUpdate } from './liveViews.ts'
import { createPusher, type Answered } from './push.ts'
import { startSync, type JournalSync, type SyncEvent } from './sync.ts'

export type JournalListener = {
  readonly onView?: (id: number, update: ViewUpdate) => void
  readonly onSummary?: (summary: Summary) => void
  /** Called immediately when this tab queues operations, before the device has stored them. */
  readonly onQueued?: (added: readonly NewOperation[]) => void
  /** Called when the server has answered an operation, in the tab that has sent it. */
  readonly onAnswer?: (answered: Answered & { readonly isAwaited: boolean }) => void
  /** A deletion of all entries has deleted these entries. */
  readonly onDeleted?: (ids: readonly string[]) => void
  /** `lost`: the device receives no changes, because the connection was lost. */
  readonly onSync?: (event: SyncEvent | 'lost') => void
}

/** A change, and the key by which a second change with the same key has no effect. */
export type KeyedOperation = {
  readonly key: string
  readonly operation: Operation
}

/** The journal of one user. It lives until the session ends. */
export type Journal = {
  readonly subscribe: (listener: JournalListener) => void
  /** Tests the connection to the database (specification §4). Rejects with `permission-denied` if it rejects the user. */
  readonly connect: () => Promise<void>
  /** Starts to send the queue and to follow the server, also again after the database has rejected the user. */
  readonly start: () => void
  /** Answers all operations as refused until the next start, because the database rejects the user. */
  readonly refuseAll: () => Promise<void>
  /** Opens a live view, or changes the view with this number. */
  readonly watch: (id: number, view: View) => void
  readonly unwatch: (id: number) => void
  /**
   * Queues operations. Their effect is visible immediately. Resolves with false if the device could not store them.
   * @param mayBeSent whether an earlier page may have sent the operations
   */
  readonly enqueue: (added: readonly KeyedOperation[], mayBeSent?: boolean) => Promise<boolean>
  /** Removes operations from the queue that the server has not answered. They may still take effect if they were sent. */
  readonly withdraw: (keys: readonly string[]) => Promise<void>
  /** Resolves with the server's answer to a queued operation, also if another tab has sent it. */
  readonly whenAnswered: (key: string) => Promise<Outcome>
  readonly readQueue: () => Promise<readonly QueuedOperation[]>
  /** Sends all operations at once, because the user signs out. Resolves when the server has answered all of them. */
  readonly flush: () => Promise<void>
  /** Sends and syncs without further delay, because the network may be back. */
  readonly retry: () => void
  /** Reads older entries from the server if this device has fewer than `wanted` entries without a gap. */
  readonly loadOlder: (wanted: number) => Promise<void>
  /** Reads all entries that the device lacks, without consideration for the user, now or when this tab can read them. */
  readonly fill: () => Promise<void>
  /** Reads one entry from the server, on a device that lacks entries. Resolves with false if the server has none. */
  readonly loadEntry: (id: string) => Promise<boolean>
  /** Listens to the user's other documents. */
  readonly client: ListenClient
  readonly find: (text: string, limit: number) => Promise<readonly LogEntry[]>
  readonly tags: () => Promise<readonly TagCount[]>
  readonly goals: () => Promise<readonly string[]>
  readonly lookBack: (now: number) => Promise<LookBack>
  readonly countSpans: (spans: readonly TimeSpan[]) => Promise<readonly number[]>
}

/** How long a broken stream may take to connect again before the connection counts as lost. */
const LOST_AFTER_MS = 3000
/** How long to wait before a sync that another tab has replaced starts again. */
const RESTART_MS = 1000
/** How long to wait before the server is asked again. */
const RETRY_MS = 10_000

export type SyncChannel = {
  readonly post: (message: SyncMessage) => void
  readonly onMessage: (callback: (message: SyncMessage) => void) => void
}

/** `ask`: a tab that has just opened asks for the state. */
export type SyncMessage = 'synced' | 'lost' | 'ask'

type JournalDeps = {
  readonly engine: EngineApi
  /** Makes the listener callable from the engine's thread. */
  readonly toListener: (listener: EngineListener) => EngineListener
  readonly server: JournalServer
  readonly client: ListenClient
  /** Calls back when the state of the client changes. */
  readonly watchClient: (onState: (state: ListenState) => void) => void
  /** Tells the other tabs of this user whether the tab that follows the server receives all changes. */
  readonly tabs: SyncChannel
  /** Whether the device stores the journal. */
  readonly isPersistent: boolean
  readonly whileLocked: typeof whileLocked
  readonly whileLeading: typeof whileLeading
  readonly whenUserIdle: () => Promise<void>
}

/**
 * Creates the journal of a user.
 * @param signal ends the journal
 */
export function createJournal(
  uid: string,
  signal: AbortSignal,
  { engine, toListener, server, client, isPersistent, ...deps }: JournalDeps,
): Journal {
  const listeners = new Set<JournalListener>()
  let latest: Summary | undefined
  let queueChanged = Promise.withResolvers<void>()
  let checkingQueue: ReturnType<typeof setTimeout> | undefined
  const checkQueue = (): void => {
    checkingQueue = undefined
    push()
  }
  const waiting = new Map<string, PromiseWithResolvers<Outcome>>()
  const answer = (key: string, outcome: Outcome): void => {
    waiting.get(key)?.resolve(outcome)
    waiting.delete(key)
  }

  const ready = engine.open(
    uid,
    isPersistent,
    toListener({
      onView: (id, update) => listeners.forEach(({ onView }) => onView?.(id, update)),
      onSummary(summary) {
        latest = summary
        queueChanged.resolve()
        queueChanged = Promise.withResolvers()
        // The tab that has queued the operations may have closed before it has sent them.
        if (summary.queue.length > 0) checkingQueue ??= setTimeout(checkQueue, RETRY_MS)
        listeners.forEach(({ onSummary }) => onSummary?.(summary))
      },
      onForeignAnswer: answer,
    }),
  )
  /** Runs work when the journal is loaded from the device. */
  const whenReady = <Result>(work: () => Promise<Result>): Promise<Result> => ready.then(work)

  /** `idle`: the database may reject the user, so nothing is sent. `denied`: the database has rejected the user. */
  let sending: 'idle' | 'started' | 'denied' = 'idle'
  /** Ends the sync. */
  let syncing: AbortController | undefined
  let isFlushing = false
  let resume = Promise.withResolvers<void>()
  const pause = () => Promise.race([resume.promise, new Promise<void>((resolve) => setTimeout(resolve, RETRY_MS))])
  const sessionEnd = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  const pusher = createPusher({
    takeBatch: (limit) => engine.takeBatch(limit, isFlushing || sending === 'denied' ? [] : [...combining]),
    server,
    whileLocked: (work) =>
      deps.whileLocked(outboxLock(uid), async () => {
        // Another tab may have sent operations until now.
        const sent = engine.readQueue().then(work)
        // A terminated worker does not answer, but other tabs need the lock.
        await Promise.race([sent, sessionEnd])
      }),
    pause,
    settle: engine.settle,
    dropEntries({ ids, latest: latestChange }) {
      listeners.forEach(({ onDeleted }) => onDeleted?.(ids))
      // An import may already have added entries with these ids again.
      return engine.apply({ drop: ids, unlessChangedAfter: latestChange })
    },
    onAnswer(answered) {
      const { key } = answered.queued
      const isAwaited = waiting.has(key)
      listeners.forEach(({ onAnswer }) => onAnswer?.({ ...answered, isAwaited }))
      answer(key, answered.outcome)
    },
    signal,
  })
  const push = (): void => {
    if (sending === 'started') pusher.push()
    else if (sending === 'denied') void pusher.refuseAll()
  }
  /** The keys of operations that wait for further changes. */
  const combining = new Set<string>()
  const combine = (key: string): void => {
    combining.add(key)
    setTimeout(() => {
      combining.delete(key)
      push()
    }, COMBINE_MS)
  }
  let sync: JournalSync | undefined
  let isFillWanted = false

  let state: 'synced' | 'lost' = 'lost'
  const report = (event: SyncEvent | 'lost'): void => {
    if (event === 'synced' || event === 'lost') state = event
    listeners.forEach(({ onSync }) => onSync?.(event))
  }
  /** Reports an event of this tab, which follows the server, here and in the other tabs. */
  const reportOwn = (event: SyncEvent | 'lost'): void => {
    report(event)
    if (event === 'synced' || event === 'lost') deps.tabs.post(event)
  }
  let isLeading = false
  deps.tabs.onMessage((message) => {
    if (message !== 'ask') {
      if (!isLeading) report(message)
    } else if (isLeading) deps.tabs.post(state)
  })
  deps.tabs.post('ask')
  let isSynced = false
  let losing: ReturnType<typeof setTimeout> | undefined
  deps.watchClient((connection) => {
    clearTimeout(losing)
    if (!isSynced || !isLeading) return
    if (connection === 'connected') reportOwn('synced')
    else if (connection === 'offline') reportOwn('lost')
    else losing = setTimeout(() => reportOwn('lost'), LOST_AFTER_MS)
  })

  const startSyncing = (leading: AbortSignal): void => {
    isLeading = true
    leading.addEventListener('abort', () => {
      isLeading = false
      clearTimeout(losing)
    })
    syncUntil(leading)
  }
  const syncUntil = (leading: AbortSignal): void => {
    const replaced = new AbortController()
    isSynced = false
    sync = startSync({
      server,
      readSync: engine.readSync,
      countNewest: engine.countNewest,
      apply: engine.apply,
      applyPage: engine.applyPage,
      pause,
      whenFree: deps.whenUserIdle,
      onState(event) {
        isSynced ||= event === 'synced'
        if (event === 'denied') {
          syncing?.abort()
          syncing = undefined
        }
        reportOwn(event)
      },
      // The tab that followed the server before may begin its period late. After the delay, it knows that this tab leads.
      onReplaced() {
        replaced.abort()
        setTimeout(() => leading.aborted || syncUntil(leading), RESTART_MS)
      },
      signal: AbortSignal.any([leading, replaced.signal]),
    })
    if (isFillWanted) void sync.hurry()
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      if (latest) listener.onSummary?.(latest)
    },
    connect: () => server.connect(),
    start() {
      sending = 'started'
      void ready.then(push)
      if (syncing) return
      syncing = new AbortController()
      const ended = AbortSignal.any([signal, syncing.signal])
      void ready.then(() => {
        // A journal in memory is not shared with other tabs, so each tab follows the server.
        if (isPersistent) void deps.whileLeading(`sync:${uid}`, ended, startSyncing)
        else startSyncing(ended)
      })
    },
    refuseAll() {
      sending = 'denied'
      return whenReady(pusher.refuseAll)
    },
    watch: (id, view) => void whenReady(() => engine.watch(id, view)),
    unwatch: (id) => void whenReady(() => engine.unwatch(id)),
    async enqueue(added, mayBeSent = false) {
      const at = Date.now()
      const operations = added.map(({ key, operation }) => ({ key, operation, at }))
      listeners.forEach(({ onQueued }) => onQueued?.(operations))
      await ready
      for (const { key, operation } of added) if (waitsForMore(operation)) combine(key)
      const { isStored, replaced } = await engine.enqueue(operations, mayBeSent)
      // The caller of a replaced operation does not wait for the operation that has replaced it.
      for (const key of replaced) answer(key, 'saved')
      push()
      return isStored
    },
    async flush() {
      await ready
      isFlushing = true
      push()
      for (;;) {
        const changed = queueChanged.promise
        if ((await engine.readQueue()).length === 0) return
        await changed
      }
    },
    async withdraw(keys) {
      pusher.cancel()
      for (const key of keys) await engine.settle(key, { outcome: 'refused' })
    },
    whenAnswered(key) {
      const answered = waiting.get(key) ?? Promise.withResolvers<Outcome>()
      waiting.set(key, answered)
      return answered.promise
    },
    readQueue: () => whenReady(() => engine.readQueue()),
    retry() {
      resume.resolve()
      resume = Promise.withResolvers()
      client.retryNow()
      push()
    },
    loadOlder: async (wanted) => sync?.loadOlder(wanted),
    async fill() {
      isFillWanted = true
      await sync?.hurry()
    },
    loadEntry: (id) =>
      whenReady(async () => {
        const entry = await server.readEntry(id)
        if (entry) await engine.apply({ put: [entry] })
        return entry !== undefined
      }),
    client,
    find: (text, limit) => whenReady(() => engine.find(text, limit)),
    tags: () => whenReady(() => engine.tags()),
    goals: () => whenReady(() => engine.goals()),
    lookBack: (now) => whenReady(() => engine.lookBack(now)),
    countSpans: (spans) => whenReady(() => engine.countSpans(spans)),
  }
}
