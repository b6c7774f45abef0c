import { expect, test } from 'vitest'
import { connectionIndicator, type ConnectionFacts } from './connection.ts'

const CONNECTED: ConnectionFacts = { connection: 'connected', live: true, queued: 0, allSent: true }

test.each<[Partial<ConnectionFacts>, string, string]>([
  [{}, 'ok', 'Online'],
  [{ queued: 1 }, 'warn', 'Sending, 1 queued'],
  [{ allSent: false }, 'warn', 'Sending, queued'],
  [{ live: false }, 'warn', 'Offline'],
  [{ live: false, allSent: false }, 'warn', 'Offline, queued'],
  [{ live: false, queued: 490, allSent: false }, 'warn', 'Offline, 490 queued'],
  [{ connection: 'connecting' }, 'muted', 'Connecting'],
  [{ connection: 'idle' }, 'muted', 'Connecting'],
  [{ connection: 'error', queued: 3 }, 'danger', 'Access denied'],
])('shows the connection state %j in the color %s with the text: %s', (facts, color, text) => {
  expect(connectionIndicator({ ...CONNECTED, ...facts })).toEqual({ color, text })
})
