import { fireEvent, render, screen } from '@testing-library/react'
import { BrowserRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { TagList } from '#src/features/tags/TagList.tsx'
import { useSearch } from '#src/stores/search.ts'

beforeEach(() =>
  useSearch.setState({
    ...useSearch.getInitialState(),
    complete: true,
    tags: ['Łódź', 'water', '🎉'].map((tag) => ({ tag, count: 1 })),
    readTags: () => Promise.resolve(),
  }),
)

test.each([
  ['', 3],
  ['lodz', 1],
  ['#WAT', 1],
  ['#🎉', 1],
  ['canal', 0],
])('the filter %j shows %i of three tags', (wanted, count) => {
  render(
    <BrowserRouter>
      <TagList />
    </BrowserRouter>,
  )
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: wanted } })
  expect(screen.queryAllByRole('listitem')).toHaveLength(count)
})
