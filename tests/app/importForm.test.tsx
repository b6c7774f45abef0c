import { EMPTY_CONTENT } from '#domain/entry/content.ts'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ImportForm } from '#src/features/archive/ImportForm.tsx'
import { useArchive } from '#src/stores/archive.ts'
import { useJournal } from '#src/stores/journal.ts'
import { UserSession } from '#src/stores/session.ts'
import { inSession } from '#tests/support/session.tsx'

const FRESH = {
  id: 'one',
  ...EMPTY_CONTENT,
  content: 'text',
  time: 0,
  updated: null,
  frequency: null,
  timeZone: null,
  clientTime: null,
  where: 'notes.md',
} as const

test('shows "Reading files…" while the import waits for the journal to synchronize', async () => {
  const synced = Promise.withResolvers<boolean>()
  const session = new UserSession('alice')
  useJournal.of(session).setState({ whenSynced: () => synced.promise, findAll: async () => [] })
  useArchive.of(session).setState({ readFiles: async () => {} })
  render(inSession(<ImportForm />, session))
  await userEvent.upload(screen.getByLabelText('Files to import'), new File(['text'], 'notes.md'))
  expect(screen.getByRole('status')).toHaveTextContent('Reading files…')
  expect(screen.getByRole('button', { name: 'Choose files' })).toBeDisabled()
  await act(async () => synced.resolve(true))
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
})

test('imports entries even when the journal cannot synchronize', async () => {
  const session = new UserSession('alice')
  const runImport = vi.fn<() => Promise<void>>(async () => {})
  useJournal.of(session).setState({ whenSynced: async () => false })
  useArchive.of(session).setState({
    importing: {
      step: 'ready',
      fresh: [FRESH],
      duplicates: 0,
      errors: [],
      notes: [],
      ignored: {},
      added: 0,
      handled: 0,
    },
    runImport,
  })
  render(inSession(<ImportForm />, session))
  await userEvent.click(screen.getByRole('button', { name: 'Import 1 entry' }))
  expect(runImport).toHaveBeenCalledOnce()
})
