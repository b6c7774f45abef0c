import { create, type StateCreator } from 'zustand'
import type { Day, Period } from '#domain/activity/activity.ts'
import { reuseUnchangedEntry, type LogEntry } from '#domain/entry/entry.ts'
import { loadWithDatabases } from '#src/io/deviceStorage.ts'
import type { LogsIo } from '#src/io/firebase/logs.ts'
import { canUseDatabases } from '#src/io/storage.ts'

export type ActivityState = {
  /**
   * The number of entries of each day, by the day's key. Needed for days whose entries are not all in the loaded part
   * of the journal.
   */
  readonly countsByDay: ReadonlyMap<string, number>
  /** The day or week that the list is filtered by. */
  readonly day: Period | null
  /** The entries of the chosen day or week by id, the newest first; null until they are loaded. */
  readonly entries: ReadonlyMap<string, LogEntry> | null
  readonly failed: boolean
  /** Counts the entries of each of these days. If a day cannot be counted, its previous count stays. */
  readonly count: (uid: string, days: readonly Day[]) => Promise<void>
  /** Filters the list by a day or a week and subscribes to its entries; null removes the filter. */
  readonly chooseDay: (uid: string, day: Period | null) => void
  readonly close: () => void
}

const CONCURRENCY = 6

const CLOSED = { countsByDay: new Map<string, number>(), day: null, entries: null, failed: false } as const

export const activityState =
  (
    io: () => Promise<Pick<LogsIo, 'watchRange' | 'countRange'>>,
    countInMirror: (uid: string, days: readonly Day[]) => Promise<readonly number[] | undefined>,
  ): StateCreator<ActivityState> =>
  (set, get) => {
    let stop = () => {}
    /**
     * `generation` is incremented on every close. `choiceGeneration` is incremented on every close and whenever a day
     * is chosen. Results that were requested before the last increment are ignored.
     */
    let generation = 0
    let choiceGeneration = 0

    const setCount = (key: string, count: number): void =>
      set({ countsByDay: new Map(get().countsByDay).set(key, count) })

    return {
      ...CLOSED,
      async count(uid, days) {
        const started = generation
        // If the local mirror can count the days, no requests are needed.
        const localCounts = await countInMirror(uid, days).catch(() => undefined)
        if (localCounts && generation === started) {
          const counts = days.map(({ key }, index): [string, number] => [key, localCounts[index] ?? 0])
          return set({ countsByDay: new Map([...get().countsByDay, ...counts]) })
        }
        const logsIo = await io().catch(() => undefined)
        const left = days.toReversed()
        const askOneByOne = async (): Promise<void> => {
          const day = left.pop()
          if (!logsIo || !day || generation !== started) return
          const count = await logsIo.countRange(uid, day)
          if (generation === started) setCount(day.key, count)
          return askOneByOne()
        }
        await Promise.allSettled(Array.from({ length: CONCURRENCY }, askOneByOne))
      },
      chooseDay(uid, day) {
        stop()
        stop = () => {}
        const chosen = ++choiceGeneration
        set({ day, entries: null, failed: false })
        if (!day) return
        const fail = () => {
          if (choiceGeneration === chosen) set({ failed: true })
        }
        const show = (entries: readonly LogEntry[]) => {
          if (choiceGeneration !== chosen) return
          set({
            entries: new Map(
              entries.map((entry) => [entry.id, reuseUnchangedEntry(get().entries?.get(entry.id), entry)]),
            ),
          })
          setCount(day.key, entries.length)
        }
        io().then((logsIo) => {
          if (choiceGeneration === chosen) stop = logsIo.watchRange(uid, day, show, fail)
        }, fail)
      },
      close() {
        generation++
        choiceGeneration++
        stop()
        stop = () => {}
        set(CLOSED)
      },
    }
  }

export const useActivity = create(
  activityState(
    async () => (await loadWithDatabases(() => import('#src/io/firebase/logs.ts'))).logsIo,
    async (uid, days) =>
      canUseDatabases() ? (await import('#src/io/search/mirror.ts')).countInTimeSpans(uid, days) : undefined,
  ),
)
