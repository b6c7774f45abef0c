/** Texts of the password recovery that the specification does not quote. */
export const RECOVERY_TEXT = {
  title: 'Password recovery',
  hint: 'We will email you a link to set a new password.',
  send: 'Send reset link',
  back: 'Back to Login',
} as const
