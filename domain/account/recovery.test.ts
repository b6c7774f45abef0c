import { expect, test } from 'vitest'
import { resetErrorText } from './recovery.ts'

test.each([
  [{ code: 'auth/invalid-email' }, 'Invalid email format.'],
  [{ code: 'auth/user-not-found' }, 'No account found with this email.'],
  [{ code: 'auth/network-request-failed' }, 'Password reset failed. Please try again.'],
  [new Error('x'), 'Password reset failed. Please try again.'],
  [new Error(''), 'Failed to send password reset email'],
  [{}, 'Failed to send password reset email'],
  [undefined, 'Failed to send password reset email'],
])('converts the password reset error %j to the message: %s', (error, text) => expect(resetErrorText(error)).toBe(text))
