import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { reportErrors } from './inPage.ts'

/** A proxy that can disconnect one browser while the rest of the machine stays online. */
export type NetworkProxy = {
  /** The `host:port` of the proxy, such as `127.0.0.1:8080`. */
  readonly host: string
  /** Closes all connections of the browser and rejects new connections until `restore` is called. */
  cut(): void
  restore(): void
  /** The errors of all pages, in the order in which the injected script reported them. */
  readonly errors: readonly string[]
  /** The requests whose response has not ended, such as `GET http://127.0.0.1:20000/ (waiting)`. */
  unfinished(): readonly string[]
  close(): Promise<void>
}

const REPORTER = '/walk-reporter.js'
const REPORTS = '/walk-reports'

/**
 * Starts a proxy that forwards requests to this machine only, and streams bodies without buffering.
 * @param reporting whether to inject a script that reports errors into each page, because WebDriver has no console
 */
export async function startNetworkProxy({ reporting = false } = {}): Promise<NetworkProxy> {
  const errors: string[] = []
  let isCut = false
  const sockets = new Set<Socket>()
  const responses = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    const address = URL.parse(request.url ?? '')
    if (address && reporting && handleReporterRequest(address.pathname, request, response, errors)) return
    if (isCut || address?.hostname !== '127.0.0.1') return void request.socket.destroy()
    responses.add(response)
    response.once('close', () => responses.delete(response))
    const headers = reporting ? { ...request.headers, 'accept-encoding': 'identity' } : request.headers
    const outgoing = send(address, { method: request.method, headers }, (answer) => {
      if (reporting && answer.statusCode === 200 && answer.headers['content-type']?.startsWith('text/html'))
        return void sendWithReporter(answer, response)
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      response.flushHeaders()
      answer.pipe(response)
      answer.once('error', () => response.destroy())
    })
    outgoing.once('error', () => response.destroy())
    response.once('close', () => outgoing.destroy())
    request.pipe(outgoing)
  })
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // Browsers send CONNECT only for TLS, which the servers of this machine do not use.
  server.on('connect', (_request, socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port.')
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    host: `127.0.0.1:${address.port}`,
    cut() {
      isCut = true
      destroyAll()
    },
    restore() {
      isCut = false
    },
    errors,
    unfinished: () =>
      [...responses].map(({ req, headersSent }) => `${req.method} ${req.url} (${headersSent ? 'sending' : 'waiting'})`),
    async close() {
      destroyAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function handleReporterRequest(
  pathname: string,
  request: IncomingMessage,
  response: ServerResponse,
  errors: string[],
): boolean {
  if (pathname === REPORTER) {
    response
      .writeHead(200, { 'content-type': 'text/javascript' })
      .end(`(${reportErrors.toString()})(${JSON.stringify(REPORTS)})`)
    return true
  }
  if (pathname !== REPORTS) return false
  void text(request).then((error) => {
    errors.push(error)
    response.writeHead(204).end()
  })
  return true
}

async function sendWithReporter(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  const page = await text(answer)
  const { 'content-length': _, ...headers } = answer.headers
  response
    .writeHead(200, headers)
    .end(page.replace(/<head[^>]*>/, (head) => `${head}<script src="${REPORTER}"></script>`))
}
