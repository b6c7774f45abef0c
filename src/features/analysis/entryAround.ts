/** Where the focus goes while the key of an entry that was pressed is gone or disabled. */
export const entryAround = (button: Element): HTMLElement | null => button.closest<HTMLElement>('[data-log-id], main')
