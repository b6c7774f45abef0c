import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hashtagsIn, retag, tagsOf } from './tags.ts'

describe('tags typed in a text', () => {
  test.each([
    ['walked #canal today', ['canal']],
    ['#canal #water', ['canal', 'water']],
    ['#canal, (#water) and “#river”.', ['canal', 'water', 'river']],
    ['#Canal #canal', ['Canal']],
    ['#ops/night #long-run #über_2', ['ops/night', 'long-run', 'über_2']],
    ['#řeka #川 #دفتر #क्षेत्र #می\u200Cخواهم', ['řeka', '川', 'دفتر', 'क्षेत्र', 'می\u200Cخواهم']],
    ['ends with a dash #canal- ', ['canal']],
    ['a number #123 is none', []],
    ['#2026plan is one', ['2026plan']],
    ['colors are #fff and #12ab34', ['fff', '12ab34']],
    ['', []],
    ['no sign', []],
  ])('finds the tags typed in %j', (content, tags) => expect(hashtagsIn(content)).toEqual(tags))

  test.each([
    ['#a,#b;#c', ['a', 'b', 'c']],
    ['Tags:#a', ['a']],
    ['今日。#日記、#散歩', ['日記', '散歩']],
    ['「#引用」#後', ['引用', '後']],
    ['今日｡#日記［注］#散歩', ['日記', '散歩']],
    ['ختم۔#ٹیگ ပြီ။#မြန်မာ', ['ٹیگ', 'မြန်မာ']],
    ['”#a” »#b« ’#c’ ¿#d? ¡#e!', ['a', 'b', 'c', 'd', 'e']],
    ['\u200F#שלום \u2067#עולם\u2069', ['שלום', 'עולם']],
    ['ថ្ងៃ\u200B#ដំណើរ', ['ដំណើរ']],
    ['«#a» (#b) [#c] {#d} „#e“ "#f" \'#g\' —#h', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
    ['x#y 川#川 1#a _#b a.org/#c #d#e ##f &#g ="#h" (i)#j k.#l m?#n', ['d', 'h']],
  ])('finds tags after punctuation in %j', (content, tags) => expect(hashtagsIn(content)).toEqual(tags))

  test.each([
    ['a heading', '## On #canal', ['canal']],
    ['headings without tags (none)', '# heading\n## another', []],
    ['a list', '- #a\n  1. [x] #b', ['a', 'b']],
    ['a quotation', '> #a\n>#b\nlazy #c', ['a', 'b', 'c']],
    ['emphasis', '*#a* **#b** ~~#c~~ <u>#d</u>', ['a', 'b', 'c', 'd']],
    ['a table', '| a | b |\n|---|---|\n| #c | \\|#d |', ['c']],
    ['a footnote', 'a[^1]\n\n[^1]: #foot', ['foot']],
    ['lines with any line ending', '#a\r\n#b  \n#c\\\n#d', ['a', 'b', 'c', 'd']],
    ['brackets that form no link', '[#a]', ['a']],
  ])('finds tags in %s', (_, content, tags) => expect(hashtagsIn(content)).toEqual(tags))

  test.each([
    ['the address of a link', '[Jump](#intro)'],
    ['the text of a link', '[see #intro](https://a.org)'],
    ['a reference link', '[#intro]\n\ntext\n\n[#intro]: https://a.org'],
    ['a link definition', '[a]: #intro "#title"\n\n[a]'],
    ['a picture', '![#alt](a.png "#title")'],
    ['URLs', 'https://a.org/#part and <mailto:a@b.c?#d> <https://a.org#frag>'],
    ['a URL after a quotation mark', '"www.a.org/x,#b'],
    ['inline code', '`#no` and ``#no ` #no``'],
    ['a fenced code block', '```sh\n#no\n\n#no\n```'],
    ['a code block fenced with tildes in a list item', '- step\n  ~~~\n  #no\n  ~~~'],
    ['a code block with a longer fence', '````\n```\n\n#no\n\n```\n\n#no'],
    ['a code block that is not closed', 'text\n```\n#no\n\n#no'],
    ['a code block whose closing fence is indented too far', '```\n    ```\n\n#no'],
    ['an indented code block', 'Text\n\n    #include <x>'],
    ['an HTML attribute', '<b title="a\n#no">'],
    ['an HTML comment', '<!-- #no\n\n#no -->'],
    ['an escaped number sign', String.raw`\#no`],
    ['a number sign written as a character reference', '&#35;no &num;no'],
    ['a number sign with a combining mark', '#️⃣no #\u0301no'],
    ['a word that is partly formatted', '#ta*g* #**tag** #a`b`'],
  ])('finds no tags in %s', (_, content) => expect(hashtagsIn(content)).toEqual([]))

  test.each([
    ['stray backticks in two paragraphs', 'use ` key\n\n#yes\n\nthe ` again'],
    ['inline code in three backticks', '```x``` is inline\n\n#yes'],
    ['a closed code block', '~~~\n#no\n\n#no\n~~~\n\n#yes'],
    ['an HTML block', '<div>\n#no\n\n#yes'],
    ['a byte order mark', '\uFEFF#yes'],
  ])('finds tags after %s', (_, content) => expect(hashtagsIn(content)).toEqual(['yes']))

  test('decodes escapes and character references within a tag', () => {
    expect(hashtagsIn(String.raw`#my\_tag #caf&eacute;`)).toEqual(['my_tag', 'café'])
  })

  test('cuts a long tag between graphemes', () => {
    expect(hashtagsIn(`#${'x'.repeat(60)}`)).toEqual(['x'.repeat(50)])
    expect(hashtagsIn(`#${'x'.repeat(49)}é`.normalize('NFD'))).toEqual(['x'.repeat(49)])
  })
})

test('finds tags quickly even in a text that is designed to slow the parser down', () => {
  const hostile = [
    '#_'.repeat(20_000),
    '` '.repeat(5000),
    '```\n'.repeat(2000),
    `\`\`\`\`\n\n${'a ````\n\n'.repeat(6000)}`,
    '*#a '.repeat(12_000),
  ]
  expect(hashtagsIn(hostile.join('\n\n'))).toEqual([])
})

test.each(['> ', '>', '- ', '1. ', '> - ', '[^a]: '])(
  'finds no tags in a text that is nested too deeply to be parsed: %s',
  (mark) => {
    expect(hashtagsIn(`${mark.repeat(24_000 / mark.length)}#a`)).toEqual([])
  },
)

test('lists tags added in the tag field before tags typed in the text', () => {
  expect(tagsOf('#b #A', ['a', 'c'])).toEqual(['a', 'c', 'b'])
})

/** Parts from which the tests build Markdown texts that contain tags, or text that resembles tags. */
const PIECES = [
  '#tag',
  '#tag-',
  '#other',
  'word',
  '川。',
  ' ',
  '  ',
  '    ',
  '\n',
  '\r\n',
  '\n\n',
  '\n\n\n',
  '\t',
  '\uFEFF',
  '*',
  '**',
  '_',
  '~~',
  '`',
  '```',
  '````',
  '~~~',
  '> ',
  '>',
  '- ',
  '1. ',
  '# ',
  '| a |\n|---|\n| ',
  '|',
  '- [ ] ',
  '[',
  ']',
  '](',
  ')',
  '](#tag)',
  'https://a.org/',
  'www.a.org',
  'me@a.org',
  '<!--',
  '-->',
  '<b>',
  '<u>',
  '</u>',
  '<div>',
  '\\#tag',
  '\\*',
  '&',
  '&#35;',
  '&nbsp;',
  '&amp;',
  ',',
  '(',
  '"',
  '\n[tag]: #tag\n',
  '[^1]',
  '\n[^1]: ',
  '\n---\n',
]
const OTHER_SPELLINGS = ['\\', '#TAG', '#t\\_g', '#caf&eacute;']
const textOf = (pieces: readonly string[]) =>
  fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map((chosen) => chosen.join(''))

test('finds the same tags whether a text is parsed in parts or as a whole', () => {
  fc.assert(
    fc.property(textOf([...PIECES, ...OTHER_SPELLINGS]), (content) => {
      // A link definition makes the parser read the text as a whole.
      const whole = hashtagsIn(`${content}\n\n[none]: none`)
      // The first call caches the parsed parts, and the second call reads the cache.
      expect(hashtagsIn(content)).toEqual(whole)
      expect(hashtagsIn(content)).toEqual(whole)
    }),
    { numRuns: 2000 },
  )
})

test('`retag` renames exactly the tags that `hashtagsIn` finds, and keeps the rest of the text', () => {
  fc.assert(
    fc.property(textOf(PIECES), (content) => {
      const tags = hashtagsIn(content)
      for (const tag of tags) {
        const renamed = retag({ content, tags }, tag, 'zebra')
        expect(hashtagsIn(renamed?.content ?? '')).toEqual(tags.map((one) => (one === tag ? 'zebra' : one)))
        expect(retag({ content: renamed?.content ?? '', tags: ['zebra'] }, 'zebra', tag)?.content).toBe(content)
      }
    }),
    { numRuns: 2000 },
  )
})

describe('renaming a tag', () => {
  test.each([
    [
      'renames the tag in the list of tags and in the text',
      'by #canal',
      ['Canal', 'b'],
      'river',
      { content: 'by #river', tags: ['river', 'b'] },
    ],
    [
      'merges the tag with an existing tag',
      'by #canal',
      ['canal', 'river'],
      'river',
      { content: 'by #river', tags: ['river'] },
    ],
    [
      'renames the tag to a name that cannot be typed as a tag',
      'by #canal',
      ['canal'],
      'two words',
      { content: 'by two words', tags: ['two words'] },
    ],
    ['ignores code', '`#canal` #canal', ['canal'], 'river', { content: '`#canal` #river', tags: ['river'] }],
    [
      'ignores links',
      '[Jump](#canal) #canal',
      ['canal'],
      'river',
      { content: '[Jump](#canal) #river', tags: ['river'] },
    ],
    [
      'ignores a longer tag',
      '#canal #canals',
      ['canal', 'canals'],
      'river',
      { content: '#river #canals', tags: ['river', 'canals'] },
    ],
    [
      'renames every spelling of the tag',
      String.raw`#Canal #c&#97;nal`,
      ['canal'],
      'river',
      { content: '#river #river', tags: ['river'] },
    ],
    ['removes the tag', 'by #canal, #Canal', ['canal', 'b'], undefined, { content: 'by canal, Canal', tags: ['b'] }],
    ['returns undefined if the entry does not have the tag', 'by #canal', ['b'], 'river', undefined],
  ])('renames or removes a tag: %s', (_, content, tags, name, after) => {
    expect(retag({ content, tags }, 'canal', name)).toEqual(after)
  })

  test('renames all characters of a typed tag, even the characters beyond the length limit', () => {
    const long = 'x'.repeat(60)
    expect(retag({ content: `#${long} y`, tags: ['x'.repeat(50)] }, 'x'.repeat(50), 'z')).toEqual({
      content: '#z y',
      tags: ['z'],
    })
  })
})
