import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { asFirestoreError, invalid, STATUS } from '#local/firestore/core/errors.ts'

/** One request, its body read. */
export type Exchange = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly url: URL
  readonly body: string
}

/** Answers and returns true, or returns false to let the next route look. */
export type Route = (exchange: Exchange) => boolean

const MAX_BODY_BYTES = 16 * 1024 * 1024
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/
const LOOPBACK_ORIGIN = /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/

/**
 * An HTTP server for pages on this machine only: a Host or Origin that is not loopback is refused, which keeps
 * web pages and rebound names out. With an Origin every answer carries CORS headers, errors too.
 */
export function httpServer(routes: readonly Route[]): Server {
  const server = createServer((request, response) => {
    const refusal = refusalOf(request)
    if (refusal) return void response.writeHead(403, { 'content-type': 'text/plain' }).end(refusal)
    allowOrigin(request, response)
    if (request.method === 'OPTIONS') return void response.writeHead(200).end()
    readBody(request).then(
      (body) => dispatch(routes, { request, response, url: new URL(request.url ?? '/', 'http://localhost'), body }),
      (error: unknown) => sendError(response, error),
    )
  })
  server.on('connection', (socket) => socket.setNoDelay(true))
  server.keepAliveTimeout = 30_000
  return server
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** @param list streaming RPCs over REST answer with arrays, their errors too */
export function sendError(response: ServerResponse, thrown: unknown, list = false): void {
  const { status, message } = asFirestoreError(thrown)
  const body = { error: { code: STATUS[status].http, message, status } }
  if (status === 'INTERNAL') console.error(thrown)
  if (response.headersSent) response.end()
  else sendJson(response, STATUS[status].http, list ? [body] : body)
}

export function parseJson(body: string): unknown {
  if (body.trim() === '') return {}
  try {
    return JSON.parse(body)
  } catch {
    throw invalid('the body is not JSON')
  }
}

function dispatch(routes: readonly Route[], exchange: Exchange): void {
  try {
    if (!routes.some((route) => route(exchange)))
      sendJson(exchange.response, 404, { error: { code: 404, message: 'Not Found', status: 'NOT_FOUND' } })
  } catch (error) {
    sendError(exchange.response, error)
  }
}

function refusalOf({ headers }: IncomingMessage): string | undefined {
  if (!LOOPBACK.test(headers.host ?? '')) return `Host "${headers.host ?? ''}" is not this machine.`
  if (headers.origin !== undefined && !LOOPBACK_ORIGIN.test(headers.origin))
    return `Origin "${headers.origin}" is not this machine.`
  return undefined
}

function allowOrigin({ headers }: IncomingMessage, response: ServerResponse): void {
  if (headers.origin === undefined) return
  response.setHeader('access-control-allow-origin', headers.origin)
  response.setHeader('access-control-allow-credentials', 'true')
  response.setHeader('vary', 'Origin')
  response.setHeader(
    'access-control-expose-headers',
    'x-client-wire-protocol,x-http-session-id,x-http-initial-response',
  )
  response.setHeader('access-control-allow-methods', 'DELETE,GET,HEAD,PATCH,POST,PUT')
  const asked = headers['access-control-request-headers']
  if (asked) response.setHeader('access-control-allow-headers', asked)
  if (headers['access-control-request-private-network'])
    response.setHeader('access-control-allow-private-network', 'true')
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    const piece: Buffer = Buffer.from(chunk)
    bytes += piece.length
    if (bytes > MAX_BODY_BYTES) throw invalid(`a request may have ${MAX_BODY_BYTES} bytes`)
    chunks.push(piece)
  }
  return Buffer.concat(chunks).toString()
}
