import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { toFirestoreError, invalidArgument, STATUS } from '#local/firestore/core/errors.ts'
import { callerOf } from '#local/firestore/service/caller.ts'
import type { Stream } from '#local/firestore/service/rpc.ts'
import type { FirestoreService } from '#local/firestore/service/service.ts'
import { sendError, type HttpExchange, type Route } from './http.ts'

/**
 * Implements WebChannel, version 8, which the Web SDK uses in browsers. A session carries one stream. The client sends
 * messages in POST requests. It receives messages through a long GET request, the back channel, which it reopens from
 * time to time. The server numbers its messages and stores each message until the client acknowledges it.
 */
const PATH = /^\/google\.firestore\.v1\.Firestore\/(Listen|Write)\/channel$/
const HEARTBEAT_MS = 30_000
const BACK_CHANNEL_LIFE_MS = 60_000
const ABANDONED_AFTER_MS = 60_000
const SWEEP_MS = 15_000

export type WebChannel = { readonly route: Route; close(): void }

export function webChannel(service: FirestoreService): WebChannel {
  const sessions = new Map<string, Session>()
  const drop = (session: Session) => {
    sessions.delete(session.id)
    session.close()
  }
  const sweep = setInterval(() => {
    for (const session of sessions.values()) if (session.isAbandoned()) drop(session)
  }, SWEEP_MS)
  sweep.unref()

  const open = ({ response, url, body }: HttpExchange, kind: string): void => {
    const form = new URLSearchParams(body)
    const authorization = /^authorization:\s*(.*)$/im.exec(form.get('headers') ?? '')?.[1]?.trim()
    const caller = callerOf(authorization)
    const stream = kind === 'Write' ? service.write : service.listen
    const session = new Session((send) => stream(caller, url.searchParams.get('database') ?? '', send))
    sessions.set(session.id, session)
    sendFrame(response, [[0, ['c', session.id, '', 8, 12, HEARTBEAT_MS]]])
    session.receive(form)
  }

  const route: Route = (exchange) => {
    const kind = PATH.exec(exchange.url.pathname)?.[1]
    if (kind === undefined) return false
    const { request, response, url, body } = exchange
    const id = url.searchParams.get('SID')
    try {
      if (id === null && request.method === 'POST') open(exchange, kind)
      else {
        const session = sessions.get(id ?? '')
        if (!session) response.writeHead(400).end()
        else if (url.searchParams.get('TYPE') === 'terminate') {
          drop(session)
          response.writeHead(200).end()
        } else if (request.method === 'GET') session.attach(response, url.searchParams)
        else {
          session.acknowledge(url.searchParams)
          session.receive(new URLSearchParams(body))
          const status = JSON.stringify([session.hasBackChannel() ? 1 : 0, session.lastId, 7])
          response.writeHead(200, { 'content-type': 'text/plain' }).end(`${status.length}\n${status}`)
        }
      }
    } catch (error) {
      sendError(response, error)
    }
    return true
  }

  return {
    route,
    close() {
      clearInterval(sweep)
      for (const session of sessions.values()) drop(session)
    },
  }
}

class Session {
  readonly id = randomUUID()
  readonly #stream: Stream
  #unacknowledged: (readonly [number, readonly unknown[]])[] = []
  #sentUpTo = 0
  #nextOffset = 0
  #ended = false
  #isFlushing = false
  #backChannel:
    | { readonly response: ServerResponse; readonly once: boolean; readonly timers: readonly NodeJS.Timeout[] }
    | undefined
  #lastSeen = Date.now()
  lastId = 0

  constructor(open: (send: (message: unknown) => void) => Stream) {
    this.#stream = open((message) => this.#send(message))
  }

  hasBackChannel(): boolean {
    return this.#backChannel !== undefined
  }

  /**
   * Returns whether the client has abandoned the session. Closed tabs and aborted handshakes do not end their session.
   */
  isAbandoned(): boolean {
    return !this.#backChannel && Date.now() - this.#lastSeen > ABANDONED_AFTER_MS
  }

