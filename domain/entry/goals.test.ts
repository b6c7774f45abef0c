import { expect, test } from 'vitest'
import { goalOf, toStoredGoal, toggleGoal, normalizeGoal } from './goals.ts'

test.each([
  ['Refill reserve', { text: 'Refill reserve', done: false }],
  ['[x] Refill reserve', { text: 'Refill reserve', done: true }],
  ['[X] Refill reserve', { text: 'Refill reserve', done: true }],
  ['[x]', { text: '[x]', done: false }],
])('%j is read as %j', (stored, goal) => expect(goalOf(stored)).toEqual(goal))

test('a goal is ticked and opened again, and the others stay', () => {
  const ticked = toggleGoal(['a', 'b'], 1)
  expect(ticked).toEqual(['a', '[x] b'])
  expect(toggleGoal(ticked, 1)).toEqual(['a', 'b'])
})

test('what is typed fits even when it is ticked', () => {
  expect(normalizeGoal('  two\n words ')).toBe('two words')
  expect(toStoredGoal({ text: normalizeGoal('x'.repeat(300)), done: true })).toHaveLength(200)
  expect(normalizeGoal(`${'x'.repeat(195)}😀`)).toBe('x'.repeat(195))
})
