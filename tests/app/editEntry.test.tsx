import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { EditEntry } from '#src/features/editor/EditEntry.tsx'
import { useDrafts } from '#src/stores/drafts.ts'
import { logEntry } from '#tests/support/logEntry.ts'

const NEEDS_TEXT = 'An entry needs text. Write something, or delete the entry.'
const Nothing = () => null

test('a blank text cannot be saved, and why is said before Save is pressed', async () => {
  useDrafts.setState({ uid: 'alice' })
  render(<EditEntry id="one" entry={logEntry()} onDone={() => {}} Beside={Nothing} Voice={Nothing} />, {
    wrapper: MemoryRouter,
  })
  const text = screen.getByRole('textbox', { name: 'Content' })
  const save = screen.getByRole('button', { name: 'Save' })
  expect(save).toBeEnabled()
  await userEvent.clear(text)
  await userEvent.type(text, '  ')
  expect(save).toBeDisabled()
  expect(screen.getByRole('alert')).toHaveTextContent(NEEDS_TEXT)
  expect(text).toHaveAccessibleDescription(NEEDS_TEXT)
  await userEvent.type(text, 'words')
  expect(save).toBeEnabled()
  expect(screen.getByRole('alert')).toBeEmptyDOMElement()
})
