import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { FoundBar } from '#src/features/logs/FoundBar.tsx'
import { useSearch } from '#src/stores/search.ts'
import { toast } from '#src/ui/toast.tsx'
import { inSession } from '#tests/support/session.tsx'

const refuse = () => Promise.reject(new Error('no'))

test.each([
  ['Save search', [], 'Failed to save the search.'],
  ['Saved', ['bog'], 'Failed to remove the saved search.'],
])('when the server rejects the action of the button "%s", shows which action failed', async (name, saved, text) => {
  const said = vi.spyOn(toast, 'error').mockReturnValue('')
  useSearch.setState({ saved, save: refuse, unsave: refuse })
  render(
    inSession(
      <MemoryRouter initialEntries={['/?q=bog']}>
        <FoundBar />
      </MemoryRouter>,
    ),
  )
  await userEvent.click(screen.getByRole('button', { name }))
  expect(said).toHaveBeenCalledExactlyOnceWith(text, 'dashboard')
  said.mockRestore()
})
