import { expect, test } from 'vitest'
import { hasTag, normalizeTag, unionTags, withoutTags } from './tagNames.ts'

test.each([
  ['#Big plan ', 'Big-plan'],
  [' water, ', 'water'],
  ['##x', 'x'],
  ['# ', ''],
  ['# #️⃣ two', '#️⃣-two'],
  ['x'.repeat(60), 'x'.repeat(50)],
  [`a${'😀'.repeat(30)}`, `a${'😀'.repeat(24)}`],
  [`${'x'.repeat(48)}👩‍🚀`, 'x'.repeat(48)],
])('%j typed is the tag %j', (typed, tag) => expect(normalizeTag(typed)).toBe(tag))

test('upper and lower case are the same tag, and the first one stays', () => {
  expect(unionTags(['Water', 'b'], ['water', 'c', ''])).toEqual(['Water', 'b', 'c'])
  expect(withoutTags(['Water', 'b'], ['water'])).toEqual(['b'])
})

test('a tag with half a character is the one that can stand in an address', () => {
  expect(hasTag(['a\uD83D'], 'a\uFFFD')).toBe(true)
  expect(normalizeTag('a\uD83D')).toBe('a\uFFFD')
})
