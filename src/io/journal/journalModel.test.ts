import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EMPTY_CONTENT, contentOf } from '#domain/entry/content.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import type { EntryOperation, Outcome } from '#domain/journal/operations.ts'
import { logEntry } from '#tests/support/logEntry.ts'
import { FakeCloud, FakeConnection } from '#tests/support/fakeCloud.ts'
import { openJournalDatabase, type JournalDatabase } from './database.ts'
import { JournalEngine, type TabMessage } from './engine.ts'
import { createPusher, type Pusher } from './push.ts'
import { startSync, type JournalSync } from './sync.ts'

/*
 * Random operations of three tabs on two devices, with random cuts of the network, lost answers, crashes, new devices and
 * changes of the tab that follows the server, against a reference: at rest, all tabs show and both devices store what the
 * cloud has, and no operation was lost or written twice.
 */

const STEPS = 50_000
/** After this many steps, all tabs are online until the journals are at rest, and are compared. */
const STEPS_UNTIL_REST = 250
/** The time in milliseconds until a sync that another tab has replaced starts again. */
const RESTART_MS = 500
/** After this time in milliseconds, a device has stored all entries that it has read. */
const STORED_MS = 1000

/** Returns a reproducible sequence of numbers from 0 to 1 (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** What the tabs of one device share. */
class Device {
  readonly tabs: Tab[] = []
  /** The tab that follows the server. */
  leader: Tab | undefined
  readonly #locks = new Map<string, Promise<unknown>>()
  db: JournalDatabase

  constructor(db: JournalDatabase) {
    this.db = db
  }

  /** Deletes what the device has stored, if its queue is empty. */
  async reset(): Promise<void> {
    if ((await this.db.readQueue()).length > 0) return
    this.db = await openJournalDatabase('', false)
    for (const tab of this.tabs) await tab.restart()
  }

  /** All entries that a tab would have after a restart. */
  async stored(): Promise<readonly LogEntry[]> {
    return (await Array.fromAsync(this.db.readEntries())).flat()
  }

  whileLocked(name: string, work: () => Promise<void>): Promise<void> {
    const before = this.#locks.get(name) ?? Promise.resolve()
    const mine = before.then(work)
    this.#locks.set(
      name,
      mine.catch(() => {}),
    )
    return mine
  }
}

class Tab {
  readonly #device: Device
  readonly connection: FakeConnection
  readonly outcomes: Map<string, Outcome[]>
  /** The clock of this device, which may be a day off. */
  readonly #clockOffset: number
  readonly #waiting = new Set<() => void>()
  engine!: JournalEngine
  #pusher!: Pusher
  #sync!: JournalSync
  #leading = new AbortController()
  #ended = new AbortController()
  #onMessage: (message: TabMessage) => void = () => {}

  constructor(device: Device, cloud: FakeCloud, outcomes: Map<string, Outcome[]>, clockOffset: number) {
    this.#device = device
    this.connection = new FakeConnection(cloud)
    this.outcomes = outcomes
    this.#clockOffset = clockOffset
    device.tabs.push(this)
  }

