/** Messages that are not part of a page. */
export const APP_TEXT = {
  draftSaved: 'Your text is saved as a draft.',
  themeNotSynced: 'Saved on this device only: the server did not accept the change.',
  unsentTitle: 'Unsaved data on this device',
  unsentWarning:
    'Some entries, drafts, recordings or settings may exist on this device only. Signing out removes them from this device, so they would be lost.',
  signOutAnyway: 'Sign out anyway',
} as const
