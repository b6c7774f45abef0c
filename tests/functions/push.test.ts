/* Tests sending push messages with the real Admin SDK, which calls a fake of Firebase Cloud Messaging over HTTP. */
import { Agent } from 'node:https'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { deleteApp, initializeApp } from 'firebase-admin/app'
import { getMessaging } from 'firebase-admin/messaging'
import { afterEach, expect, test } from 'vitest'
import { createPushSender } from '../../functions/src/push.ts'

const REMINDER = { title: 'Voice assistant', body: 'Anything?', path: '/logs/new', tag: 'reminder' }
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Fakes Firebase Cloud Messaging and records the requests. */
async function service(status: number, answer: object) {
  const requests: { url: string | undefined; body: unknown }[] = []
  const server = createServer((request, response) => {
    const parts: Uint8Array[] = []
    request.on('data', (part: Uint8Array) => parts.push(part))
    request.on('end', () => {
      requests.push({ url: request.url, body: JSON.parse(Buffer.concat(parts).toString()) })
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  class Here extends Agent {
    override createConnection(): Duplex {
      return connect(port, '127.0.0.1')
    }
  }
  const app = initializeApp(
    {
      projectId: 'sitrep-test',
      credential: { getAccessToken: async () => ({ access_token: 'x', expires_in: 3600 }) },
      httpAgent: new Here(),
    },
    crypto.randomUUID(),
  )
  closing.push(
    () => deleteApp(app),
    () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      }),
  )
  return { push: createPushSender(getMessaging(app)), requests }
}

const refusal = (code: number, status: string, errorCode?: string) => ({
  error: {
    code,
    status,
    message: 'refused',
    ...(errorCode && { details: [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }] }),
  },
})

test('sends a message as data, so that the service worker shows it', async () => {
  const { push, requests } = await service(200, { name: 'projects/sitrep-test/messages/1' })
  expect(await push('the-token', REMINDER)).toBe('sent')
  expect(requests).toEqual([
    {
      url: '/v1/projects/sitrep-test/messages:send',
      body: {
        message: {
          token: 'the-token',
          data: REMINDER,
          webpush: { headers: { TTL: '3600', Urgency: 'normal' } },
        },
      },
    },
  ])
})

test('push returns "gone" if the device is no longer registered', async () => {
  const { push } = await service(404, refusal(404, 'NOT_FOUND', 'UNREGISTERED'))
  expect(await push('the-token', REMINDER)).toBe('gone')
})

test.each([
  [429, refusal(429, 'RESOURCE_EXHAUSTED', 'QUOTA_EXCEEDED')],
  [403, refusal(403, 'PERMISSION_DENIED')],
])('push rejects when the service answers %d, and does not return "gone"', async (status, body) => {
  const { push } = await service(status, body)
  await expect(push('the-token', REMINDER)).rejects.toThrow(/./)
})
