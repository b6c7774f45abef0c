import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LogEntry } from '#domain/entry/entry.ts'
import { exportAll } from '#src/features/logs/actions.ts'
import { useJournal } from '#src/stores/journal/journal.ts'
import { useSearch } from '#src/stores/search.ts'
import { toast } from '#src/ui/toast.tsx'
import { logEntry } from '#tests/support/logEntry.ts'

const MIRROR = [logEntry({ id: 'one' }), logEntry({ id: 'two' })]
const EXPORTED = 'success: Logs exported successfully!'
const FAILED = 'error: Failed to fetch logs.'

const synchronizes = async () => {}
const neverSynchronizes = () => new Promise<void>(() => {})
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
  ['a complete local mirror that synchronizes', true, synchronizes, unreachable, EXPORTED, [2]],
  ['a complete local mirror that cannot synchronize', true, neverSynchronizes, answers, EXPORTED, [3]],
  ['a complete local mirror and an unreachable server', true, neverSynchronizes, unreachable, EXPORTED, [2]],
  ['a partial local mirror', false, synchronizes, answers, EXPORTED, [3]],
  ['a partial local mirror and an unreachable server', false, synchronizes, unreachable, FAILED, []],
])(
  'on a device with %s, exports all available entries or reports an error',
  async (_, complete, sync, readServer, expected, files) => {
    useSearch.setState({ complete, sync, findAll: async () => MIRROR })
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
  },
)
