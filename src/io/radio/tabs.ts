/** One tab of the browser plays at a time: the one that began last. */
export type RadioTabs = {
  /** Tells the others that this one plays. */
  readonly claim: () => void
  /** Calls back when another one plays. */
  readonly onClaim: (callback: () => void) => void
}

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('radio')

export const radioTabs: RadioTabs = {
  claim: () => channel?.postMessage('plays'),
  onClaim: (callback) => channel?.addEventListener('message', callback),
}
