import { expect, test } from 'vitest'
import { tagsOutsideText } from './hashtags.ts'

test.each([
  ['a text without tags', 'water', ['water']],
  ['a tag in the text', 'See #Water.', []],
  ['a longer tag', '#water-tank', ['water']],
  ['a tag in the middle of a word', 'foo#water', ['water']],
  ['a tag in a code span', '`#water`', ['water']],
  ['a tag in a code block', '```\n#water\n```', ['water']],
  ['a tag after code', '`code` #water', []],
])('lists the tags that are not in the text: %s', (_, text, outside) =>
  expect(tagsOutsideText(['water'], text)).toEqual(outside),
)
