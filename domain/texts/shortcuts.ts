/** Texts of the list of keyboard shortcuts. */
export const SHORTCUT_TEXT = {
  title: 'Keyboard shortcuts',
  close: 'Close keyboard shortcuts',
} as const
