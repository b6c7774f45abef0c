import { describe, expect, test } from 'vitest'
import { hashtagsIn, retag, tagOf, union, without } from './tags.ts'

describe('tags in a text', () => {
  test.each([
    ['walked #canal today', ['canal']],
    ['#canal #water', ['canal', 'water']],
    ['#canal, (#water) and “#river”.', ['canal', 'water', 'river']],
    ['#Canal #canal', ['Canal']],
    ['#ops/night #long-run #über_2', ['ops/night', 'long-run', 'über_2']],
    ['#řeka #川', ['řeka', '川']],
    ['ends with a dash #canal- ', ['canal']],
    ['a number #123 is none', []],
    ['#2026plan is one', ['2026plan']],
    ['# heading\n## another', []],
    ['https://a.org/#part and a#b', []],
    ['in code `#no` and ``#no ` #no``', []],
    ['```sh\n#no\n```\n#yes', ['yes']],
    ['an unfinished fence\n```\n#no', []],
    ['an unfinished ` #yes', ['yes']],
    ['', []],
  ])('%j', (content, tags) => {
    expect(hashtagsIn(content)).toEqual(tags)
  })

  test('a text made to be slow is not', () => {
    const content = `${'#_'.repeat(20_000)}\n${'` '.repeat(5_000)}\n${'```\n'.repeat(2_000)}`
    expect(hashtagsIn(content)).toEqual([])
  })
})

test.each([
  ['#Big plan ', 'Big-plan'],
  [' water, ', 'water'],
  ['##x', 'x'],
  ['# ', ''],
  ['x'.repeat(60), 'x'.repeat(50)],
])('%j typed is the tag %j', (typed, tag) => expect(tagOf(typed)).toBe(tag))

test('upper and lower case are the same tag, and the first one stays', () => {
  expect(union(['Water', 'b'], ['water', 'c', ''])).toEqual(['Water', 'b', 'c'])
  expect(without(['Water', 'b'], ['water'])).toEqual(['b'])
})

describe('a tag that gets another name', () => {
  test.each([
    [
      'in the list and in the text',
      'by #canal',
      ['Canal', 'b'],
      'river',
      { content: 'by #river', tags: ['river', 'b'] },
    ],
    ['becomes one with another', 'by #canal', ['canal', 'river'], 'river', { content: 'by #river', tags: ['river'] }],
    ['that cannot be typed', 'by #canal', ['canal'], 'two words', { content: 'by two words', tags: ['two words'] }],
    ['but not in code', '`#canal` #canal', ['canal'], 'river', { content: '`#canal` #river', tags: ['river'] }],
    [
      'but not a longer tag',
      '#canal #canals',
      ['canal', 'canals'],
      'river',
      { content: '#river #canals', tags: ['river', 'canals'] },
    ],
    ['or none', 'by #canal, and', ['canal', 'b'], undefined, { content: 'by canal, and', tags: ['b'] }],
    ['which the entry does not have', 'by #canal', ['b'], 'river', undefined],
  ])('%s', (_, content, tags, name, after) => {
    expect(retag({ content, tags }, 'canal', name)).toEqual(after)
  })
})
