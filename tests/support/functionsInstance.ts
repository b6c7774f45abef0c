/*
 * One instance of the deployed functions as a process of its own: the bundle, and around it what Google's server does.
 * It gives a function no more calls at once than its options say and refuses the others, as Google does when there is no
 * further instance to have. Prints its port, and answers GET /memory with the bytes that it has resident.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import * as z from 'zod'

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown
const isHandler = (value: unknown): value is Handler => typeof value === 'function'
const Options = z.object({ concurrency: z.number() })

const KEPT_MS = 60_000

const bundle = new Map<string, unknown>(
  Object.entries(await import(path.resolve(import.meta.dirname, '../../functions/lib/index.js'))),
)
const running = new Map<string, number>()

const most = (handler: Handler): number =>
  Options.parse('__endpoint' in handler ? handler.__endpoint : undefined).concurrency

/** What the framework around a function adds to an answer, as far as these use it. */
const asInTheFramework = (response: ServerResponse): ServerResponse =>
  Object.assign(response, {
    status(code: number) {
      response.statusCode = code
      return response
    },
    set(headers: Readonly<Record<string, string>>) {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
      return response
    },
    send(body: unknown) {
      response.setHeader('content-type', 'application/json')
      response.end(body === undefined ? undefined : JSON.stringify(body))
    },
  })

const server = createServer((request, response) => {
  const name = request.url?.slice(1) ?? ''
  if (name === 'memory') return void response.end(String(process.memoryUsage().rss))
  const handler = bundle.get(name)
  if (!isHandler(handler)) return void response.writeHead(404).end()
  const before = running.get(name) ?? 0
  if (before >= most(handler)) {
    request.resume()
    return void response.writeHead(429).end('Rate exceeded.')
  }
  running.set(name, before + 1)
  response.once('close', () => running.set(name, (running.get(name) ?? 1) - 1))
  handler(request, asInTheFramework(response))
})
// Google's front end, which the calls of many share, ends idle connections later than whoever calls.
server.keepAliveTimeout = KEPT_MS
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.warn(typeof address === 'object' && address ? address.port : 0)
})
