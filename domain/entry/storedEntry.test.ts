import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentOf, EMPTY_CONTENT, type EntryContent } from './content.ts'
import { parseEntryDocument, toDocumentFields, toNewDocumentFields } from './storedEntry.ts'

const time = (milliseconds: number) => ({ toMillis: () => milliseconds })

test.each([
  [
    'a time and the deleted field set to false',
    { timestamp: time(-1), deleted: false },
    { listed: true, deleted: false, timestamp: -1 },
  ],
  ['no time', { deleted: false }, { listed: false, deleted: false, timestamp: null }],
  [
    'a text instead of a time',
    { timestamp: '2026-11-20', deleted: false },
    { listed: false, deleted: false, timestamp: null },
  ],
  ['a number instead of a time', { timestamp: 5, deleted: false }, { listed: false, deleted: false, timestamp: null }],
  ['no deleted field', { timestamp: time(5) }, { listed: false, deleted: false, timestamp: 5 }],
  [
    'a text in the deleted field',
    { timestamp: time(5), deleted: 'no' },
    { listed: false, deleted: false, timestamp: 5 },
  ],
  [
    'the deleted field set to true',
    { timestamp: time(5), deleted: true },
    { listed: false, deleted: true, timestamp: 5 },
  ],
])('parses an entry document with %s', (_, data, entry) => {
  expect(parseEntryDocument('one', { content: 'text', ...data }, false)).toMatchObject(entry)
})

const content: fc.Arbitrary<EntryContent> = fc
  .record({
    content: fc.string(),
    level: fc.string(),
    goals: fc.array(fc.string()),
    tags: fc.array(fc.string()),
    eyesOnly: fc.boolean(),
  })
  .map((parts) => ({ ...EMPTY_CONTENT, ...parts }))
const read = (data: object): EntryContent => contentOf(parseEntryDocument('one', data, false))

test('reads the content of an entry document exactly as it was written', () => {
  fc.assert(
    fc.property(content, (written) => {
      expect(read(toNewDocumentFields(written))).toEqual(written)
      expect(read(toDocumentFields(written))).toEqual(written)
    }),
  )
})

test.each([
  ['content', { content: 5 }, { content: '' }],
  ['level', { logLevel: 5 }, { level: 'FIELD' }],
  ['goals', { goals: ['a', 5] }, { goals: [] }],
  ['tags', { tags: 'a' }, { tags: [] }],
  ['eyesOnly', { eyesOnly: 'yes' }, { eyesOnly: false }],
])(
  'replaces the unreadable part %s of a content with its default, and keeps the other parts',
  (_, unreadable, fallback) => {
    const written = { ...EMPTY_CONTENT, content: 'text', level: 'ALERT', goals: ['a'], tags: ['b'], eyesOnly: true }
    expect(read({ ...toNewDocumentFields(written), ...unreadable })).toEqual({ ...written, ...fallback })
  },
)

test.each([
  ['no level', {}, EMPTY_CONTENT.level],
  ['a level in the field of the older version', { level: 'INTEL' }, 'INTEL'],
  ['levels in the fields of both versions', { level: 'INTEL', logLevel: 'ALERT' }, 'ALERT'],
  ['an unreadable level, and a level in the field of the older version', { level: 'INTEL', logLevel: 5 }, 'INTEL'],
])('reads the level of an entry document with %s', (_, data, level) => expect(read(data).level).toBe(level))
