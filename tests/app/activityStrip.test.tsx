import { act, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Day } from '#domain/activity/activity.ts'
import { ActivityStrip } from '#src/features/logs/ActivityStrip.tsx'
import { useJournal } from '#src/stores/journal.ts'
import { UserSession } from '#src/stores/session.ts'
import { inSession } from '#tests/support/session.tsx'

const DAYS_IN_TWELVE_WEEKS = 84
const counted: (readonly Day[])[] = []
let session: UserSession

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 18, 23, 59) })
  counted.length = 0
  session = new UserSession('alice')
  useJournal.of(session).setState({
    async countDays(days) {
      counted.push(days)
      useJournal.of(session).setState({ countsByDay: new Map() })
    },
  })
  render(inSession(<ActivityStrip />, session), { wrapper: MemoryRouter })
})
afterEach(() => void vi.useRealTimers())

test('counts the entries of the last twelve weeks once, until the journal changes', async () => {
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(counted.map((days) => days.length)).toEqual([DAYS_IN_TWELVE_WEEKS])
  expect(counted[0]?.at(-1)?.key).toBe('2026-11-22')
  act(() => useJournal.of(session).setState({ live: true }))
  expect(counted).toHaveLength(1)
  act(() => useJournal.of(session).setState({ revision: 7 }))
  expect(counted).toHaveLength(2)
})

test('counts the entries of a new week when it begins', async () => {
  const untilMonday = 4 * 86_400_000 + 60_000
  await act(() => vi.advanceTimersByTimeAsync(untilMonday))
  expect(counted.at(-1)?.at(-1)?.key).toBe('2026-11-29')
})

test('shows the number of entries of each day, or that it is unknown', () => {
  expect(screen.getByRole('button', { name: 'Entries on 18 Nov 2026 are not counted yet' })).toBeInTheDocument()
  act(() =>
    useJournal.of(session).setState({
      countsByDay: new Map([
        ['2026-11-18', 2],
        ['2026-11-17', 0],
      ]),
    }),
  )
  expect(screen.getByRole('button', { name: '2 entries on 18 Nov 2026' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'No entries on 17 Nov 2026' })).toBeInTheDocument()
})
