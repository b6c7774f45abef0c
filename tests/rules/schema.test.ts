import { expect, test } from 'vitest'
import { CONTENT_PARTS, EMPTY_CONTENT, CONTENT_FLAGS } from '#domain/entry/content.ts'
import { toDocumentFields } from '#domain/entry/storedEntry.ts'
import { isAllowed } from './attempts.ts'
import { TimestampValue, NOW, type DocumentFields } from './oracle.ts'

const ALICE = { uid: 'alice', provider: 'password' }
const PATH = ['users', 'alice', 'logs', 'one']
const CONTENT = { ...EMPTY_CONTENT, content: 'text' }
const WRITTEN = new TimestampValue('2026-01-01T00:00:00Z')
const document = (parts: object, timestamp: unknown = NOW, lastUpdated: unknown = NOW): DocumentFields => ({
  userId: 'alice',
  timestamp,
  lastUpdated,
  deleted: false,
  ...toDocumentFields({ ...CONTENT, ...parts }),
})

test.each(CONTENT_PARTS)('the rules accept %s in a new entry and in an edit', (part) => {
  const changed = { content: 'changed', [part]: CONTENT_FLAGS.some((flag) => flag === part) || CONTENT[part] }
  expect(isAllowed({ actor: ALICE, path: PATH, before: undefined, after: document(changed) }), 'create').toBe(true)
  const edit = { before: document({}, WRITTEN, WRITTEN), after: document(changed, WRITTEN) }
  expect(isAllowed({ actor: ALICE, path: PATH, ...edit }), 'update').toBe(true)
})

test.each(CONTENT_FLAGS)('the rules reject a string as %s', (flag) => {
  expect(isAllowed({ actor: ALICE, path: PATH, before: undefined, after: document({ [flag]: 'yes' }) })).toBe(false)
})
