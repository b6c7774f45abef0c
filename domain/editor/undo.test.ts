import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createHistory,
  MAX_STATES,
  recordEdit,
  redo,
  changeSelection,
  undo,
  type EditKind,
  type EditHistory,
} from './undo.ts'

const typed = (steps: readonly [string, EditKind, number][]): EditHistory<string> =>
  steps.reduce((history, [state, editKind, at]) => recordEdit(history, state, editKind, at), createHistory(''))

describe('undo steps', () => {
  test.each<[string, [string, EditKind, number][], string[]]>([
    [
      'keeps typing without a pause in one step',
      [
        ['a', 'typing', 0],
        ['ab', 'typing', 900],
      ],
      [''],
    ],
    [
      'starts a new step after a pause of one second',
      [
        ['a', 'typing', 0],
        ['ab', 'typing', 1000],
      ],
      ['', 'a'],
    ],
    [
      'starts a new step when deletion follows typing',
      [
        ['ab', 'typing', 0],
        ['a', 'deleting', 10],
      ],
      ['', 'ab'],
    ],
    [
      'makes every formatting command a step of its own',
      [
        ['a', 'other', 0],
        ['b', 'other', 1],
      ],
      ['', 'a'],
    ],
    [
      'starts a new step when typing follows a formatting command',
      [
        ['a', 'other', 0],
        ['ab', 'typing', 1],
      ],
      ['', 'a'],
    ],
  ])('groups edits into undo steps: %s', (_, steps, past) => {
    expect(typed(steps).past).toEqual(past)
  })

  test('starts a new undo step after the caret has moved, or when the caller requests a new step', () => {
    const before = typed([['a', 'typing', 0]])
    expect(recordEdit(changeSelection(before, 'a'), 'ab', 'typing', 1).past).toEqual(['', 'a'])
    expect(recordEdit(before, 'a\n', 'typing', 1, true).past).toEqual(['', 'a'])
  })
})

test('drops undone states when another edit is recorded', () => {
  const undone = undo(
    typed([
      ['a', 'other', 0],
      ['b', 'other', 1],
    ]),
  )
  expect(undone.future).toEqual(['b'])
  expect(recordEdit(undone, 'c', 'other', 2)).toMatchObject({ past: ['', 'a'], present: 'c', future: [] })
})

test('returns the same history if there is nothing to undo or redo', () => {
  expect(undo(createHistory('a'))).toEqual(createHistory('a'))
  expect(redo(createHistory('a'))).toEqual(createHistory('a'))
})

test('limits the history to one hundred states', () => {
  const history = typed(Array.from({ length: 250 }, (_, index) => [String(index), 'other', index]))
  expect([...history.past, history.present]).toHaveLength(MAX_STATES)
  expect(history.past[0]).toBe('150')
})

test('returns to the last state after the same number of undo and redo calls', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 40 }), fc.nat(40), (states, times) => {
      const history = typed(states.map((state, index) => [state, 'other', index]))
      let current = history
      for (let time = 0; time < times; time++) current = undo(current)
      for (let time = 0; time < times; time++) current = redo(current)
      expect(current).toMatchObject({ past: history.past, present: history.present, future: [] })
    }),
  )
})
