import type { LogEntry } from '#domain/entry/entry.ts'
import type { View } from '#domain/journal/view.ts'
import type { JournalIndex } from './journalIndex.ts'

/** A change of a view. `entries` are the entries of the view that are new or have changed since its last update. */
export type ViewUpdate = {
  /** The view that the entries are of. The user may have changed the view since. */
  readonly view: View
  /** The ids of the entries, in the order of the view. */
  readonly ids: readonly string[]
  readonly entries: readonly LogEntry[]
  /** The number of entries without the limit of the view, as far as the device knows. */
  readonly total: number
  /** Whether the journal has more entries than the view's limit. */
  readonly hasMore: boolean
}

/** The journal that the views show. */
export type ViewSource = {
  readonly index: JournalIndex
  /** Whether the device has all entries of the journal. */
  readonly isComplete: boolean
  readonly hasNewest: boolean
  /** Returns the newest entries, without those after which entries are missing on this device. */
  readonly readNewest: () => readonly LogEntry[]
}

type OpenView = {
  readonly view: View
  sent: ViewUpdate | undefined
  /** Whether the device had the newest entries when the view was sent. */
  hadNewest: boolean
  entries: ReadonlyMap<string, LogEntry>
}

type Read = Pick<ViewUpdate, 'entries' | 'total' | 'hasMore'>

/** The open views of the pages. Each is sent as a whole once, and then what has changed. */
export class LiveViews {
  readonly #onUpdate: (id: number, update: ViewUpdate) => void
  readonly #views = new Map<number, OpenView>()
  /** The entries that the next update contains even if they are the same as at the last update. */
  readonly #toSend = new Set<string>()

  constructor(onUpdate: (id: number, update: ViewUpdate) => void) {
    this.#onUpdate = onUpdate
  }

  /** Opens a view, or changes it. */
  open(id: number, view: View): void {
    const entries = this.#views.get(id)?.entries ?? new Map<string, LogEntry>()
    this.#views.set(id, { view, sent: undefined, hadNewest: false, entries })
  }

  close(id: number): void {
    this.#views.delete(id)
  }

  closeAll(): void {
    this.#views.clear()
  }

  /**
   * Sends an entry with the next update even if it has not changed. A page shows the effect of an operation before the
   * engine does, so it needs the entry when its queued operations have changed.
   */
  sendAgain(entryId: string): void {
    this.#toSend.add(entryId)
  }

  /** Sends what has changed in the views. */
  update(source: ViewSource): void {
    for (const [id, view] of this.#views) this.#updateView(id, view, source)
    this.#toSend.clear()
  }

  #updateView(id: number, open: OpenView, source: ViewSource): void {
    const { entries, total, hasMore } = read(open.view, source)
    const isSent = (entry: LogEntry) => open.entries.get(entry.id) === entry && !this.#toSend.has(entry.id)
    const changed = entries.filter((entry) => !isSent(entry))
    const update = { view: open.view, ids: entries.map((entry) => entry.id), entries: changed, total, hasMore }
    const isSame = open.sent && isSameList(open.sent, update) && open.hadNewest === source.hasNewest
    if (isSame && changed.length === 0) return
    open.sent = update
    open.hadNewest = source.hasNewest
    open.entries = new Map(entries.map((entry) => [entry.id, entry]))
    this.#onUpdate(id, update)
  }
}

function read(view: View, { index, isComplete, readNewest }: ViewSource): Read {
  const all = (entries: readonly LogEntry[]) => ({ entries, total: entries.length, hasMore: false })
  switch (view.kind) {
    case 'list':
      return isComplete
        ? { ...index.list(view.limit), total: index.size }
        : { entries: readNewest().slice(0, view.limit), total: index.size, hasMore: true }
    case 'search': {
      const { entries, total } = index.search(view.text, view.limit)
      return { entries, total, hasMore: total > entries.length }
    }
    case 'period':
      return all(index.between(view.from, view.to))
    case 'trash':
      return all(index.trash())
    case 'entry': {
      const entry = index.entry(view.id)
      return all(entry ? [entry] : [])
    }
  }
}

const isSameList = (a: ViewUpdate, b: ViewUpdate): boolean =>
  a.total === b.total &&
  a.hasMore === b.hasMore &&
  a.ids.length === b.ids.length &&
  a.ids.every((id, index) => id === b.ids[index])
