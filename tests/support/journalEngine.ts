import { EMPTY_CONTENT } from '#domain/entry/content.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import type { EntryOperation, Operation, Outcome } from '#domain/journal/operations.ts'
import { openJournalDatabase, type JournalDatabase, type NewOperation } from '#src/io/journal/database.ts'
import { JournalEngine, type Summary, type TabChannel, type TabMessage } from '#src/io/journal/engine.ts'
import type { ViewUpdate } from '#src/io/journal/liveViews.ts'
import { logEntry } from '#tests/support/logEntry.ts'

/** Returns an entry of the server, with its id as its text. */
export const serverEntry = (id: string, more: Partial<LogEntry> = {}): LogEntry =>
  logEntry({ id, content: id, lastUpdated: 1, ...more })

export const queued = (key: string, operation: Operation): NewOperation => ({ key, at: 5_000_000, operation })

export const adding = (id: string): EntryOperation => ({
  kind: 'add',
  id,
  content: { ...EMPTY_CONTENT, content: id },
  metadata: { clientTime: 0, timeZone: 'UTC', frequency: 100, source: 'typed' },
})

/** Returns an edit of the text of an entry from `serverEntry`. */
export const editing = (id: string, content: string): EntryOperation => {
  const base = { ...EMPTY_CONTENT, content: id, level: 'INTEL' }
  return { kind: 'edit', id, base, mine: { ...base, content } }
}

export const deleting = (id: string): EntryOperation => ({ kind: 'delete', id })

/** Opens the engine of a tab, and records what the page receives from it. */
export async function openEngine(database?: JournalDatabase, channel?: TabChannel) {
  const db = database ?? (await openJournalDatabase('alice', false))
  const updates: { readonly view: number; readonly update: ViewUpdate }[] = []
  const summaries: Summary[] = []
  const answers: [string, Outcome][] = []
  const engine = new JournalEngine(
    db,
    {
      onView: (view, update) => void updates.push({ view, update }),
      onSummary: (summary) => void summaries.push(summary),
      onForeignAnswer: (key, outcome) => void answers.push([key, outcome]),
    },
    channel,
  )
  await engine.open()
  return {
    engine,
    db,
    updates,
    summaries,
    answers,
    summary: () => summaries.at(-1),
    /** The texts of the entries that are not deleted, the newest first. */
    texts: () => engine.index.list(Infinity).entries.map(({ content }) => content),
  }
}

/** Connects the engines of several tabs. */
export function tabChannels() {
  const listeners: ((message: TabMessage) => void)[] = []
  return (): TabChannel => {
    let own: ((message: TabMessage) => void) | undefined
    return {
      post: (message) => listeners.forEach((listener) => listener !== own && listener(message)),
      onMessage(callback) {
        own = callback
        listeners.push(callback)
      },
    }
  }
}

/** Makes all writes of a database fail, as on a device without space, until `free` is called. */
export function withoutSpace(db: JournalDatabase) {
  let isFull = true
  const write =
    <Parameters extends readonly unknown[], Result>(act: (...parameters: Parameters) => Promise<Result>) =>
    (...parameters: Parameters): Promise<Result> =>
      isFull ? Promise.reject(new DOMException('The device is full.', 'QuotaExceededError')) : act(...parameters)
  return { db: { ...db, apply: write(db.apply), enqueue: write(db.enqueue) }, free: () => void (isFull = false) }
}
