import { expect, test } from 'vitest'
import { authMessage } from './authErrors.ts'

test.each([
  [{ code: 'auth/invalid-credential' }, 'The supplied auth credential is incorrect, malformed or has expired.'],
  [{ code: 'auth/something-new' }, 'Failed to sign in'],
  [new Error('x'), 'Failed to sign in'],
  [undefined, 'Failed to sign in'],
])('converts the sign-in error %j to the message: %s', (error, text) =>
  expect(authMessage(error, 'Failed to sign in')).toBe(text),
)
