import { act, fireEvent, render, screen } from '@testing-library/react'
import { BrowserRouter, useNavigate } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SearchRow } from '#src/features/logs/SearchRow.tsx'
import { useJournal } from '#src/stores/journal.ts'
import { UserSession } from '#src/stores/session.ts'
import { inSession } from '#tests/support/session.tsx'

const found: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  window.history.replaceState(null, '', '/')
  found.length = 0
  const session = new UserSession('alice')
  useJournal.of(session).setState({ search: (text) => void found.push(text) })
  render(
    inSession(
      <BrowserRouter>
        <SearchRow />
        <SearchLink />
      </BrowserRouter>,
      session,
    ),
  )
})
afterEach(() => void vi.useRealTimers())

const REST_MS = 300

/** A button outside the search row that navigates to a search. */
function SearchLink() {
  const navigate = useNavigate()
  return <button onClick={() => void navigate('/?q=from+a+tag')}>A tag</button>
}

const field = () => screen.getByRole<HTMLInputElement>('searchbox')
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const rest = (): void => act(() => void vi.advanceTimersByTime(REST_MS))

test('searches on every letter, and debounces the update of the URL', () => {
  type('w')
  expect(window.location.search).toBe('?q=w')
  type('wa')
  type('wat ')
  expect(window.location.search).toBe('?q=w')
  rest()
  expect(window.location.search).toBe('?q=wat+')
  expect(field().value).toBe('wat ')
  expect(found.slice(-3)).toEqual(['w', 'wa', 'wat '])
})

test('keeps and searches text that is typed while the URL updates', () => {
  type('w')
  type('wa')
  act(() => {
    vi.advanceTimersByTime(REST_MS)
    type('wat')
  })
  expect(field().value).toBe('wat')
  expect(found.at(-1)).toBe('wat')
  rest()
  expect(window.location.search).toBe('?q=wat')
})

test('the search field stays empty when the search is cleared while the URL updates', () => {
  type('w')
  type('wa')
  act(() => {
    vi.advanceTimersByTime(REST_MS)
    type('')
  })
  rest()
  expect(field().value).toBe('')
  expect(window.location.search).toBe('')
})

test('a link to a search starts the search, even if the user has typed the same query before', () => {
  type('from a tag')
  type('')
  fireEvent.click(screen.getByRole('button', { name: 'A tag' }))
  expect(field().value).toBe('from a tag')
  expect(found.at(-1)).toBe('from a tag')
  type('from a')
  rest()
  fireEvent.click(screen.getByRole('button', { name: 'A tag' }))
  expect(field().value).toBe('from a tag')
})
