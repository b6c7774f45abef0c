import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useJournal } from '#src/stores/journal.ts'
import { UserSession } from '#src/stores/session.ts'

/** Without a change for this long, the server does not answer. */
const SILENCE_MS = 5000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Waits until the journal is synchronized. Returns its store, and the results of the wait so far. */
function waitForSync() {
  const journal = useJournal.of(new UserSession('alice'))
  const results: boolean[] = []
  void journal
    .getState()
    .whenSynced()
    .then((result) => results.push(result))
  return { journal, results }
}
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('resolves at once for a synchronized journal', async () => {
  const journal = useJournal.of(new UserSession('alice'))
  journal.setState({ isComplete: true, live: true })
  expect(await journal.getState().whenSynced()).toBe(true)
})

test('resolves as soon as the device has all entries and all changes', async () => {
  const { journal, results } = waitForSync()
  await advance(100)
  journal.setState({ isComplete: true })
  await advance(100)
  expect(results).toEqual([])
  journal.setState({ live: true })
  await advance(0)
  expect(results).toEqual([true])
})

test('resolves with false when the server is silent', async () => {
  const { results } = waitForSync()
  await advance(SILENCE_MS - 1)
  expect(results).toEqual([])
  await advance(1)
  expect(results).toEqual([false])
})

test('waits as long as entries arrive', async () => {
  const { journal, results } = waitForSync()
  for (let revision = 1; revision <= 3; revision++) {
    await advance(SILENCE_MS - 1)
    journal.setState({ revision })
    await advance(1)
  }
  expect(results).toEqual([])
  journal.setState({ isComplete: true, live: true })
  await advance(0)
  expect(results).toEqual([true])
})
