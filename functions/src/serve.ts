import { subscribe } from 'node:diagnostics_channel'
import { IncomingMessage, type ServerResponse } from 'node:http'
import type { HttpAnswer, HttpRequest } from './http.ts'

/** Google passes on no more than this of a request: https://cloud.google.com/run/quotas. */
const MAX_DISCARDED_BYTES = 32 * 1024 * 1024

/** The framework's own checks of an instance, which the emulator asks for. */
const OWN_PATH = '/__/'

/**
 * Keeps the functions framework from reading bodies and refusing requests by itself: it inflates up to 1 GiB before it
 * calls a function, and logs a body that it cannot parse. It takes a request without these two headers for one without
 * a body, and cannot decode every path; no function reads the path.
 */
export function bypassFramework(): void {
  subscribe('http.server.request.start', (message) => {
    const request =
      typeof message === 'object' && message !== null && 'request' in message ? message.request : undefined
    if (!(request instanceof IncomingMessage)) return
    delete request.headers['content-length']
    delete request.headers['transfer-encoding']
    if (request.url?.startsWith(OWN_PATH) !== true) request.url = '/'
  })
}

/**
 * Answers a request of Node's server. The body is read as far as `run` asks for it. What comes after the answer is
 * discarded: a connection that is closed at once can take the answer with it.
 * @param run never rejects
 */
export async function serve(
  run: (request: HttpRequest) => Promise<HttpAnswer>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, headers, body } = await run({
    method: request.method ?? '',
    // As they were sent: `headers` has lost some of them (bypassFramework).
    headers: request.headersDistinct,
    body: request.iterator({ destroyOnReturn: false }),
  })
  response.statusCode = status
  response.setHeaders(new Map(Object.entries(headers)))
  if (body === undefined) response.end()
  else response.setHeader('Content-Type', 'application/json; charset=utf-8').end(JSON.stringify(body))
  let left = MAX_DISCARDED_BYTES
  request.on('data', (part: Uint8Array) => {
    left -= part.byteLength
    if (left < 0) request.destroy()
  })
}
