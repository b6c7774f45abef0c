/** Texts of the screens before sign-in that the specification quotes. Only these screens load this module. */
export const AUTH_TEXT = {
  signInFailed: 'Failed to sign in',
  createFailed: 'Failed to create account',
  googleFailed: 'Failed to sign in with Google',
  signOutFailed: 'Failed to sign out',
  error: 'An error occurred',
  newNeedsUser: 'Please log in to create a new log.',
} as const
/** Texts of the screens before sign-in that the specification does not quote. */
export const SIGN_IN_TEXT = {
  motto: 'A personal operations log.',
  mottoEnd: 'Write it down before the net goes quiet.',
  email: 'Email',
  signIn: 'Sign In',
  createAccount: 'Create Account',
  mode: 'Mode',
  password: 'Password',
  forgotPassword: 'Forgot Password',
  shared: 'Shared device: leave nothing behind',
  or: 'or',
  google: 'Sign in with Google',
  localGoogle: 'On this machine, Google signs in a test account: google.user@example.com.',
  pageTitle: 'Sign in',
} as const
