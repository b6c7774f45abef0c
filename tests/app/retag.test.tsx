import { act } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { EntryChange } from '#domain/entry/merge.ts'
import { WriteUnavailable } from '#domain/errors.ts'
import { retagAll } from '#src/features/tags/actions.ts'
import { useJournal } from '#src/stores/journal/journal.ts'
import { useSearch } from '#src/stores/search.ts'
import { logEntry } from '#tests/support/logEntry.ts'
import { advanceTime, showToasts, shownToasts } from '#tests/support/toasts.tsx'

const ENTRIES = ['one', 'two'].map((id) => logEntry({ id, content: 'at the #canal', tags: ['canal'] }))
const REFUSED = Object.assign(new Error('no'), { code: 'permission-denied' })
const UNREACHABLE = Object.assign(new Error('no'), { code: 'unavailable' })
const OFFLINE = 'The tag change was interrupted. Connect to the internet and try again to change the remaining entries.'

const said = () => shownToasts().map((one) => `${one.getAttribute('data-type')}: ${one.textContent}`)

/** Fakes a server that changes up to `most` entries and then, if `error` is given, fails with this error. */
function server(most: number, error?: Error): void {
  useJournal.setState({
    changeEach: async (ids, change, onChanged) => {
      const changed = ENTRIES.filter(({ id }) => ids.includes(id))
        .slice(0, most)
        .flatMap((before): EntryChange[] => {
          const changes = change(before)
          return changes ? [{ before, changes }] : []
        })
      if (most > 0) onChanged(changed, changed.length)
      if (error) throw error
    },
  })
}

showToasts()
beforeEach(() => {
  useSearch.setState({ complete: true, sync: async () => {}, readTags: async () => {}, findAll: async () => ENTRIES })
})

test.each<[string, number, Error | undefined, string]>([
  ['every entry', 2, undefined, 'success: #canal is now #river in 2 entriesUndo'],
  ['no entry because none has the tag', 0, undefined, 'blank: No entry has the tag #canal anymore.'],
  ['no entry because the server cannot be reached', 0, UNREACHABLE, `error: ${OFFLINE}`],
  [
    'no entry because the rules reject the change',
    0,
    REFUSED,
    'error: The tag was not changed in all entries, because the server did not accept the change.',
  ],
  [
    'no entry because the storage is unavailable',
    0,
    new WriteUnavailable('update'),
    'error: Cannot update log: the backend is not connected or no user is logged in.',
  ],
  ['only a part of the entries', 1, UNREACHABLE, `blank: ${OFFLINE} #canal is now #river in 1 entryUndo`],
])('reports a renaming that changes %s in one toast', async (_, most, error, text) => {
  server(most, error)
  void retagAll('canal', 'river')
  await advanceTime(0)
  expect(said()).toEqual([text])
})

test('reports an error of the server even if the local mirror does not finish synchronizing after the error', async () => {
  server(0, UNREACHABLE)
  useSearch.setState({
    sync: async () => useSearch.setState({ sync: () => new Promise(() => {}) }),
  })
  void retagAll('canal', 'river')
  await advanceTime(0)
  expect(said()).toEqual([`error: ${OFFLINE}`])
})

test('reports success even when the list of tags cannot be read', async () => {
  useSearch.setState({ readTags: () => Promise.reject(new Error('no')) })
  server(2)
  void retagAll('canal', undefined)
  await advanceTime(0)
  expect(said()).toEqual(['success: Removed #canal from 2 entriesUndo'])
})

test('changes no tags before all entries have been loaded', async () => {
  useSearch.setState({ complete: false })
  server(2)
  void retagAll('canal', 'river')
  await advanceTime(0)
  expect(said()).toEqual(['error: Not all entries have been loaded yet. Connect to the internet and try again.'])
})

test('offers Undo again when an undo is interrupted', async () => {
  server(2)
  void retagAll('canal', 'river')
  await advanceTime(0)
  const undo = () => act(() => document.querySelector<HTMLElement>('.toast:not([data-leaving]) button')?.click())
  server(0, UNREACHABLE)
  undo()
  await advanceTime(0)
  expect(said()).toEqual([
    'blank: The tag change could not be undone in all entries. Connect to the internet and try again.Undo',
  ])
  server(2)
  undo()
  await advanceTime(0)
  expect(said()).toEqual([])
})
