import { TOAST_TEXT } from '#domain/texts/toasts.ts'
import { actionToast, type ActionToastOptions } from './actionToast.tsx'

/** Shows a message with an Undo button. Returns the toast's id. */
export const undoToast = (text: string, onUndo: () => void, options: ActionToastOptions = {}): string =>
  actionToast(text, TOAST_TEXT.undo, onUndo, options)
