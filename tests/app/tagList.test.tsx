import { fireEvent, render, screen } from '@testing-library/react'
import { BrowserRouter } from 'react-router'
import { expect, test } from 'vitest'
import { TagList } from '#src/features/tags/TagList.tsx'
import { useJournal } from '#src/stores/journal.ts'
import { UserSession } from '#src/stores/session.ts'
import { inSession } from '#tests/support/session.tsx'

const TAGS = ['Łódź', 'water', '🎉'].map((tag) => ({ tag, count: 1 }))

test.each([
  ['', 3],
  ['lodz', 1],
  ['#WAT', 1],
  ['#🎉', 1],
  ['canal', 0],
])('the filter %j shows %i of three tags', (wanted, count) => {
  const session = new UserSession('alice')
  useJournal.of(session).setState({ isComplete: true, tags: TAGS })
  render(
    inSession(
      <BrowserRouter>
        <TagList />
      </BrowserRouter>,
      session,
    ),
  )
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: wanted } })
  expect(screen.queryAllByRole('listitem')).toHaveLength(count)
})
