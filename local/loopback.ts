import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** The address on which every server of the local backend listens. */
export const LOOPBACK = '127.0.0.1'

const HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/
const ORIGIN = /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/

/** An HTTP server, or `Server.prototype` for all servers of a process. */
type Emitter = { emit(event: string, ...args: unknown[]): boolean }

/**
 * Makes an HTTP server answer only requests of this machine. A request or upgrade whose Host or Origin is not a
 * loopback name gets status 403 without CORS headers. Without this check, any web page could call the server, from the
 * page's own origin or through a host name that resolves to 127.0.0.1 (DNS rebinding). A request without an Origin,
 * from a tool or a test, is answered.
 */
export function rejectNonLoopbackRequests(server: Emitter): void {
  const { emit } = server
  server.emit = function guarded(this: Emitter, event, ...args) {
    const [request, answer] = args
    const reason = isRequest(request) ? rejectionReason(request.headers) : undefined
    if (reason === undefined) return emit.call(this, event, ...args)
    if (isResponse(answer)) answer.writeHead(403, { 'content-type': 'text/plain' }).end(reason)
    else if (isSocket(answer)) answer.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n')
    return true
  }
}

function rejectionReason({ host = '', origin }: IncomingHttpHeaders): string | undefined {
  if (!HOST.test(host)) return `Host "${host}" is not this machine. Use 127.0.0.1 or localhost.`
  if (origin !== undefined && !ORIGIN.test(origin)) return `Origin "${origin}" is not this machine.`
  return undefined
}

const isRequest = (value: unknown): value is { readonly headers: IncomingHttpHeaders } =>
  typeof value === 'object' && value !== null && 'headers' in value

const isResponse = (value: unknown): value is ServerResponse =>
  typeof value === 'object' && value !== null && 'writeHead' in value

const isSocket = (value: unknown): value is Duplex => typeof value === 'object' && value !== null && 'end' in value
