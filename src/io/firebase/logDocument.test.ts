import { expect, test } from 'vitest'
import { logOf } from './logDocument.ts'

const time = (milliseconds: number) => ({ toMillis: () => milliseconds })

test.each([
  ['a time and no deletion', { timestamp: time(-1), deleted: false }, { listed: true, deleted: false, timestamp: -1 }],
  ['no time', { deleted: false }, { listed: false, deleted: false, timestamp: null }],
  [
    'a text for a time',
    { timestamp: '2026-11-20', deleted: false },
    { listed: false, deleted: false, timestamp: null },
  ],
  ['a number for a time', { timestamp: 5, deleted: false }, { listed: false, deleted: false, timestamp: null }],
  ['no word of deletion', { timestamp: time(5) }, { listed: false, deleted: false, timestamp: 5 }],
  ['a text for a deletion', { timestamp: time(5), deleted: 'no' }, { listed: false, deleted: false, timestamp: 5 }],
  ['a deletion', { timestamp: time(5), deleted: true }, { listed: false, deleted: true, timestamp: 5 }],
])('a document with %s is parsed', (_, data, entry) => {
  expect(logOf('one', { content: 'text', ...data }, false)).toMatchObject(entry)
})
