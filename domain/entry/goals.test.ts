import { expect, test } from 'vitest'
import { goalOf, toStoredGoal, toggleGoal, normalizeGoal, withGoal } from './goals.ts'

test.each([
  ['Refill reserve', { text: 'Refill reserve', done: false }],
  ['[x] Refill reserve', { text: 'Refill reserve', done: true }],
  ['[X] Refill reserve', { text: 'Refill reserve', done: true }],
  ['[x]', { text: '[x]', done: false }],
])('parses the stored goal %j as %j', (stored, goal) => expect(goalOf(stored)).toEqual(goal))

test('toggles one goal and leaves the others unchanged', () => {
  const ticked = toggleGoal(['a', 'b'], 1)
  expect(ticked).toEqual(['a', '[x] b'])
  expect(toggleGoal(ticked, 1)).toEqual(['a', 'b'])
})

test('limits the length of a typed goal so that the goal can also be stored as completed', () => {
  expect(normalizeGoal('  two\n words ')).toBe('two words')
  expect(toStoredGoal({ text: normalizeGoal('x'.repeat(300)), done: true })).toHaveLength(200)
  expect(normalizeGoal(`${'x'.repeat(195)}😀`)).toBe('x'.repeat(195))
})

test.each([
  ['adds a new goal', ['a'], ' b ', ['a', 'b']],
  ['ignores a blank goal', ['a'], '  ', ['a']],
  ['ignores a goal that is already done', ['[x] a'], 'a', ['[x] a']],
])('%s', (_, goals, typed, result) => expect(withGoal(goals, typed)).toEqual(result))
