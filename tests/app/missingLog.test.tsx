import { act, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LogPage } from '#src/pages/LogPage.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  render(
    <MemoryRouter initialEntries={['/logs/a%20b']}>
      <Routes>
        <Route path="/" element="The dashboard" />
        <Route path="/logs/:logId" element={<LogPage />} />
      </Routes>
    </MemoryRouter>,
  )
})
afterEach(() => void vi.useRealTimers())

const dashboard = () => screen.queryByText('The dashboard')

test('redirects from a missing entry to the dashboard after three seconds', () => {
  expect(screen.getByRole('heading', { name: 'Log not found' })).toBeInTheDocument()
  act(() => void vi.advanceTimersByTime(2999))
  expect(dashboard()).toBeNull()
  act(() => void vi.advanceTimersByTime(1))
  expect(dashboard()).toBeInTheDocument()
})

test('redirects from a missing entry immediately when its focused button is pressed', () => {
  const button = screen.getByRole('button', { name: 'Back to Dashboard' })
  expect(button).toHaveFocus()
  act(() => button.click())
  expect(dashboard()).toBeInTheDocument()
})
