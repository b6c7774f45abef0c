import { expect, test } from 'vitest'
import { storageErrorText } from './specification.ts'

test.each([
  ['add', 'Cannot add log: the backend is not connected or no user is logged in.'],
  ['update', 'Cannot update log: the backend is not connected or no user is logged in.'],
  ['delete', 'Cannot delete log: the backend is not connected or no user is logged in.'],
  ['clear', 'Cannot clear logs: the backend is not connected or no user is logged in.'],
] as const)('returns the message that the action %s failed because storage is unavailable', (action, text) =>
  expect(storageErrorText(action)).toBe(text),
)
