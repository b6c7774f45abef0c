/** State of the connection to the database. */
export type ConnectionFacts = {
  /** The connection states of the specification (§4). */
  readonly connection: 'idle' | 'connecting' | 'connected' | 'error'
  /** Whether the server has confirmed the list, and the connection has not been lost since then. */
  readonly live: boolean
  /** The number of entries and changes that are known to be unconfirmed by the server. There may be more. */
  readonly queued: number
  /** Whether the server has confirmed all writes of this device. */
  readonly allSent: boolean
}

export type ConnectionIndicator = { readonly color: 'ok' | 'warn' | 'danger' | 'muted'; readonly text: string }

/** Returns the color and the text of the connection indicator. */
export function connectionIndicator({ connection, live, queued, allSent }: ConnectionFacts): ConnectionIndicator {
  if (connection === 'error') return { color: 'danger', text: 'Access denied' }
  if (connection !== 'connected') return { color: 'muted', text: 'Connecting' }
  const queuedText = queued > 0 ? `${queued} queued` : allSent ? '' : 'queued'
  if (live)
    return queuedText === '' ? { color: 'ok', text: 'Online' } : { color: 'warn', text: `Sending, ${queuedText}` }
  return { color: 'warn', text: queuedText === '' ? 'Offline' : `Offline, ${queuedText}` }
}