  /** A tab that has crashed does nothing more. */
  #alive<Parameters extends readonly unknown[], Result>(act: (...parameters: Parameters) => Promise<Result>) {
    const { signal } = this.#ended
    return (...parameters: Parameters): Promise<Result> => (signal.aborted ? new Promise(() => {}) : act(...parameters))
  }

  readonly #pause = () => new Promise<void>((resolve) => this.#waiting.add(resolve))

  async start(): Promise<void> {
    this.#ended = new AbortController()
    const { signal } = this.#ended
    const { db } = this.#device
    const channel = {
      post: (message: TabMessage) => {
        for (const tab of this.#device.tabs) if (tab !== this) tab.#onMessage(message)
      },
      onMessage: (callback: (message: TabMessage) => void) => {
        this.#onMessage = (message) => {
          if (!signal.aborted) callback(message)
          if (!signal.aborted) this.#pusher.push()
        }
      },
    }
    const engine = new JournalEngine(db, { onView: () => {}, onSummary: () => {}, onForeignAnswer: () => {} }, channel)
    this.engine = engine
    this.#pusher = createPusher({
      takeBatch: this.#alive(async (limit: number) => engine.takeBatch(limit)),
      server: {
        requireNetwork: this.#alive(this.connection.requireNetwork),
        commit: this.#alive(this.connection.commit),
        clear: this.#alive(this.connection.clear),
      },
      whileLocked: (work) => this.#device.whileLocked('push', () => Promise.race([work(), aborted(signal)])),
      pause: this.#pause,
      settle: this.#alive((key, answer) => engine.settle(key, answer)),
      dropEntries: this.#alive(({ ids, latest }) => engine.apply({ drop: ids, unlessChangedAfter: latest })),
      onAnswer: ({ queued, outcome }) => {
        this.outcomes.set(queued.key, [...(this.outcomes.get(queued.key) ?? []), outcome])
      },
      signal,
    })
    await engine.open()
    this.lead()
    this.#pusher.push()
  }

  /**
   * Follows the server in place of the other tabs of the device, because the user sees this tab. The tab that followed
   * the server before may learn this late.
   */
  lead(): void {
    const previous = this.#device.leader?.leading
    setTimeout(() => previous?.abort())
    this.#device.leader = this
    this.#leading = new AbortController()
    this.#follow(AbortSignal.any([this.#ended.signal, this.#leading.signal]))
  }

  #follow(leading: AbortSignal): void {
    const replaced = new AbortController()
    const { engine } = this
    this.#sync = startSync({
      server: this.connection,
      readSync: this.#alive(async () => engine.sync),
      countNewest: this.#alive(async () => engine.countNewest()),
      apply: this.#alive((change) => engine.apply(change)),
      applyPage: this.#alive((page) => engine.applyPage(page)),
      pause: this.#pause,
      whenFree: async () => {},
      onState: () => {},
      onReplaced: () => {
        replaced.abort()
        setTimeout(() => leading.aborted || this.#follow(leading), RESTART_MS)
      },
      signal: AbortSignal.any([leading, replaced.signal]),
    })
  }

  get leading(): AbortController {
    return this.#leading
  }

  /** Reads all entries, because the user waits for them. */
  hurry(): void {
    void this.#sync.hurry()
  }

  /** Ends the tab as a crash does: nothing is finished, and only the database remains. */
  async restart(): Promise<void> {
    this.#ended.abort()
    this.engine.close()
    this.connection.close()
    this.#waiting.clear()
    await this.start()
  }

  retry(): void {
    for (const resume of this.#waiting) resume()
    this.#waiting.clear()
  }

  async act(key: string, operation: EntryOperation): Promise<void> {
    await this.engine.enqueue([{ key, at: Date.now() + this.#clockOffset, operation }])
    this.#pusher.push()
  }

  shown(): readonly LogEntry[] {
    return this.engine.index.list(Infinity).entries
  }

  trash(): readonly LogEntry[] {
    return this.engine.index.trash()
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const settle = async () => {
  await vi.advanceTimersByTimeAsync(0)
  await vi.advanceTimersByTimeAsync(0)
}

const visible = (entries: readonly LogEntry[]) =>
  entries
    .map(({ id, content, tags, level, deleted }) => ({ id, content, tags, level, deleted }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))

test(
  'random operations of three tabs end in the same journal, and no text is lost or written twice',
  { timeout: 600_000 },
  async () => {
    const random = randomNumbers(Number(process.env['SEED'] ?? 1))
    const below = (limit: number) => Math.floor(random() * limit)
    const pick = <Item>(items: readonly Item[]): Item | undefined => items[below(items.length)]
    const cloud = new FakeCloud()
    const outcomes = new Map<string, Outcome[]>()
    const laptop = new Device(await openJournalDatabase('one', false))
    const phone = new Device(await openJournalDatabase('two', false))
    const day = 86_400_000
    const tabs = [
      new Tab(laptop, cloud, outcomes, 0),
      new Tab(laptop, cloud, outcomes, 0),
      new Tab(phone, cloud, outcomes, -day),
    ]
    for (const tab of tabs) await tab.start()
    const queued: string[] = []
    const textKeys = new Set<string>()
    let serial = 0

    const operate = async (tab: Tab): Promise<void> => {
      const key = `k${++serial}`
      const entry = pick(tab.shown())
      const deleted = pick(tab.trash())
      const choice = random()
      const operation = ((): EntryOperation | undefined => {
        if (choice < 0.001) return { kind: 'clear' }
        if (choice < 0.45 || !entry)
          return {
            kind: 'add',
            id: `e${key}`,
            content: { ...EMPTY_CONTENT, content: key },
            metadata: { clientTime: 0, timeZone: 'UTC', frequency: 100, source: 'typed' },
          }
        if (choice < 0.7) {
          const base = contentOf(entry)
          const mine = random() < 0.5 ? { ...base, content: key } : { ...base, tags: [key] }
          return { kind: 'edit', id: entry.id, base, mine }
        }
        if (choice < 0.85) return { kind: 'delete', id: entry.id }
        if (!deleted) return undefined
        return { kind: choice < 0.93 ? 'restore' : 'remove', id: deleted.id }
      })()
      if (!operation) return
      queued.push(key)
      if (operation.kind === 'add' || operation.kind === 'edit') textKeys.add(key)
      await tab.act(key, operation)
    }

    const compare = async (): Promise<void> => {
      for (const tab of tabs) {
        tab.connection.losesNextAnswer = false
        tab.connection.reconnect()
      }
      await vi.advanceTimersByTimeAsync(STORED_MS)
      for (let round = 0; round < 200; round++) {
        for (const tab of tabs) tab.retry()
        await settle()
        if (tabs.every(({ engine }) => engine.queue.length === 0)) break
      }
      for (let round = 0; round < 5; round++) await settle()
      await vi.advanceTimersByTimeAsync(STORED_MS)
      const expected = visible([...cloud.entries.values()])
      for (const tab of tabs) {
        expect(tab.engine.queue).toEqual([])
        expect(visible([...tab.shown(), ...tab.trash()])).toEqual(expected)
      }
      for (const device of [laptop, phone]) {
        expect(visible(await device.stored())).toEqual(expected)
        expect((await device.db.readSync()).fill).toBeNull()
      }
      // A deletion whose answer was lost may be repeated after another device has restored the entry. Texts never are.
      const texts = cloud.written.filter((key) => textKeys.has(key))
      expect(new Set(texts).size, 'no text was written twice').toBe(texts.length)
      const unanswered = queued.filter((key) => !outcomes.has(key))
      expect(unanswered, 'every operation was answered').toEqual([])
      queued.length = 0
      cloud.written.length = 0
    }

    for (let step = 1; step <= STEPS; step++) {
      const tab = pick(tabs)
      if (!tab) break
      const choice = random()
      if (choice < 0.7) await operate(tab)
      else if (choice < 0.78) tab.connection.isOnline = false
      else if (choice < 0.88) {
        tab.connection.reconnect()
        tab.retry()
      } else if (choice < 0.91) tab.connection.losesNextAnswer = true
      else if (choice < 0.93) await tab.restart()
      else if (choice < 0.94) {
        const id = pick(cloud.removals.flatMap(({ ids }) => ids).slice(-20))
        if (id !== undefined && !cloud.entries.has(id)) cloud.import(logEntry({ id, content: `imported ${step}` }))
      } else if (choice < 0.945) await pick([laptop, phone])?.reset()
      else if (choice < 0.955) tab.lead()
      else if (choice < 0.965) tab.hurry()
      else if (choice < 0.97) await vi.advanceTimersByTimeAsync(STORED_MS)
      if (random() < 0.5) await settle()
      if (step % STEPS_UNTIL_REST === 0) await compare()
    }
  },
)
