/** Words that buttons of several features share. */
export const COMMON_TEXT = {
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  discard: 'Discard',
  retry: 'Retry',
  download: 'Download',
} as const
