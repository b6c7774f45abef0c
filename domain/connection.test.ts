import { expect, test } from 'vitest'
import { linkLamp, type Link } from './connection.ts'

const HERE: Link = { connection: 'connected', live: true, queued: 0, allSent: true }

test.each<[Partial<Link>, string, string]>([
  [{}, 'ok', 'Online'],
  [{ queued: 1 }, 'warn', 'Sending, 1 queued'],
  [{ allSent: false }, 'warn', 'Sending, queued'],
  [{ live: false }, 'warn', 'Offline'],
  [{ live: false, allSent: false }, 'warn', 'Offline, queued'],
  [{ live: false, queued: 490, allSent: false }, 'warn', 'Offline, 490 queued'],
  [{ connection: 'connecting' }, 'muted', 'Connecting'],
  [{ connection: 'idle' }, 'muted', 'Connecting'],
  [{ connection: 'error', queued: 3 }, 'danger', 'Refused'],
])('%j is %s: %s', (link, colour, text) => {
  expect(linkLamp({ ...HERE, ...link })).toEqual({ colour, text })
})
