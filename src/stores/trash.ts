import { create, type StateCreator } from 'zustand'
import type { LogEntry } from '#domain/entry/entry.ts'
import { loadWithDatabases } from '#src/io/deviceStorage.ts'
import type { LogsIo } from '#src/io/firebase/logs.ts'

export type TrashState = {
  /** The deleted entries by id, the most recently deleted entry first; null until the entries are loaded. */
  readonly entries: ReadonlyMap<string, LogEntry> | null
  readonly failed: boolean
  /** Subscribes to the deleted entries until `close` is called. */
  readonly open: (uid: string) => void
  readonly close: () => void
}

const CLOSED = { entries: null, failed: false } as const

export const trashState =
  (io: () => Promise<Pick<LogsIo, 'watchDeleted'>>): StateCreator<TrashState> =>
  (set, get) => {
    let generation = 0
    let stop = () => {}
    return {
      ...CLOSED,
      open(uid) {
        get().close()
        const started = generation
        const fail = () => {
          if (generation === started) set({ failed: true })
        }
        io().then((logsIo) => {
          if (generation !== started) return
          stop = logsIo.watchDeleted(
            uid,
            (entries) => {
              if (generation === started) set({ entries: new Map(entries.map((entry) => [entry.id, entry])) })
            },
            fail,
          )
        }, fail)
      },
      close() {
        generation++
        stop()
        stop = () => {}
        set(CLOSED)
      },
    }
  }

export const useTrash = create(
  trashState(async () => (await loadWithDatabases(() => import('#src/io/firebase/logs.ts'))).logsIo),
)
