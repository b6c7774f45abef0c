import { create, type StateCreator } from 'zustand'
import type { Day } from '#domain/activity/activity.ts'
import { keptEntry, type LogEntry } from '#domain/entry/entry.ts'
import { withDatabases } from '#src/io/deviceStorage.ts'
import type { LogsIo } from '#src/io/firebase/logs.ts'
import { keepsDatabases } from '#src/io/storage.ts'

export type ActivityState = {
  /** How many entries the days have of which the journal's window does not show all, by the day's key. */
  readonly counted: ReadonlyMap<string, number>
  /** The one day that the list is narrowed to. */
  readonly day: Day | null
  /** Its entries by id, newest first; null until they are known. */
  readonly entries: ReadonlyMap<string, LogEntry> | null
  readonly failed: boolean
  /** Finds out how many entries each of these days has; what cannot be found out stays as it was. */
  readonly count: (uid: string, days: readonly Day[]) => Promise<void>
  /** Narrows the list to a day, whose entries are then followed live; null shows all again. */
  readonly choose: (uid: string, day: Day | null) => void
  readonly close: () => void
}

/** So many questions are on their way at once. */
const AT_ONCE = 6

const CLOSED = { counted: new Map<string, number>(), day: null, entries: null, failed: false } as const

export const activityState =
  (
    io: () => Promise<Pick<LogsIo, 'watchRange' | 'countRange'>>,
    countKept: (uid: string, days: readonly Day[]) => Promise<readonly number[] | undefined>,
  ): StateCreator<ActivityState> =>
  (set, get) => {
    let stop = () => {}
    /** Grows with every close and every choice: what belongs to an older one is dropped. */
    let session = 0
    let choice = 0

    const note = (key: string, count: number): void => set({ counted: new Map(get().counted).set(key, count) })

    return {
      ...CLOSED,
      async count(uid, days) {
        const started = session
        // A device that holds the journal asks nobody.
        const kept = await countKept(uid, days).catch(() => undefined)
        if (kept && session === started) {
          const counts = days.map(({ key }, index): [string, number] => [key, kept[index] ?? 0])
          return set({ counted: new Map([...get().counted, ...counts]) })
        }
        const door = await io().catch(() => undefined)
        const left = days.toReversed()
        const askOneByOne = async (): Promise<void> => {
          const day = left.pop()
          if (!door || !day || session !== started) return
          const count = await door.countRange(uid, day)
          if (session === started) note(day.key, count)
          return askOneByOne()
        }
        await Promise.allSettled(Array.from({ length: AT_ONCE }, askOneByOne))
      },
      choose(uid, day) {
        stop()
        stop = () => {}
        const chosen = ++choice
        set({ day, entries: null, failed: false })
        if (!day) return
        const fail = () => {
          if (choice === chosen) set({ failed: true })
        }
        const show = (entries: readonly LogEntry[]) => {
          if (choice !== chosen) return
          set({ entries: new Map(entries.map((entry) => [entry.id, keptEntry(get().entries?.get(entry.id), entry)])) })
          note(day.key, entries.length)
        }
        io().then((door) => {
          if (choice === chosen) stop = door.watchRange(uid, day, show, fail)
        }, fail)
      },
      close() {
        session++
        choice++
        stop()
        stop = () => {}
        set(CLOSED)
      },
    }
  }

export const useActivity = create(
  activityState(
    async () => (await withDatabases(() => import('#src/io/firebase/logs.ts'))).logsIo,
    async (uid, days) =>
      keepsDatabases() ? (await import('#src/io/search/mirror.ts')).countSpans(uid, days) : undefined,
  ),
)
