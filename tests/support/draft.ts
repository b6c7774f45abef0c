import type { Draft } from '#domain/entry/draft.ts'

/** A draft of which a test says only what it is about. */
export const draft = ({ id = 'one', key = id, ...about }: Partial<Draft> = {}): Draft => ({
  id,
  key,
  content: 'text',
  level: 'FIELD',
  goals: [],
  tags: [],
  eyesOnly: false,
  base: null,
  savedAt: 1,
  state: 'writing',
  ...about,
})
