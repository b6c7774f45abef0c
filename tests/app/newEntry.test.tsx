import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLayoutEffect } from 'react'
import { Link, MemoryRouter, Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { NewLogPage } from '#src/pages/NewLogPage.tsx'
import { useDrafts } from '#src/stores/drafts.ts'

/** Presses Escape before anything that stands before it is painted. */
function EscapeAtOnce() {
  useLayoutEffect(() => {
    screen.getByRole('dialog').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  }, [])
  return null
}

const writing = (
  <>
    <NewLogPage />
    <EscapeAtOnce />
  </>
)

test('the editor can be closed as soon as it can be seen', async () => {
  useDrafts.setState({ uid: 'alice' })
  render(
    <MemoryRouter>
      <Routes>
        <Route path="/" element={<Link to="/logs/new">New Entry</Link>} />
        <Route path="/logs/new" element={writing} />
      </Routes>
    </MemoryRouter>,
  )
  await userEvent.click(screen.getByRole('link'))
  expect(await screen.findByRole('link')).toBeInTheDocument()
  expect(screen.queryByRole('dialog')).toBeNull()
})
