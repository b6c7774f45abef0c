import { expect, test } from 'vitest'
import { draft } from '#tests/support/draft.ts'
import { logEntry } from '#tests/support/logEntry.ts'
import { draftTitle, hasUnsavedChanges, lastSentDraftOf, unsentDraftsOf, withSentChange, type Draft } from './draft.ts'
import { EMPTY_CONTENT, contentOf, type EntryContent } from './content.ts'

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

test('applies the newest unconfirmed change to an entry', () => {
  const drafts = byKey(
    draft({ key: 'second', base: BASE, savedAt: 2, state: 'sent', content: 'second' }),
    draft({ key: 'first', base: BASE, savedAt: 1, state: 'sent', content: 'first' }),
    draft({ key: 'third', base: BASE, savedAt: 3, content: 'still being written' }),
    draft({ id: 'two', base: BASE, savedAt: 4, state: 'sent' }),
  )
  const entry = logEntry({ id: 'one', content: 'stored' })
  const sent = lastSentDraftOf(drafts, 'one')
  expect(withSentChange(entry, sent)).toMatchObject({ content: 'second', queued: true })
  expect(contentOf(withSentChange(entry, sent))).toEqual(contentOf(draft({ content: 'second' })))
  expect(withSentChange(entry, lastSentDraftOf(drafts, 'three'))).toBe(entry)
})

test('ignores the sent draft of a new entry, because the database client already returns the entry', () => {
  expect(lastSentDraftOf(byKey(draft({ state: 'sent' })), 'one')).toBeUndefined()
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
