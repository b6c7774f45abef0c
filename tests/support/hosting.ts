import { hash } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { brotliCompressSync } from 'node:zlib'
import { server as hostingServer } from 'superstatic'
import * as z from 'zod'
import { PROJECT, type BackendPorts } from '#local/backend.ts'
import { hostingConfig } from '../../scripts/hosting.ts'

const Header = z.object({ key: z.string(), value: z.string() })
const FirebaseJson = z.object({
  hosting: z.looseObject({
    rewrites: z.array(z.object({ source: z.string(), destination: z.string() })),
    headers: z.array(z.object({ source: z.string(), headers: z.array(Header) })),
  }),
})

/**
 * Serves the production build as Firebase Hosting does, with the headers of firebase.json. There are two differences:
 * TLS is not enforced, and the headers allow the local backend in place of Google's hosts.
 * @param folder the path of the build, relative to the project
 */
export async function serveBuild(
  port: number,
  backend: BackendPorts,
  folder = 'dist',
): Promise<{ close(): Promise<void> }> {
  const { hosting } = FirebaseJson.parse(JSON.parse(hostingConfig(PROJECT, folder)))
  const headers = hosting.headers.map((rule) => ({
    ...rule,
    headers: rule.headers.flatMap((header) => localHeader(header, backend)),
  }))
  const app = hostingServer({
    port,
    hostname: '127.0.0.1',
    cwd: process.cwd(),
    config: { public: folder, rewrites: hosting.rewrites, headers },
    compression: cachedCompression(),
  })
  const server = await new Promise<Server>((resolve) => {
    const listening: Server = app.listen(() => resolve(listening))
  })
  return {
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function localHeader({ key, value }: z.infer<typeof Header>, backend: BackendPorts): z.infer<typeof Header>[] {
  if (key === 'Strict-Transport-Security') return []
  if (key !== 'Content-Security-Policy') return [{ key, value }]
  const local = Object.values(backend).map((port) => `http://127.0.0.1:${port}`)
  const policy = value
    .replace('; upgrade-insecure-requests', '')
    .replace("connect-src 'self'", `connect-src 'self' ${local.join(' ')}`)
    .replace("media-src 'self'", `media-src 'self' http://127.0.0.1:${backend.radio}`)
  return [{ key, value: policy }]
}

const WORTH_COMPRESSING = 1024
const COMPRESSIBLE = /^(?:text\/|application\/(?:javascript|json|manifest\+json)|image\/svg)/

/** Compresses files at the highest level and caches the compressed files, as a CDN does. */
function cachedCompression() {
  const cache = new Map<string, Buffer>()
  return ({ headers }: IncomingMessage, response: ServerResponse, next: () => void): void => {
    if (headers.range !== undefined || !headers['accept-encoding']?.includes('br')) return next()
    const parts: Buffer[] = []
    const end = response.end.bind(response)
    const take = (part: unknown): void => {
      if (typeof part === 'string' || part instanceof Uint8Array) parts.push(Buffer.from(part))
    }
    response.write = (part: unknown) => {
      take(part)
      return true
    }
    response.end = (part?: unknown) => {
      take(part)
      const body = Buffer.concat(parts)
      const type = String(response.getHeader('content-type'))
      if (body.length < WORTH_COMPRESSING || !COMPRESSIBLE.test(type)) return end(body)
      const key = hash('sha256', body)
      const small = cache.get(key) ?? brotliCompressSync(body)
      cache.set(key, small)
      response.setHeader('content-encoding', 'br')
      response.setHeader('content-length', small.length)
      response.setHeader('vary', 'Accept-Encoding')
      return end(small)
    }
    next()
  }
}
