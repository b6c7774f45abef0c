/** Texts of the password recovery that the specification quotes, to the letter. */
export const RESET_TEXT = {
  emailMissing: 'Please enter your email address.',
  emailInvalid: 'Invalid email format.',
  unknownEmail: 'No account found with this email.',
  failed: 'Password reset failed. Please try again.',
  sendFailed: 'Failed to send password reset email',
  sent: 'Password reset email sent! Check your inbox (and spam folder).',
} as const

/** Texts of the password recovery that the specification does not quote. */
export const RECOVERY_TEXT = {
  title: 'Password recovery',
  hint: 'We will email you a link to set a new password.',
  send: 'Send reset link',
  back: 'Back to Login',
} as const
