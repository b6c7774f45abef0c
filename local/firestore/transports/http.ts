import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { toFirestoreError, invalidArgument, STATUS } from '#local/firestore/core/errors.ts'
import { rejectNonLoopbackRequests } from '#local/loopback.ts'

/**
 * `node:http` is not imported: an import evaluates every export of the module, and some exports load Node's HTTP
 * client, which uses 10 MiB of memory.
 */
const { createServer } = process.getBuiltinModule('node:http')

/** A request with its whole body. */
export type HttpExchange = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly url: URL
  readonly body: string
}

/** Either answers a request and returns true, or returns false to pass the request to the next route. */
export type Route = (exchange: HttpExchange) => boolean

const MAX_BODY_BYTES = 16 * 1024 * 1024
/** The size limit of an import is higher, because an import contains a whole database. */
const MAX_IMPORT_BYTES = 256 * 1024 * 1024
const WORTH_COMPRESSING = 1024
/** The fastest of the nine compression levels. */
const GZIP_LEVEL = 1

/**
 * Creates an HTTP server that only pages and programs of this machine can use. Every answer to a request with an Origin
 * has CORS headers, including error answers.
 */
export function httpServer(routes: readonly Route[]): Server {
  const server = createServer((request, response) => {
    allowOrigin(request, response)
    if (request.method === 'OPTIONS') return void response.writeHead(200).end()
    const url = URL.parse(request.url ?? '/', 'http://localhost')
    if (!url) return sendError(response, invalidArgument('the address is no URL'))
    const maxBytes = url.pathname.endsWith(':import') ? MAX_IMPORT_BYTES : MAX_BODY_BYTES
    readBody(request, maxBytes).then(
      (body) => dispatch(routes, { request, response, url, body }),
      (error: unknown) => {
        // The rest of an oversized body stays unread, so the connection must close after the answer.
        response.setHeader('connection', 'close')
        sendError(response, error)
      },
    )
  })
  rejectNonLoopbackRequests(server)
  server.keepAliveTimeout = 30_000
  return server
}

/**
 * Sends JSON. Compresses a long answer if the client accepts gzip, as Google's front ends do. A page of entries shrinks
 * to a tenth of its size.
 */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body)
  const headers = { 'content-type': 'application/json' }
  if (text.length < WORTH_COMPRESSING || !response.req.headers['accept-encoding']?.includes('gzip'))
    return void response.writeHead(status, headers).end(text)
  response.writeHead(status, { ...headers, 'content-encoding': 'gzip' }).end(gzipSync(text, { level: GZIP_LEVEL }))
}

/** @param list whether to wrap the error in an array, as streaming RPCs over REST do */
export function sendError(response: ServerResponse, thrown: unknown, list = false): void {
  const { status, message } = toFirestoreError(thrown)
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
    throw invalidArgument('the body is not JSON')
  }
}

/** Decodes a part of a URL. Throws INVALID_ARGUMENT for malformed escapes. */
export function decodeUrlPart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw invalidArgument(`"${part}" is not a valid part of an address`)
  }
}

function dispatch(routes: readonly Route[], exchange: HttpExchange): void {
  try {
    if (!routes.some((route) => route(exchange)))
      sendJson(exchange.response, 404, { error: { code: 404, message: 'Not Found', status: 'NOT_FOUND' } })
  } catch (error) {
    sendError(exchange.response, error)
  }
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

async function readBody(request: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    const piece: Buffer = Buffer.from(chunk)
    bytes += piece.length
    if (bytes > maxBytes) throw invalidArgument(`a request may have ${maxBytes} bytes`)
    chunks.push(piece)
  }
  return Buffer.concat(chunks).toString()
}
