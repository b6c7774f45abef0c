/** Lets only one tab of the browser play the radio at a time: the tab that started it last. */
export type RadioTabs = {
  /** Informs the other tabs that this tab plays the radio. */
  readonly claim: () => void
  /** Calls `callback` when another tab starts to play the radio. */
  readonly onClaim: (callback: () => void) => void
}

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('radio')

export const radioTabs: RadioTabs = {
  claim: () => channel?.postMessage('plays'),
  onClaim: (callback) => channel?.addEventListener('message', callback),
}
