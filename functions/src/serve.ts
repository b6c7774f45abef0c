import { subscribe } from 'node:diagnostics_channel'
import { IncomingMessage, type ServerResponse } from 'node:http'
import type { HttpAnswer, HttpRequest } from './http.ts'

/**
 * The largest number of bytes to discard. It is Google's limit for a request body: https://cloud.google.com/run/quotas.
 */
const MAX_DISCARDED_BYTES = 32 * 1024 * 1024

/** The path prefix of the framework's health checks. The emulator calls these health checks. */
const OWN_PATH = '/__/'

/**
 * Prevents the functions framework from reading bodies and rejecting requests. Otherwise the framework would decompress
 * up to 1 GiB before it calls a function, and log every body that it cannot parse. Without the two removed headers, the
 * framework assumes that there is no body. The path is replaced with `/`, because the framework fails on some paths. No
 * function reads the path.
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
 * Answers a request of Node's server. Reads as much of the body as `run` consumes. Discards the rest of the body after
 * the answer, because closing the connection immediately can lose the answer.
 * @param run never rejects
 */
export async function serve(
  run: (request: HttpRequest) => Promise<HttpAnswer>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, headers, body } = await run({
    method: request.method ?? '',
    // `headersDistinct` contains all headers as they were sent. `bypassFramework` has removed some headers from
    // `headers`.
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
