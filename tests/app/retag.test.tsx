import { act } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { EntryChange } from '#domain/entry/merge.ts'
import type { Outcome } from '#domain/journal/operations.ts'
import { WriteUnavailable } from '#domain/errors.ts'
import { retagAll } from '#src/features/tags/actions.ts'
import { useJournal } from '#src/stores/journal.ts'
import { UserSession } from '#src/stores/session.ts'
import { logEntry } from '#tests/support/logEntry.ts'
import { advanceTime, showToasts, shownToasts } from '#tests/support/toasts.tsx'

const ENTRIES = ['one', 'two'].map((id) => logEntry({ id, content: 'at the #canal', tags: ['canal'] }))
const OFFLINE = 'The tag change was interrupted. Connect to the internet and try again to change the remaining entries.'

const said = () => shownToasts().map((one) => `${one.getAttribute('data-type')}: ${one.textContent}`)

const undo = () => act(() => document.querySelector<HTMLElement>('.toast:not([data-leaving]) button')?.click())
const ALL = Infinity

let session: UserSession
/** The changes that were requested together. */
let requested: readonly EntryChange[]

/** Fakes a server that answers the first changes with these outcomes, and then stops to answer or fails. */
function server(outcomes: readonly Outcome[], answersUntil = ALL, error?: Error): void {
  useJournal.of(session).setState({
    async changeAll(changes, onAnswer) {
      if (error) throw error
      requested = changes
      for (const [index, change] of changes.slice(0, answersUntil).entries())
        onAnswer(change, outcomes[index] ?? 'saved')
      return answersUntil >= changes.length
    },
  })
}

showToasts()
beforeEach(() => {
  session = new UserSession('alice')
  requested = []
  useJournal.of(session).setState({
    isComplete: true,
    whenSynced: async () => true,
    findAll: async (search) => (search === 'tag:canal' ? ENTRIES : []),
  })
})

test.each<[string, () => void, string]>([
  ['every entry', () => server([]), 'success: #canal is now #river in 2 entriesUndo'],
  [
    'no entry because none has the tag',
    () => {
      useJournal
        .of(session)
        .setState({ findAll: async () => [logEntry({ content: 'at the #canals', tags: ['canals'] })] })
      server([])
    },
    'blank: No entry has the tag #canal anymore.',
  ],
  ['no entry because the server cannot be reached', () => server([], 0), `error: ${OFFLINE}`],
  [
    'no entry because the rules reject the change',
    () => server(['refused', 'refused']),
    'error: The tag was not changed in all entries, because the server did not accept the change.',
  ],
  [
    'no entry because the storage is unavailable',
    () => server([], ALL, new WriteUnavailable('update')),
    'error: Cannot update log: the backend is not connected or no user is logged in.',
  ],
  ['only a part of the entries', () => server([], 1), `blank: ${OFFLINE} #canal is now #river in 1 entryUndo`],
  [
    'all entries except one that another device has changed',
    () => server(['conflict']),
    'success: #canal is now #river in 1 entryUndo',
  ],
])('reports a renaming that changes %s in one toast', async (_, start, text) => {
  start()
  void retagAll(session, 'canal', 'river')
  await advanceTime(0)
  expect(said()).toEqual([text])
})

test('changes the text and the tags of each entry, and undoes both', async () => {
  server([])
  void retagAll(session, 'canal', 'river')
  await advanceTime(0)
  const before = { content: 'at the #canal', tags: ['canal'] }
  const after = { content: 'at the #river', tags: ['river'] }
  expect(requested).toEqual(ENTRIES.map((entry) => ({ before: entry, changes: after })))
  undo()
  await advanceTime(0)
  expect(requested).toEqual(ENTRIES.map((entry) => ({ before: { ...entry, ...after }, changes: before })))
})

test('removes a tag from all entries', async () => {
  server([])
  void retagAll(session, 'canal', undefined)
  await advanceTime(0)
  expect(said()).toEqual(['success: Removed #canal from 2 entriesUndo'])
})

test('changes no tags before all entries have been loaded', async () => {
  useJournal.of(session).setState({ isComplete: false })
  server([])
  void retagAll(session, 'canal', 'river')
  await advanceTime(0)
  expect(said()).toEqual(['error: Not all entries have been loaded yet. Connect to the internet and try again.'])
})

test('changes tags after the entries have been loaded', async () => {
  const journal = useJournal.of(session)
  journal.setState({
    isComplete: false,
    async whenSynced() {
      journal.setState({ isComplete: true })
      return true
    },
  })
  server([])
  void retagAll(session, 'canal', 'river')
  await advanceTime(0)
  expect(said()).toEqual(['success: #canal is now #river in 2 entriesUndo'])
})

test('offers Undo again when an undo is interrupted', async () => {
  server([])
  void retagAll(session, 'canal', 'river')
  await advanceTime(0)
  server([], 0)
  undo()
  await advanceTime(0)
  expect(said()).toEqual([
    'blank: The tag change could not be undone in all entries. Connect to the internet and try again.Undo',
  ])
  server([])
  undo()
  await advanceTime(0)
  expect(said()).toEqual([])
})
