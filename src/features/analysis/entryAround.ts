/** Where whoever pressed a key of an entry goes on from while that key is gone or disabled. */
export const entryAround = (key: Element): HTMLElement | null => key.closest<HTMLElement>('[data-log-id], main')
