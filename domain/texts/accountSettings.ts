/** Texts of the account settings. */
export const ACCOUNT_SETTINGS_TEXT = {
  title: 'Account',
  email: 'Email',
  displayName: 'Display name',
  noDisplayName: 'Not set',
  password: 'Password',
  passwordHint: 'Opens in a new tab.',
  changePassword: 'Change Password',
  deletion: 'Delete account',
  delete: 'Delete Account',
  deletionQuestion: 'Are you sure you want to delete your account?',
  data: 'Data',
  downloaded: 'Your data has been downloaded.',
  downloadRejected: 'Your data was not downloaded, because the server denied access. Sign in again and retry.',
  downloadFailed:
    'Your data was not downloaded, because the server could not be reached. Try again when you are online.',
  download: 'Download my data',
  downloadHint: 'Account, settings, favorites, drafts and all entries, including deleted ones, as one JSON file.',
  shared: 'Shared device',
  sharedOn:
    'On: none of your data stays on this device, and closing the tab signs you out. Your journal is not available offline.',
  sharedOff: 'Off: your journal is stored on this device, so it opens quickly and works offline.',
  turnSharedOff: 'Turn off',
  turnSharedOn: 'Turn on',
  turnSharedOnLabel: 'Turn on shared device mode',
  turnSharedOffLabel: 'Turn off shared device mode',
  signInAgain: 'Sign in again',
  sharedOffQuestion: 'You will be signed out. After you sign in again, your journal will be stored on this device.',
  sharedOnQuestion:
    'You will be signed out, and your journal will be removed from this device. After you sign in again, nothing will be stored on it.',
  signOut: 'Sign out',
  progress: (entries: number) => `${entries.toLocaleString('en-US')} entries loaded`,
} as const
