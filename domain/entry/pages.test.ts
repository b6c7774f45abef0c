import { expect, test } from 'vitest'
import { FIRST_LIST_SIZE, nextListSize } from './pages.ts'

test('the list first shows 50 entries, doubles its size four times, and then grows by 400 entries', () => {
  const sizes = [FIRST_LIST_SIZE]
  for (let size = FIRST_LIST_SIZE; size < 1600; size = nextListSize(size)) sizes.push(nextListSize(size))
  expect(sizes).toEqual([50, 100, 200, 400, 800, 1200, 1600])
})
