/*
 * One instance of the deployed functions as a process of its own: the bundle, its handlers and nothing else around them.
 * Prints its port, and answers GET /memory with the bytes that it has resident.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown
const isHandler = (value: unknown): value is Handler => typeof value === 'function'

const bundle = new Map<string, unknown>(
  Object.entries(await import(path.resolve(import.meta.dirname, '../../functions/lib/index.js'))),
)

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
  handler(request, asInTheFramework(response))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.warn(typeof address === 'object' && address ? address.port : 0)
})
