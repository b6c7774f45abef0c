/** Texts of the toasts. */
export const TOAST_TEXT = {
  region: 'Notifications',
  undo: 'Undo',
} as const
