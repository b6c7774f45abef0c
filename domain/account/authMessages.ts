/* What the specification gives in quotation marks for the screens before the journal: loaded without everything else. */

export const AUTH_TEXT = {
  signInFailed: 'Failed to sign in',
  createFailed: 'Failed to create account',
  googleFailed: 'Failed to sign in with Google',
  signOutFailed: 'Failed to sign out',
  error: 'An error occurred',
  newNeedsUser: 'Please log in to create a new log.',
} as const
