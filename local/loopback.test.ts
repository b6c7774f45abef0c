import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rejectNonLoopbackRequests } from './loopback.ts'

let server: Server
beforeAll(async () => {
  server = createServer((_, response) => response.setHeader('access-control-allow-origin', '*').end('mine'))
  server.on('upgrade', (_, socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'))
  rejectNonLoopbackRequests(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => void server.close())

async function ask(headers: Record<string, string>): Promise<{ status: unknown; cors: unknown }> {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const outgoing = request({ port, host: '127.0.0.1', headers, agent: false })
  outgoing.end()
  const [response] = await Promise.race([once(outgoing, 'response'), once(outgoing, 'upgrade')])
  response.destroy()
  return { status: response.statusCode, cors: response.headers['access-control-allow-origin'] }
}

const socket = { connection: 'upgrade', upgrade: 'websocket' }

test.each<Record<string, string>>([
  { host: 'evil.example' },
  { host: 'localhost.evil.example' },
  { host: '10.0.0.1' },
  { origin: 'http://evil.example' },
  { origin: 'http://localhost.evil.example' },
  { origin: 'null' },
  { origin: '' },
  { host: 'evil.example', ...socket },
  { origin: 'http://evil.example', ...socket },
])('rejects a request with headers %j', async (headers) => {
  expect(await ask(headers)).toEqual({ status: 403, cors: undefined })
})

test.each<Record<string, string>>([
  {},
  { host: 'localhost:5173' },
  { host: '[::1]:5173' },
  { host: '127.0.0.2' },
  { origin: 'http://localhost:4173' },
  { origin: 'http://127.0.0.1' },
  { origin: 'http://[::1]:80' },
])('answers a request with headers %j', async (headers) => {
  expect(await ask(headers)).toEqual({ status: 200, cors: '*' })
})

test('accepts a WebSocket upgrade from this machine', async () => {
  expect((await ask({ origin: 'http://localhost:5173', ...socket })).status).toBe(101)
})
