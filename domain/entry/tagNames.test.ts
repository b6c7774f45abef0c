import { expect, test } from 'vitest'
import { hasTag, normalizeTag, unionTags, withoutTags, withTag } from './tagNames.ts'

test.each([
  ['#Big plan ', 'Big-plan'],
  [' water, ', 'water'],
  ['##x', 'x'],
  ['# ', ''],
  ['# #️⃣ two', '#️⃣-two'],
  ['x'.repeat(60), 'x'.repeat(50)],
  [`a${'😀'.repeat(30)}`, `a${'😀'.repeat(24)}`],
  [`${'x'.repeat(48)}👩‍🚀`, 'x'.repeat(48)],
])('normalizes the typed tag %j to %j', (typed, tag) => expect(normalizeTag(typed)).toBe(tag))

test('ignores case when comparing tags and keeps the first spelling', () => {
  expect(unionTags(['Water', 'b'], ['water', 'c', ''])).toEqual(['Water', 'b', 'c'])
  expect(withoutTags(['Water', 'b'], ['water'])).toEqual(['b'])
})

test('replaces a lone surrogate in a tag with U+FFFD, as URLs do, and treats both spellings as equal', () => {
  expect(hasTag(['a\uD83D'], 'a\uFFFD')).toBe(true)
  expect(normalizeTag('a\uD83D')).toBe('a\uFFFD')
})

test.each([
  ['adds a new tag', ['a'], 'b', ['a', 'b']],
  ['ignores a blank tag', ['a'], ' , ', ['a']],
  ['ignores a tag that the entry has', ['a'], 'A', ['a']],
  ['keeps the spelling that the user has used before', ['a'], 'water', ['a', 'Water']],
])('%s', (_, tags, typed, result) => expect(withTag(tags, typed, ['Water'])).toEqual(result))
