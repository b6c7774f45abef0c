import type { Draft } from '#domain/draft.ts'

/** A draft of which a test says only what it is about. */
export const draft = (about: Partial<Draft> = {}): Draft => ({
  id: 'one',
  content: 'text',
  level: 'FIELD',
  goals: [],
  tags: [],
  base: null,
  savedAt: 1,
  state: 'writing',
  ...about,
})
