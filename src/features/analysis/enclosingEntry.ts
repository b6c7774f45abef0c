/** Returns the element to focus when a button of an entry is removed or disabled after the user has pressed it. */
export const enclosingEntry = (button: Element): HTMLElement | null =>
  button.closest<HTMLElement>('[data-log-id], main')
