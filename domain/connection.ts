/** What is known of the way to the database. */
export type ConnectionFacts = {
  /** Specification §4. */
  readonly connection: 'idle' | 'connecting' | 'connected' | 'error'
  /** The server has confirmed what the list shows, and nothing has been lost since. */
  readonly live: boolean
  /** Entries and changes that the server has not confirmed, as far as they can be counted. */
  readonly queued: number
  /** It has confirmed everything that was written here. */
  readonly allSent: boolean
}

export type ConnectionIndicator = { readonly color: 'ok' | 'warn' | 'danger' | 'muted'; readonly text: string }

/** The lamp of the way to the database, and the word beside it. */
export function connectionIndicator({ connection, live, queued, allSent }: ConnectionFacts): ConnectionIndicator {
  if (connection === 'error') return { color: 'danger', text: 'Refused' }
  if (connection !== 'connected') return { color: 'muted', text: 'Connecting' }
  const queuedText = queued > 0 ? `${queued} queued` : allSent ? '' : 'queued'
  if (live)
    return queuedText === '' ? { color: 'ok', text: 'Online' } : { color: 'warn', text: `Sending, ${queuedText}` }
  return { color: 'warn', text: queuedText === '' ? 'Offline' : `Offline, ${queuedText}` }
}
