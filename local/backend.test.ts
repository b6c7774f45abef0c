import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { waitUntilReady } from './backend.ts'

let server: Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
}

test('waitUntilReady repeats a request that is never answered', async () => {
  let requests = 0
  const url = await serve((_, response) => {
    if (++requests > 1) response.end()
  })
  await waitUntilReady(url, { answerTimeout: 100 })
  expect(requests).toBeGreaterThan(1)
})

test('after its timeout, waitUntilReady rejects with the last answer, some advice and the output of the process', async () => {
  const url = await serve((_, response) => response.writeHead(404).end())
  const waiting = waitUntilReady(url, { timeout: 200, output: () => 'Loading functions' })
  await expect(waiting).rejects.toThrow(
    /is not ready after 0\.2 s\. It answers 404\.\n.*start again\.\nLoading functions/s,
  )
})

test('waitUntilReady rejects immediately when the process has ended', async () => {
  const url = await serve((_, response) => response.writeHead(404).end())
  await expect(waitUntilReady(url, { exitReason: () => 'It ended.' })).rejects.toThrow('It ended.')
})
