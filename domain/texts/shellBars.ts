/** Texts of the bars about a new version and about the storage of the browser. */
export const BAR_TEXT = {
  reload: 'Reload',
  storageBack: 'The storage of this browser responds again. Reload the page to use it. Your unsaved text is kept.',
  storageSilent:
    'The storage of this browser does not respond. Your entries are loaded from the server, and only drafts are stored on this device. Close other tabs of SITREP, or restart the browser.',
  reloading: 'Reloading…',
  newVersion: 'New version: reload',
  textKept: 'Your unsaved text is kept.',
} as const
