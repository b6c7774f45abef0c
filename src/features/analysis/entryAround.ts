/** Where the focus goes while the key of an entry that was pressed is gone or disabled. */
export const entryAround = (key: Element): HTMLElement | null => key.closest<HTMLElement>('[data-log-id], main')
