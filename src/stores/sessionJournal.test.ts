import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UserSession } from '#src/stores/session.ts'
import { loadJournal, whenJournalLoads } from '#src/stores/sessionJournal.ts'
import { testJournal } from '#tests/support/testJournal.ts'

const journalOf = vi.hoisted(() => vi.fn())
vi.mock('#src/io/journal/journalOf.ts', () => ({ journalOf }))

const RETRY_MS = 10_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Starts to load a journal whose code cannot be loaded at the first attempt. */
function start() {
  const session = new UserSession('alice')
  const { journal } = testJournal({ signal: session.signal })
  let loads = 0
  const load = async () => {
    if (++loads === 1) throw new Error('The code cannot be loaded.')
    return journal
  }
  return { session, journal, loading: whenJournalLoads(session, load), loads: () => loads }
}

test('loads the code of the journal again after a pause', async () => {
  const { journal, loading, loads } = start()
  await vi.advanceTimersByTimeAsync(RETRY_MS - 1)
  expect(loads()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await loading).toBe(journal)
})

test('does not load the code of the journal again after the end of the session', async () => {
  const { session, loads } = start()
  session.end()
  await vi.advanceTimersByTimeAsync(RETRY_MS)
  expect(loads()).toBe(1)
})

test('opens no journal if the session ends while the code of the journal loads', async () => {
  const session = new UserSession('alice')
  const loading = loadJournal(session)
  session.end()
  await expect(loading).rejects.toThrow('aborted')
  expect(journalOf).not.toHaveBeenCalled()
})