  /**
   * Handles the messages of one POST request, which are numbered from `ofs`. Skips messages that the session has
   * already received, because they are retries.
   */
  receive(form: URLSearchParams): void {
    this.#lastSeen = Date.now()
    const first = Number(form.get('ofs') ?? this.#nextOffset)
    const count = Number(form.get('count') ?? 0)
    for (let index = 0; index < count; index++) {
      const message = form.get(`req${index}___data__`)
      if (message === null || this.#ended) return
      if (first + index < this.#nextOffset) continue
      this.#nextOffset = first + index + 1
      this.#handle(message)
    }
  }

  /**
   * Opens the back channel and resends all messages that the client has not acknowledged. The back channel then stays
   * open. If the parameters contain `CI=1` (long polling), it ends with the first message.
   */
  attach(response: ServerResponse, parameters: URLSearchParams): void {
    this.acknowledge(parameters)
    this.#detach()
    const once = parameters.get('CI') === '1'
    const heartbeat = setInterval(() => this.#send('noop'), HEARTBEAT_MS)
    const life = setTimeout(() => this.#detach(), BACK_CHANNEL_LIFE_MS)
    this.#backChannel = { response, once, timers: [heartbeat, life] }
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' })
    response.flushHeaders()
    response.on('close', () => this.#backChannel?.response === response && this.#detach())
    this.#sentUpTo = 0
    if (!once) this.#queue('noop')
    this.#flush()
  }

  acknowledge(parameters: URLSearchParams): void {
    this.#lastSeen = Date.now()
    const acknowledged = Number(parameters.get('AID') ?? 0)
    this.#unacknowledged = this.#unacknowledged.filter(([id]) => id > acknowledged)
  }

  close(): void {
    this.#ended = true
    this.#stream.close()
    this.#detach()
  }

  #handle(data: string): void {
    try {
      const message: unknown = JSON.parse(data)
      const { answer, ended } = this.#stream.handle(message)
      if (answer !== undefined) this.#send(answer)
      if (ended) this.#end()
    } catch (thrown) {
      const { status, message } = toFirestoreError(
        thrown instanceof SyntaxError ? invalidArgument('a message is not JSON') : thrown,
      )
      if (status === 'INTERNAL') console.error(thrown)
      this.#send({ error: { code: STATUS[status].code, status, message } })
      this.#end()
    }
  }

  /** Stops accepting messages. The client still receives queued messages, then terminates the session. */
  #end(): void {
    this.#ended = true
    this.#stream.close()
  }

  /** Sends a message. All messages that are sent in one turn of the event loop are combined in one frame. */
  #send(message: unknown): void {
    this.#queue(message)
    if (this.#isFlushing) return
    this.#isFlushing = true
    queueMicrotask(() => {
      this.#isFlushing = false
      this.#flush()
    })
  }

  #queue(message: unknown): void {
    this.#unacknowledged.push([++this.lastId, message === 'noop' ? ['noop'] : [message]])
  }

  #flush(): void {
    const back = this.#backChannel
    const [oldest] = this.#unacknowledged
    if (!back || !oldest || this.#sentUpTo === this.lastId) return
    const unsent = this.#unacknowledged.slice(Math.max(0, this.#sentUpTo - oldest[0] + 1))
    this.#sentUpTo = this.lastId
    back.response.write(frame(unsent))
    if (back.once) this.#detach()
  }

  #detach(): void {
    const back = this.#backChannel
    this.#backChannel = undefined
    this.#lastSeen = Date.now()
    back?.timers.forEach((timer) => clearTimeout(timer))
    back?.response.end()
  }
}

/** Encodes a frame, which consists of the length in UTF-16 units, a line feed and the JSON. */
function frame(messages: unknown): string {
  const text = JSON.stringify(messages)
  return `${text.length}\n${text}`
}

function sendFrame(response: ServerResponse, messages: unknown): void {
  response
    .writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' })
    .end(frame(messages))
}
