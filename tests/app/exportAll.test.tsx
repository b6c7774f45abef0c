import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LogEntry } from '#domain/entry/entry.ts'
import { exportAll } from '#src/features/logs/actions.ts'
import { useJournal } from '#src/stores/journal/journal.ts'
import { useSearch } from '#src/stores/search.ts'
import { toast } from '#src/ui/toast.tsx'
import { logEntry } from '#tests/support/logEntry.ts'

const COPY = [logEntry({ id: 'one' }), logEntry({ id: 'two' })]
const EXPORTED = 'success: Logs exported successfully!'
const FAILED = 'error: Failed to fetch logs.'

const hears = async () => {}
const hearsNothing = () => new Promise<void>(() => {})
const answers = async () => 3
const unreachable = () => Promise.reject(Object.assign(new Error('no'), { code: 'unavailable' }))

const said: string[] = []
/** The number of entries in each saved file. */
const saved: number[] = []

beforeEach(() => {
  vi.useFakeTimers()
  said.length = 0
  saved.length = 0
  for (const kind of ['success', 'error'] as const)
    vi.spyOn(toast, kind).mockImplementation((text: unknown) => {
      said.push(`${kind}: ${String(text)}`)
      return ''
    })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test.each<[string, boolean, () => Promise<void>, () => Promise<number>, string, number[]]>([
  ['a whole copy that hears what is new', true, hears, unreachable, EXPORTED, [2]],
  ['a whole copy that hears nothing', true, hearsNothing, answers, EXPORTED, [3]],
  ['a whole copy where the server cannot be reached', true, hearsNothing, unreachable, EXPORTED, [2]],
  ['part of a copy', false, hears, answers, EXPORTED, [3]],
  ['part of a copy where the server cannot be reached', false, hears, unreachable, FAILED, []],
])('exports, or reports an error, on a device with %s', async (_, complete, sync, readServer, expected, files) => {
  useSearch.setState({ complete, sync, findAll: async () => COPY })
  useJournal.setState({
    exportAll: async (__, known?: readonly LogEntry[]) => {
      const count = known?.length ?? (await readServer())
      saved.push(count)
      return count
    },
  })
  const done = exportAll()
  await vi.advanceTimersByTimeAsync(10_000)
  await done
  expect(said).toEqual([expected])
  expect(saved).toEqual(files)
})
