import { act, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LogPage } from '#src/pages/LogPage.tsx'
import { inSession } from '#tests/support/session.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  render(
    inSession(
      <MemoryRouter initialEntries={['/logs/a%20b']}>
        <Routes>
          <Route path="/" element="The dashboard" />
          <Route path="/logs/:logId" element={<LogPage />} />
        </Routes>
      </MemoryRouter>,
    ),
  )
})
afterEach(() => void vi.useRealTimers())

const dashboard = () => screen.queryByText('The dashboard')

test('the page of a missing entry redirects to the dashboard after three seconds', () => {
  expect(screen.getByRole('heading', { name: 'Log not found' })).toBeInTheDocument()
  act(() => void vi.advanceTimersByTime(2999))
  expect(dashboard()).toBeNull()
  act(() => void vi.advanceTimersByTime(1))
  expect(dashboard()).toBeInTheDocument()
})

test('the page of a missing entry focuses a button that opens the dashboard immediately', () => {
  const button = screen.getByRole('button', { name: 'Back to Dashboard' })
  expect(button).toHaveFocus()
  act(() => button.click())
  expect(dashboard()).toBeInTheDocument()
})
