import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { merge, type Edit } from './edit.ts'

const BASE: Edit = { content: 'text', level: 'FIELD', goals: ['g'], tags: ['t'], eyesOnly: false }
const stored = (edit: Partial<Edit>, deleted = false) => ({ ...BASE, ...edit, deleted })

describe('what becomes of an edit', () => {
  test.each<[string, Partial<Edit>, Partial<Edit>, ReturnType<typeof merge>]>([
    ['nothing changed elsewhere', { content: 'mine' }, {}, { kind: 'write', changes: { content: 'mine' } }],
    ['nothing changed at all', {}, {}, { kind: 'same' }],
    ['the same was changed elsewhere', { content: 'mine' }, { content: 'mine' }, { kind: 'same' }],
    ['another text was stored', { content: 'mine' }, { content: 'theirs' }, { kind: 'conflict' }],
    [
      'another part was changed',
      { content: 'mine' },
      { tags: ['t', 'u'] },
      { kind: 'write', changes: { content: 'mine' } },
    ],
    ['the same list was changed to another', { tags: ['a'] }, { tags: ['b'] }, { kind: 'conflict' }],
    ['a list in another order is another list', { goals: ['a', 'b'] }, { goals: ['b', 'a'] }, { kind: 'conflict' }],
    ['several parts', { level: 'ALERT', goals: [] }, {}, { kind: 'write', changes: { level: 'ALERT', goals: [] } }],
    ['only its flag', { eyesOnly: true }, { content: 'theirs' }, { kind: 'write', changes: { eyesOnly: true } }],
    ['only theirs changed', {}, { content: 'theirs' }, { kind: 'same' }],
  ])('%s', (_, mine, theirs, outcome) => {
    expect(merge(BASE, { ...BASE, ...mine }, stored(theirs))).toEqual(outcome)
  })

  test('an entry that was deleted, for good or not, is gone', () => {
    expect(merge(BASE, BASE, undefined)).toEqual({ kind: 'gone' })
    expect(merge(BASE, BASE, stored({}, true))).toEqual({ kind: 'gone' })
  })
})

test('no writer ever loses a part: what is stored afterwards is theirs where I changed nothing, mine where they did not', () => {
  const part = fc.constantFrom('base', 'mine', 'theirs')
  const edits = fc.record({
    content: part,
    level: part,
    goals: part.map((one) => [one]),
    tags: part.map((one) => [one]),
    eyesOnly: fc.constant(false),
  })
  const base = { content: 'base', level: 'base', goals: ['base'], tags: ['base'], eyesOnly: false }
  const KEYS = ['content', 'level', 'goals', 'tags'] as const
  fc.assert(
    fc.property(edits, edits, (mine, theirs) => {
      const merged = merge(base, mine, { ...theirs, deleted: false })
      if (merged.kind !== 'write' && merged.kind !== 'same') return
      const after = { ...theirs, ...(merged.kind === 'write' ? merged.changes : {}) }
      for (const key of KEYS) {
        if (String(mine[key]) !== 'base') expect(after[key]).toEqual(mine[key])
        else expect(after[key]).toEqual(theirs[key])
      }
    }),
  )
})
