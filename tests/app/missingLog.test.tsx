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

test('a missing entry leads to the dashboard by itself after three seconds', () => {
  expect(screen.getByRole('heading', { name: 'Log not found' })).toBeInTheDocument()
  act(() => void vi.advanceTimersByTime(2999))
  expect(dashboard()).toBeNull()
  act(() => void vi.advanceTimersByTime(1))
  expect(dashboard()).toBeInTheDocument()
})

test('and at once by its button, which has the focus', () => {
  const button = screen.getByRole('button', { name: 'Back to Dashboard' })
  expect(button).toHaveFocus()
  act(() => button.click())
  expect(dashboard()).toBeInTheDocument()
})
