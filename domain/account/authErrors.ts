/**
 * The identity provider's messages for the errors that users can cause. Excludes the text that the SDK adds before and
 * after each message ("Firebase: … (auth/…)."). The production build of the SDK contains only the error codes.
 */
const PROVIDER_MESSAGES: { readonly [code: string]: string } = {
  'auth/invalid-credential': 'The supplied auth credential is incorrect, malformed or has expired.',
  'auth/wrong-password': 'The password is invalid or the user does not have a password.',
  'auth/user-not-found': 'There is no user record corresponding to this identifier. The user may have been deleted.',
  'auth/user-disabled': 'The user account has been disabled by an administrator.',
  'auth/invalid-email': 'The email address is badly formatted.',
  'auth/missing-email': 'An email address must be provided.',
  'auth/missing-password': 'A non-empty password must be provided',
  'auth/email-already-in-use': 'The email address is already in use by another account.',
  'auth/weak-password': 'The password must be 6 characters long or more.',
  'auth/too-many-requests': 'We have blocked all requests from this device due to unusual activity. Try again later.',
  'auth/network-request-failed':
    'A network error (such as timeout, interrupted connection or unreachable host) has occurred.',
  'auth/popup-blocked': 'Unable to establish a connection with the popup. It may have been blocked by the browser.',
  'auth/popup-closed-by-user': 'The popup has been closed by the user before finalizing the operation.',
  'auth/operation-not-allowed':
    'The given sign-in provider is disabled for this Firebase project. Enable it in the Firebase console, under the sign-in method tab of the Auth section.',
}

/** Returns the provider's message for an error, or `fallback` if there is no such message. */
export function authMessage(error: unknown, fallback: string): string {
  const code = authCode(error)
  return (code && PROVIDER_MESSAGES[code]) ?? fallback
}

/** Returns the provider's code of an error, if any. */
export function authCode(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined
}
