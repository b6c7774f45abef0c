import type { Server as HttpServer } from 'node:http'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/**
 * The first bytes of an HTTP/2 connection that starts without an upgrade from HTTP/1.1. gRPC opens such connections.
 */
const HTTP2_PREFACE = 'PRI'
const PREFACE_TIMEOUT_MS = 60_000
const LOOPBACK = new Map([
  ['127.0.0.1', ['127.0.0.1']],
  ['::1', ['::1']],
  ['localhost', ['127.0.0.1', '::1']],
])

export type ListeningServer = { readonly port: number; close(): Promise<void> }

/**
 * Serves HTTP/1.1 and HTTP/2 on one port: the first bytes of a connection select the protocol. With the host
 * `localhost`, the server listens on both loopback addresses if the machine has both.
 * @param port 0 selects any free port
 */
export async function listenOnPort(
  host: string,
  port: number,
  http1: HttpServer,
  http2: (socket: Duplex) => void,
): Promise<ListeningServer> {
  const hosts = LOOPBACK.get(host)
  if (!hosts) throw new Error(`The local Firestore listens on this machine only: use 127.0.0.1, not ${host}.`)
  const sockets = new Set<Socket>()
  const onConnection = (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    routeByProtocol(socket, http1, http2)
  }
  const servers: Server[] = []
  let boundPort = port
  for (const address of hosts) {
    const server = createServer(onConnection)
    try {
      boundPort = await listen(server, address, boundPort)
      servers.push(server)
    } catch (error) {
      // A machine may have only one of the two loopback addresses, 127.0.0.1 and ::1.
      if (servers.length > 0 && isMissingAddress(error)) continue
      for (const open of servers) open.close()
      throw error
    }
  }
  return {
    port: boundPort,
    async close() {
      for (const socket of sockets) socket.destroy()
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}

function routeByProtocol(socket: Socket, http1: HttpServer, http2: (socket: Duplex) => void): void {
  socket.setNoDelay(true)
  socket.setTimeout(PREFACE_TIMEOUT_MS, () => socket.destroy())
  let seen = Buffer.alloc(0)
  const onData = (chunk: Buffer) => {
    seen = Buffer.concat([seen, chunk])
    const start = seen.toString('latin1', 0, HTTP2_PREFACE.length)
    if (start.length < HTTP2_PREFACE.length && HTTP2_PREFACE.startsWith(start)) return
    socket.off('data', onData)
    socket.pause()
    socket.setTimeout(0)
    socket.removeAllListeners('timeout')
    socket.unshift(seen)
    if (start === HTTP2_PREFACE) http2(socket)
    else {
      http1.emit('connection', socket)
      socket.resume()
    }
  }
  socket.on('data', onData)
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      resolve(isAddress(address) ? address.port : port)
    })
  })
}

const isAddress = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === 'object' && address !== null

const isMissingAddress = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT')
