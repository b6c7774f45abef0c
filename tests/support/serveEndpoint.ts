import { Agent, createServer, request as send } from 'node:http'
import { HttpError } from '../../functions/src/httpError.ts'
import type { HttpAnswer, HttpDeps, HttpRequest, LogLine } from '../../functions/src/http.ts'
import { serve } from '../../functions/src/serve.ts'

export const APP_ORIGIN = 'https://sitrep.example'
export const TOKEN = 'a.b.c'

/** Returns the dependencies of an endpoint, with a log that a test can read. */
export function httpDeps(): HttpDeps & { readonly lines: LogLine[] } {
  const lines: LogLine[] = []
  return {
    lines,
    origins: [APP_ORIGIN],
    verify: async (token) => {
      if (token !== TOKEN) throw new HttpError(401, 'User not authenticated')
      return 'alice'
    },
    newRequestId: () => 'request-1',
    now: () => 0,
    log: (line) => void lines.push(line),
  }
}

type Answer = { readonly status: number; readonly headers: Readonly<Record<string, unknown>>; readonly text: string }
export type RequestOptions = {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string | Uint8Array
}

/** Serves an endpoint on its own HTTP server. The returned `ask` sends requests as a browser does. */
export async function serveEndpoint(run: (request: HttpRequest) => Promise<HttpAnswer>) {
  const server = createServer((incoming, outgoing) => {
    void serve(run, incoming, outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  return {
    ask: ({ method = 'POST', headers = {}, body = '' }: RequestOptions) =>
      new Promise<Answer>((resolve, reject) => {
        const outgoing = send({ port, host: '127.0.0.1', method, headers, agent }, (answer) => {
          const parts: Uint8Array[] = []
          answer.on('data', (part: Uint8Array) => parts.push(part))
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(parts).toString() }),
          )
        })
        outgoing.once('error', reject)
        outgoing.end(body)
      }),
    async close() {
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
