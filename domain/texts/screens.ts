/** Texts of the screens that the app shows in place of a page, for example while the page loads. */
export const SCREEN_TEXT = {
  failed: 'This screen could not be loaded.',
  failedHint: 'Your entries are safe. If you are offline, try again when you are online.',
  reload: 'Load again',
  skipLink: 'Skip to content',
  signIn: 'Sign In',
  loading: 'Loading...',
} as const
