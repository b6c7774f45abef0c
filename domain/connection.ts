/** What is known of the way to the database. */
export type Link = {
  /** Specification §4. */
  readonly connection: 'idle' | 'connecting' | 'connected' | 'error'
  /** The server has confirmed what the list shows, and nothing has been lost since. */
  readonly live: boolean
  /** Entries and changes that the server has not confirmed, as far as they can be counted. */
  readonly queued: number
  /** It has confirmed everything that was written here. */
  readonly allSent: boolean
}

export type LinkLamp = { readonly colour: 'ok' | 'warn' | 'danger' | 'muted'; readonly text: string }

/** The lamp of the way to the database, and the word beside it. */
export function linkLamp({ connection, live, queued, allSent }: Link): LinkLamp {
  if (connection === 'error') return { colour: 'danger', text: 'Refused' }
  if (connection !== 'connected') return { colour: 'muted', text: 'Connecting' }
  const waits = queued > 0 ? `${queued} queued` : allSent ? '' : 'queued'
  if (live) return waits === '' ? { colour: 'ok', text: 'Online' } : { colour: 'warn', text: `Sending, ${waits}` }
  return { colour: 'warn', text: waits === '' ? 'Offline' : `Offline, ${waits}` }
}
