/*
 * Runs one instance of a function in a separate process, as when it is deployed: the bundle runs in Google's functions
 * framework, but accepts calls from this machine only. The concurrency is limited as in the options of the function.
 * Further calls are queued, and rejected after a timeout, as Google does at the maximum number of instances. This
 * process sends its port, and on request its memory usage, to the parent process.
 */
import { readFileSync } from 'node:fs'
import http, { type RequestListener, type ServerResponse } from 'node:http'
import path from 'node:path'
import * as z from 'zod'

const KEPT_MS = 60_000
const { WAITS_MS } = z.object({ WAITS_MS: z.coerce.number() }).parse(process.env)

const functions = path.resolve(import.meta.dirname, '../../functions')
const bundle = new Map<string, unknown>(Object.entries(await import(path.join(functions, 'lib/index.js'))))
const target = bundle.get(process.env['FUNCTION_TARGET'] ?? '')
const { concurrency } = z
  .object({ concurrency: z.number() })
  .parse(typeof target === 'function' && '__endpoint' in target ? target.__endpoint : undefined)

let running = 0
const waiting = new Set<() => void>()

function runQueued(response: ServerResponse, run: () => void): void {
  const begin = () => {
    running++
    response.once('close', () => {
      running--
      const [next] = waiting
      next?.()
    })
    run()
  }
  if (running < concurrency) return begin()
  const turn = () => {
    clearTimeout(waited)
    waiting.delete(turn)
    begin()
  }
  const waited = setTimeout(() => {
    waiting.delete(turn)
    response.writeHead(429).end('Rate exceeded.')
  }, WAITS_MS)
  waiting.add(turn)
}

const { createServer } = http
Object.assign(http, {
  createServer(app: RequestListener) {
    const server = createServer((request, response) => runQueued(response, () => app(request, response)))
    // Google's front end keeps idle connections open for longer than clients do.
    server.keepAliveTimeout = KEPT_MS
    const listen = server.listen.bind(server)
    return Object.assign(server, {
      listen: (_port: unknown, listening: () => void) => listen(0, '127.0.0.1', listening),
    }).once('listening', () => {
      const address = server.address()
      process.send?.({ port: typeof address === 'object' && address ? address.port : 0 })
    })
  },
})

process.on('message', () => process.send?.({ resident: process.memoryUsage().rss, peak: peak() }))

/**
 * Returns the peak resident memory in bytes: `VmHWM` on Linux, otherwise `maxRSS`, which can also count the program
 * that the process ran before Node.js.
 */
function peak(): number {
  try {
    return Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024
  } catch {
    return process.resourceUsage().maxRSS * 1024
  }
}

process.env['FUNCTION_SOURCE'] = functions
await import(path.join(functions, 'node_modules/@google-cloud/functions-framework/build/src/main.js'))
