import { vi } from 'vitest'
import type { LogEntry } from '#domain/entry/entry.ts'
import { openJournalDatabase } from '#src/io/journal/database.ts'
import type { ListenClient, ListenState, TargetDeps } from '#src/io/firebase/listen.ts'
import type { ListenQuery } from '#src/io/firebase/listenProtocol.ts'
import type { TabMessage } from '#src/io/journal/engine.ts'
import { createEngineApi } from '#src/io/journal/engineApi.ts'
import type { whileLeading } from '#src/io/locks.ts'
import { createJournal, type SyncMessage } from '#src/io/journal/journal.ts'
import { FakeCloud, FakeConnection } from './fakeCloud.ts'
import { logEntry } from './logEntry.ts'

/** @param number entries with higher numbers are older */
export const numberedEntry = (number: number, more: Partial<LogEntry> = {}) =>
  logEntry({
    id: `e${number}`,
    content: `entry ${number}`,
    timestamp: 1_000_000 - number,
    lastUpdated: 1_000_000 - number,
    ...more,
  })

/** Returns a server whose journal contains `size` entries. The entry `e0` is the newest. */
export function cloudWith(size: number): FakeCloud {
  const cloud = new FakeCloud()
  for (let number = 0; number < size; number++) cloud.entries.set(`e${number}`, numberedEntry(number))
  return cloud
}

/** A channel between the tabs of a device. */
class TestChannel<Message> {
  readonly #tabs = new Set<(message: Message) => void>()

  /** @param signal closes the tab */
  open(signal: AbortSignal) {
    let receive: (message: Message) => void = () => {}
    return {
      post: (message: Message) => {
        for (const tab of this.#tabs) if (tab !== receive) tab(message)
      },
      onMessage: (callback: (message: Message) => void) => {
        receive = callback
        this.#tabs.add(callback)
        signal.addEventListener('abort', () => this.#tabs.delete(callback))
      },
    }
  }
}

/** What the tabs of a device share. It remains when a tab closes. */
export class TestDevice {
  readonly database = openJournalDatabase('', false)
  readonly changes = new TestChannel<TabMessage>()
  readonly syncStates = new TestChannel<SyncMessage>()
  #sending: Promise<unknown> = Promise.resolve()

  whileLocked(work: () => Promise<void>): Promise<void> {
    const sent = this.#sending.then(work)
    this.#sending = sent.catch(() => {})
    return sent
  }
}

/** A stream of documents. A test sends the documents. */
export class FakeListenClient implements ListenClient {
  readonly targets = new Set<{ readonly query: ListenQuery; readonly deps: TargetDeps }>()
  /** Reports a state of the connection. */
  onState: (state: ListenState) => void = () => {}

  listen(query: ListenQuery, deps: TargetDeps): () => void {
    const target = { query, deps }
    this.targets.add(target)
    return () => this.targets.delete(target)
  }

  /** Sends documents to all targets, in place of all documents that were sent before. */
  send(documents: Readonly<Record<string, Readonly<Record<string, unknown>>>>): void {
    const changed = Object.entries(documents).map(([id, data]) => ({ id, path: id, data }))
    for (const { deps } of this.targets) deps.onChange({ changed, gone: [], complete: true })
  }

  /** Confirms the documents of all targets without sending them, as after a new connection. */
  confirm(): void {
    for (const { deps } of this.targets) deps.onChange({ changed: [], gone: [], complete: false })
  }

  fail(): void {
    for (const { deps } of this.targets) deps.onError({ code: 'permission-denied', message: '' })
  }

  retryNow(): void {}

  close(): void {
    this.targets.clear()
  }
}

type Options = {
  readonly cloud?: FakeCloud
  /** A device that already has a journal or another tab. */
  readonly device?: TestDevice
  readonly uid?: string
  /** Ends the journal, as when its tab closes. */
  readonly signal?: AbortSignal
  readonly whenUserIdle?: () => Promise<void>
  readonly whileLeading?: typeof whileLeading
}

/** Creates the journal of a tab. It is a real journal in this thread, with a fake server. */
export function testJournal({
  cloud = new FakeCloud(),
  device = new TestDevice(),
  uid = 'alice',
  signal = new AbortController().signal,
  whenUserIdle = async () => {},
  whileLeading: leadWhile = async (_, leading, lead) => lead(leading),
}: Options = {}) {
  const server = new FakeConnection(cloud)
  const client = new FakeListenClient()
  signal.addEventListener('abort', () => server.close())
  const journal = createJournal(uid, signal, {
    engine: createEngineApi(
      () => device.changes.open(signal),
      () => device.database,
    ),
    toListener: (listener) => listener,
    server,
    client,
    watchClient: (listener) => (client.onState = listener),
    tabs: device.syncStates.open(signal),
    isPersistent: true,
    whileLocked: (_, work) => device.whileLocked(work),
    whileLeading: leadWhile,
    whenUserIdle,
  })
  return { journal, cloud, device, server, client }
}

/** With fake timers, a timer of 0 ms that is set by another timer ends after 1 ms. */
const SETTLE_MS = 3

/** Waits until all pending work of the journal is done, except work that waits for time to pass. Needs fake timers. */
export const settled = async (): Promise<void> => void (await vi.advanceTimersByTimeAsync(SETTLE_MS))
