import { subscribe } from 'node:diagnostics_channel'
import { IncomingMessage, type ServerResponse } from 'node:http'
import type { HttpAnswer, HttpRequest } from './http.ts'

/** Google's limit for a request body: https://cloud.google.com/run/quotas. */
const MAX_DISCARDED_BYTES = 32 * 1024 * 1024

/** Paths of the framework's health checks, which the emulator calls. */
const OWN_PATH = '/__/'

/**
 * Keeps the functions framework from reading bodies and rejecting requests: it decompresses up to 1 GiB before it calls
 * a function, and logs a body that it cannot parse. Without these two headers it assumes that there is no body. It also
 * fails on some paths, and no function reads the path.
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
 * Answers a request of Node's server. Reads as much of the body as `run` consumes. Discards the rest after the answer:
 * closing the connection immediately can lose the answer.
 * @param run never rejects
 */
export async function serve(
  run: (request: HttpRequest) => Promise<HttpAnswer>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, headers, body } = await run({
    method: request.method ?? '',
    // `headersDistinct` has the headers as they were sent; `bypassFramework` removes some from `headers`.
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
