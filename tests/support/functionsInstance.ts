/*
 * One instance of the deployed functions as a process of its own: the bundle, and around it what Google's server does.
 * It gives a function no more calls at once than its options say; the others wait for a place and are refused when there
 * is none in time, as Google does where there is no further instance to have. Prints its port, and answers GET /memory
 * with the bytes that it has resident.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import * as z from 'zod'

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown
const isHandler = (value: unknown): value is Handler => typeof value === 'function'
const Options = z.object({ concurrency: z.number() })

const KEPT_MS = 60_000
/** Google lets a call wait for ten seconds or more; what waits here weighs on the memory that is measured. */
const WAITS_MS = 1000

const bundle = new Map<string, unknown>(
  Object.entries(await import(path.resolve(import.meta.dirname, '../../functions/lib/index.js'))),
)
type Place = { running: number; readonly waiting: Set<() => void> }
const places = new Map<string, Place>()

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
  const place = places.get(name) ?? { running: 0, waiting: new Set() }
  places.set(name, place)
  const begin = () => {
    place.running++
    response.once('close', () => {
      place.running--
      const [next] = place.waiting
      next?.()
    })
    handler(request, asInTheFramework(response))
  }
  if (place.running < most(handler)) return begin()
  const waited = setTimeout(() => {
    place.waiting.delete(turn)
    request.resume()
    response.writeHead(429).end('Rate exceeded.')
  }, WAITS_MS)
  const turn = () => {
    clearTimeout(waited)
    place.waiting.delete(turn)
    begin()
  }
  place.waiting.add(turn)
})
// Google's front end, which the calls of many share, ends idle connections later than whoever calls.
server.keepAliveTimeout = KEPT_MS
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.warn(typeof address === 'object' && address ? address.port : 0)
})
