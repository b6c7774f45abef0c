import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LogEntry } from '#domain/entry/entry.ts'
import { exportAll } from '#src/features/logs/actions.ts'
import { useJournal } from '#src/stores/journal.ts'
import { UserSession } from '#src/stores/session.ts'
import { toast } from '#src/ui/toast.tsx'
import { logEntry } from '#tests/support/logEntry.ts'

const ENTRIES = [logEntry({ id: 'one' }), logEntry({ id: 'two' })]
const EXPORTED = 'success: Logs exported successfully!'
const FAILED = 'error: Failed to fetch logs.'
const EMPTY = 'error: No logs to export.'

const said: string[] = []
/** The number of entries in each saved file. */
const saved: number[] = []

beforeEach(() => {
  said.length = 0
  saved.length = 0
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  for (const kind of ['success', 'error', 'loading'] as const)
    vi.spyOn(toast, kind).mockImplementation((text: unknown) => {
      said.push(`${kind}: ${String(text)}`)
      return 'id'
    })
})
afterEach(() => void vi.restoreAllMocks())

type Device = {
  /** Whether the device has all entries before it synchronizes, and afterwards. */
  readonly isComplete: readonly [boolean, boolean]
  readonly isSynced: boolean
  readonly entries: readonly LogEntry[]
  readonly isStorageFull?: boolean
}

/** Exports the entries of a device. */
async function exportFrom({ isComplete, isSynced, entries, isStorageFull = false }: Device): Promise<void> {
  const session = new UserSession('alice')
  const journal = useJournal.of(session)
  journal.setState({
    isComplete: isComplete[0],
    async whenSynced() {
      journal.setState({ isComplete: isComplete[1] })
      return isSynced
    },
    findAll: async (text) => (text === '' ? entries : []),
    async saveExport(all) {
      if (isStorageFull) throw new Error('full')
      saved.push(all.length)
    },
  })
  await exportAll(session)
}
const outcome = () => said.filter((text) => !text.startsWith('loading'))

test.each<[string, Device, string, number[]]>([
  [
    'all entries that is synchronized',
    { isComplete: [true, true], isSynced: true, entries: ENTRIES },
    EXPORTED,
    [ENTRIES.length],
  ],
  [
    'all entries that cannot synchronize',
    { isComplete: [true, true], isSynced: false, entries: ENTRIES },
    EXPORTED,
    [ENTRIES.length],
  ],
  [
    'some entries that receives the others',
    { isComplete: [false, true], isSynced: true, entries: ENTRIES },
    EXPORTED,
    [ENTRIES.length],
  ],
  [
    'some entries that cannot synchronize',
    { isComplete: [false, false], isSynced: false, entries: ENTRIES },
    FAILED,
    [],
  ],
  ['no entries', { isComplete: [true, true], isSynced: true, entries: [] }, EMPTY, []],
  [
    'all entries that cannot store the file',
    { isComplete: [true, true], isSynced: true, entries: ENTRIES, isStorageFull: true },
    FAILED,
    [],
  ],
])('on a device with %s, exports all entries or reports an error', async (_, device, expected, files) => {
  await exportFrom(device)
  expect(outcome()).toEqual([expected])
  expect(saved).toEqual(files)
})

test('shows how many entries are on the device while it synchronizes, and nothing afterwards', async () => {
  const session = new UserSession('alice')
  const journal = useJournal.of(session)
  const dismissed = vi.spyOn(toast, 'dismiss')
  const count = (known: number) => journal.setState({ count: { known, exact: false } })
  journal.setState({
    isComplete: true,
    async whenSynced() {
      for (const known of [500, 500, 1000]) count(known)
      return true
    },
  })
  await exportAll(session)
  count(1500)
  expect(said.filter((text) => text.startsWith('loading'))).toEqual([
    'loading: Loading logs…',
    'loading: Loading logs… 500',
    'loading: Loading logs… 1000',
  ])
  expect(dismissed).toHaveBeenCalledExactlyOnceWith('id', 'dashboard')
})
