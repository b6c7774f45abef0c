import { authCode } from './authErrors.ts'

/* Texts of the password reset that the specification quotes. Only the password recovery page loads this module. */

export const RESET_TEXT = {
  emailMissing: 'Please enter your email address.',
  emailInvalid: 'Invalid email format.',
  unknownEmail: 'No account found with this email.',
  failed: 'Password reset failed. Please try again.',
  sendFailed: 'Failed to send password reset email',
  sent: 'Password reset email sent! Check your inbox (and spam folder).',
} as const

/** Returns the message for a failed password reset (specification §8). An error without a message has its own text. */
export function resetMessage(error: unknown): string {
  const code = authCode(error)
  if (!code && !(error instanceof Error && error.message)) return RESET_TEXT.sendFailed
  if (code === 'auth/invalid-email') return RESET_TEXT.emailInvalid
  if (code === 'auth/user-not-found') return RESET_TEXT.unknownEmail
  return RESET_TEXT.failed
}
