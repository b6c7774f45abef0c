/** Returns the element that takes the focus when a pressed button of an entry is removed or disabled. */
export const enclosingEntry = (button: Element): HTMLElement | null =>
  button.closest<HTMLElement>('[data-log-id], main')
