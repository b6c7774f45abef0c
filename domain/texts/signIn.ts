/*
 * Quoted texts of the specification for the screens before sign-in. A module of its own, so that these screens load no
 * other texts.
 */

export const AUTH_TEXT = {
  signInFailed: 'Failed to sign in',
  createFailed: 'Failed to create account',
  googleFailed: 'Failed to sign in with Google',
  signOutFailed: 'Failed to sign out',
  error: 'An error occurred',
  newNeedsUser: 'Please log in to create a new log.',
} as const
