import { createServer } from 'node:net'

const HOST = '127.0.0.1'

/**
 * The first free port on loopback, from `preferred` upwards; 0 takes any.
 * `taken` are ports already given to somebody who has not opened them yet.
 */
export async function freePort(preferred: number, taken: ReadonlySet<number> = new Set()): Promise<number> {
  for (let port = preferred; port <= 65_535; port++) {
    if (taken.has(port)) continue
    const found = await tryPort(port)
    if (found !== undefined && !taken.has(found)) return found
    if (preferred === 0) port--
  }
  throw new Error(`no free port from ${preferred} upwards`)
}

function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(port, HOST, () => {
      const address = server.address()
      const found = typeof address === 'object' && address ? address.port : port
      server.close(() => resolve(found))
    })
  })
}
