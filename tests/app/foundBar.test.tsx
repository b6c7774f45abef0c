import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { FoundBar } from '#src/features/logs/FoundBar.tsx'
import { UserSession } from '#src/stores/session.ts'
import { useSettings } from '#src/stores/settings.ts'
import { toast } from '#src/ui/toast.tsx'
import { inSession } from '#tests/support/session.tsx'

test.each([
  ['Save search', [], 'save bog', 'Failed to save the search.'],
  ['Saved', ['bog'], 'unsave bog', 'Failed to remove the saved search.'],
])(
  'when the server rejects the action of the button "%s", shows which action failed',
  async (name, saved, expected, text) => {
    const said = vi.spyOn(toast, 'error').mockReturnValue('')
    const session = new UserSession('alice')
    const asked: string[] = []
    const refuse = (action: string) => async (search: string) => {
      asked.push(`${action} ${search}`)
      throw new Error('no')
    }
    useSettings
      .of(session)
      .setState({ savedSearches: saved, saveSearch: refuse('save'), unsaveSearch: refuse('unsave') })
    render(
      inSession(
        <MemoryRouter initialEntries={['/?q=bog']}>
          <FoundBar />
        </MemoryRouter>,
        session,
      ),
    )
    await userEvent.click(screen.getByRole('button', { name }))
    expect(said).toHaveBeenCalledExactlyOnceWith(text, 'dashboard')
    expect(asked).toEqual([expected])
    said.mockRestore()
  },
)
