import { EMPTY_CONTENT } from '#domain/entry/content.ts'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { ImportForm } from '#src/features/archive/ImportForm.tsx'
import { useArchive } from '#src/stores/archive.ts'
import { useAuth } from '#src/stores/auth.ts'
import { useSearch } from '#src/stores/search.ts'

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

beforeEach(() => {
  useArchive.setState(useArchive.getInitialState())
  useAuth.setState({ user: { uid: 'alice', email: 'alice@example.org', displayName: '' } })
})

test('shows "Reading files…" while the import waits for the local mirror to synchronize', async () => {
  const synced = Promise.withResolvers<void>()
  useSearch.setState({ sync: () => synced.promise, findAll: async () => [] })
  useArchive.setState({ readFiles: async () => {} })
  render(<ImportForm />)
  await userEvent.upload(screen.getByLabelText('Files to import'), new File(['text'], 'notes.md'))
  expect(screen.getByRole('status')).toHaveTextContent('Reading files…')
  expect(screen.getByRole('button', { name: 'Choose files' })).toBeDisabled()
  await act(async () => synced.resolve())
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
})

test('imports entries even when the local mirror could not be opened', async () => {
  const ran: string[] = []
  useSearch.setState({ uid: null, sync: async () => {} })
  useArchive.setState({
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
    runImport: async (uid) => void ran.push(uid),
  })
  render(<ImportForm />)
  await userEvent.click(screen.getByRole('button', { name: 'Import 1 entry' }))
  expect(ran).toEqual(['alice'])
})
