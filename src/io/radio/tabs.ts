/** Lets only one tab of the browser play at a time: the last one that started. */
export type RadioTabs = {
  /** Announces to other tabs that this tab plays. */
  readonly claim: () => void
  /** Calls back when another tab plays. */
  readonly onClaim: (callback: () => void) => void
}

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('radio')

export const radioTabs: RadioTabs = {
  claim: () => channel?.postMessage('plays'),
  onClaim: (callback) => channel?.addEventListener('message', callback),
}
