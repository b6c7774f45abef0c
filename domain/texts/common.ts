/** Words that buttons of several features share. */
export const COMMON_TEXT = {
  cancel: 'Cancel',
  close: 'Close',
} as const
