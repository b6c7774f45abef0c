import { expect, test } from 'vitest'
import { storageText } from './specification.ts'

test.each([
  ['add', 'Cannot add log: the backend is not connected or no user is logged in.'],
  ['update', 'Cannot update log: the backend is not connected or no user is logged in.'],
  ['delete', 'Cannot delete log: the backend is not connected or no user is logged in.'],
  ['clear', 'Cannot clear logs: the backend is not connected or no user is logged in.'],
] as const)('returns the message for unavailable storage on %s', (action, text) =>
  expect(storageText(action)).toBe(text),
)
