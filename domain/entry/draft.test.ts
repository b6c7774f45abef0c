import { expect, test } from 'vitest'
import { draft } from '#tests/support/draft.ts'
import { draftTitle, hasUnsavedChanges, rejectedDraftOf, unsentDraftsOf, type Draft } from './draft.ts'
import { EMPTY_CONTENT, type EntryContent } from './content.ts'

const BASE: EntryContent = { ...EMPTY_CONTENT, content: 'before' }

const byKey = (...drafts: readonly Draft[]): ReadonlyMap<string, Draft> =>
  new Map(drafts.map((item) => [item.key, item]))

test.each<[string, Partial<Draft>, boolean]>([
  ['no text', { content: '' }, false],
  ['only white space', { content: ' \n ' }, false],
  ['a text', { content: 'a' }, true],
  ['a goal without a text', { content: '', goals: ['goal'] }, true],
  ['a tag without a text', { content: '', tags: ['tag'] }, true],
  ['the same content as its base', { ...BASE, base: BASE }, false],
  ['a level that differs from its base', { ...BASE, base: BASE, level: 'ALERT' }, true],
  ['an empty text that had a base', { ...BASE, base: BASE, content: '' }, true],
])('returns whether a draft has unsaved changes: %s', (_, about, expected) => {
  expect(hasUnsavedChanges(draft(about))).toBe(expected)
})

test('lists the unsent drafts of one entry, newest first', () => {
  const drafts = byKey(
    draft({ key: 'old', savedAt: 1 }),
    draft({ key: 'new', savedAt: 3, state: 'conflict' }),
    draft({ key: 'middle', savedAt: 2, state: 'refused' }),
    draft({ key: 'sent', savedAt: 4, state: 'sent' }),
    draft({ id: 'two', savedAt: 5 }),
  )
  expect(unsentDraftsOf(drafts, 'one').map(({ key }) => key)).toEqual(['new', 'middle', 'old'])
})

test('finds the rejected draft of a new entry', () => {
  const rejected = draft({ key: 'new', state: 'refused' })
  const edit = draft({ key: 'edit', state: 'refused', base: BASE })
  const continued = draft({ key: 'other', state: 'writing' })
  expect(rejectedDraftOf(byKey(edit, continued, rejected), 'one')).toBe(rejected)
  expect(rejectedDraftOf(byKey(edit, continued), 'one')).toBeUndefined()
})

test.each([
  ['the first line that is not blank', '\n  \n  a line \nanother', 'a line'],
  ['all of 60 characters', 'x'.repeat(60), 'x'.repeat(60)],
  ['the first 60 of 61 characters', 'x'.repeat(61), `${'x'.repeat(60)}…`],
  ['no half of a surrogate pair', `${'x'.repeat(59)}😀`, `${'x'.repeat(59)}…`],
  ['an empty title for an empty text', '', ''],
  ['a heading without its marker', '## Patrol #north', 'Patrol #north'],
  ['a task without its markers', '- [ ] 1. call', 'call'],
  ['a quotation without its marker', '> 1 > 0', '1 > 0'],
  ['formatted text without its markers', 'a **bold** and *thin* `word`, ~~gone~~', 'a bold and thin word, gone'],
  ['characters that do not format text', '2*3*4 snake_case_name --- #tag', '2*3*4 snake_case_name --- #tag'],
  ['a line of dashes', '---', '---'],
])('derives the title of a draft: %s', (_, content, title) => {
  expect(draftTitle(draft({ content }))).toBe(title)
})
