/** Texts of the toasts. */
export const TOAST_TEXT = {
  region: 'Notifications',
  undo: 'Undo',
  queued: (subject: string) => `${subject} queued until the server can be reached`,
} as const
