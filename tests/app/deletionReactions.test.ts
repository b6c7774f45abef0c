import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startDeletionReactions } from '#src/app/deletionReactions.ts'
import type { Operation, Outcome } from '#domain/journal/operations.ts'
import { useJournal, type JournalState } from '#src/stores/journal.ts'
import { UserSession } from '#src/stores/session.ts'
import { toast } from '#src/ui/toast.tsx'
import { answeredOperation, queuedOperation } from '#tests/support/queuedOperation.ts'
import { advanceTime, showToasts, shownToasts } from '#tests/support/toasts.tsx'

const CLEAR: Operation = { kind: 'clear' }
const REMOVE: Operation = { kind: 'remove', id: 'one' }

let session: UserSession
const journal = () => useJournal.of(session)
const said = () => shownToasts().map((one) => one.textContent)
const after = async (change: Partial<JournalState>) => {
  journal().setState(change)
  await advanceTime(0)
}
const start = () => after({ queue: [queuedOperation(REMOVE), queuedOperation(CLEAR)] })
const end = (outcome: Outcome = 'saved') => after({ queue: [], lastAnswered: answeredOperation(CLEAR, { outcome }) })

showToasts()
beforeEach(() => {
  session = new UserSession('alice')
  startDeletionReactions(session)
})
afterEach(() => session.end())

test('shows how far a deletion of all entries is, and then that it has ended', async () => {
  await start()
  expect(said()).toEqual(['Deleting logs…'])
  await after({ deletedCount: 400 })
  expect(said()).toEqual(['Deleting logs… 400'])
  await end()
  expect(said()).toEqual(['All logs have been deleted.'])
})

test('updates the progress only when more entries have been deleted', async () => {
  const loading = vi.spyOn(toast, 'loading')
  await start()
  await after({ text: 'water' })
  await after({ deletedCount: 400 })
  await after({ text: 'water main' })
  expect(loading).toHaveBeenCalledTimes(2)
})

test('counts the deleted entries of a second deletion from zero', async () => {
  await start()
  await after({ deletedCount: 400 })
  await end()
  await advanceTime(10_000)
  await start()
  expect(said()).toEqual(['Deleting logs…'])
  await after({ deletedCount: 410 })
  expect(said()).toEqual(['Deleting logs… 10'])
})

test.each([
  ['the server rejects', () => end('refused')],
  ['another tab completes', () => after({ queue: [] })],
])('shows no progress and no success after a deletion that %s', async (_, ends) => {
  await start()
  await ends()
  expect(said()).toEqual([])
})

test('shows nothing for the permanent deletion of one entry', async () => {
  await after({ queue: [queuedOperation(REMOVE)] })
  expect(said()).toEqual([])
  await after({ queue: [], deletedCount: 1, lastAnswered: answeredOperation(REMOVE) })
  expect(said()).toEqual([])
})

test('shows no progress after the session has ended', async () => {
  await start()
  session.end()
  await advanceTime(0)
  expect(said()).toEqual([])
})
