import { EMPTY_CONTENT } from '#domain/entry/content.ts'
import type { Draft } from '#domain/entry/draft.ts'

/** Returns a draft with defaults for everything that a test does not specify. */
export const draft = ({ id = 'one', key = id, ...about }: Partial<Draft> = {}): Draft => ({
  id,
  key,
  ...EMPTY_CONTENT,
  content: 'text',
  base: null,
  savedAt: 1,
  state: 'writing',
  ...about,
})
