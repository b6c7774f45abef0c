import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export type FakeServer = { readonly url: string; close(): Promise<void> }

/** Starts a local server that replaces an external service. @param port the port; 0 selects any free port */
export async function startFakeServer(
  answer: (request: IncomingMessage, body: string, response: ServerResponse) => void,
  port: number,
): Promise<FakeServer> {
  const server = createServer((request, response) => {
    void read(request).then((body) => answer(request, body, response))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the stand-in has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) if (Buffer.isBuffer(part)) parts.push(part)
  return Buffer.concat(parts).toString()
}
