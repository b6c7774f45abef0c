/*
 * Tests the single messages of the WebChannel protocol. Other tests use the protocol through the real SDK.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { DOCUMENTS, testFirestore, type TestFirestore } from '#tests/support/localFirestore.ts'
import recorded from './fixtures/write_stream.json' with { type: 'json' }

const DATABASE = 'projects/demo-test/databases/(default)'
const Messages = z.array(z.tuple([z.number(), z.array(z.unknown())]))

let folder: string
let server: TestFirestore
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'sitrep-firestore-'))
  server = await testFirestore(undefined, folder)
})
afterEach(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const restart = async () => {
  await server.close()
  server = await testFirestore(undefined, folder)
}

/** A WebChannel client with a session for one stream, as in a browser tab. */
class Channel {
  readonly #url: string
  #sid = ''
  #sent = 0
  #acknowledged = 0

  constructor(stream: 'Listen' | 'Write') {
    this.#url = `${server.url}/google.firestore.v1.Firestore/${stream}/channel?VER=8&database=${encodeURIComponent(DATABASE)}`
  }

  async open(first: unknown, authorization = 'Bearer owner'): Promise<this> {
    const headers = `Authorization:${authorization}\r\nContent-Type:text/plain\r\n`
    const response = await this.#post('&RID=1&CVER=22', [first], { headers })
    const [[, handshake] = []] = Messages.parse(unframed(await response.text()))
    expect(handshake?.[0]).toBe('c')
    this.#sid = String(handshake?.[1])
    return this
  }

  send = (message: unknown, offset = this.#sent) =>
    this.#post(`&RID=2&SID=${this.#sid}&AID=${this.#acknowledged}`, [message], {}, offset)

  /** Requests one answer over a back channel. Returns the messages that the client has not yet acknowledged. */
  async receive(acknowledged = this.#acknowledged): Promise<unknown[]> {
    const response = await fetch(`${this.#url}&RID=rpc&SID=${this.#sid}&AID=${acknowledged}&CI=1&TYPE=xmlhttp`)
    const messages = Messages.parse(unframed(await response.text()))
    this.#acknowledged = messages.at(-1)?.[0] ?? this.#acknowledged
    return messages.flatMap(([, content]) => content).filter((message) => message !== 'noop')
  }

  /** Opens back channels until `count` messages have arrived, and returns all messages. */
  async receiveAll(count: number): Promise<unknown[]> {
    const all: unknown[] = []
    while (all.length < count) all.push(...(await this.receive()))
    return all
  }

  status = () => fetch(`${this.#url}&RID=rpc&SID=${this.#sid}&AID=0&CI=1&TYPE=xmlhttp`).then(({ status }) => status)
  terminate = () => fetch(`${this.#url}&RID=9&SID=${this.#sid}&TYPE=terminate`, { method: 'POST' })

  async #post(
    query: string,
    messages: readonly unknown[],
    extra: { readonly [key: string]: string } = {},
    offset = this.#sent,
  ): Promise<Response> {
    const body = new URLSearchParams({ ...extra, count: String(messages.length), ofs: String(offset) })
    messages.forEach((message, index) => body.set(`req${index}___data__`, JSON.stringify(message)))
    this.#sent = Math.max(this.#sent, offset + messages.length)
    return fetch(`${this.#url}${query}`, { method: 'POST', body })
  }
}

/** Decodes frames. A frame consists of a length in UTF-16 code units, a line feed, and JSON of this length. */
function unframed(text: string): unknown[] {
  const messages: unknown[] = []
  for (let at = 0; at < text.length;) {
    const newline = text.indexOf('\n', at)
    const length = Number(text.slice(at, newline))
    messages.push(...z.array(z.unknown()).parse(JSON.parse(text.slice(newline + 1, newline + 1 + length))))
    at = newline + 1 + length
  }
  return messages
}

const write = (name: string, fields: object) => ({ update: { name: `${DOCUMENTS}/${name}`, fields } })
const commit = (...writes: object[]) => server.send(`${DOCUMENTS}:commit`, { writes })
const listenTo = (targetId: number, query: object, more: object = {}) => ({
  database: DATABASE,
  addTarget: { targetId, query: { parent: DOCUMENTS, structuredQuery: query }, ...more },
})
const ALL = { from: [{ collectionId: 'c' }] }
const NEWEST_TWO = { ...ALL, orderBy: [{ field: { fieldPath: 'n' }, direction: 'DESCENDING' }], limit: 2 }
const n = (value: number) => ({ n: { integerValue: String(value) } })

/** Summarizes messages: `+a` means that document a was set, `-a` that it left the results, `xa` that it was deleted. */
function summarize(messages: readonly unknown[]): string[] {
  const Message = z.object({
    targetChange: z.optional(z.object({ targetChangeType: z.optional(z.string()) })),
    documentChange: z.optional(z.object({ document: z.object({ name: z.string() }) })),
    documentRemove: z.optional(z.object({ document: z.string() })),
    documentDelete: z.optional(z.object({ document: z.string() })),
  })
  const id = (name: string) => name.slice(name.lastIndexOf('/') + 1)
  return messages.map((message) => {
    const { targetChange, documentChange, documentRemove, documentDelete } = Message.parse(message)
    if (documentChange) return `+${id(documentChange.document.name)}`
    if (documentRemove) return `-${id(documentRemove.document)}`
    if (documentDelete) return `x${id(documentDelete.document)}`
    return targetChange?.targetChangeType ?? 'SNAPSHOT'
  })
}

function tokenIn(messages: readonly unknown[]): string {
  const WithToken = z.object({ targetChange: z.object({ resumeToken: z.string() }) })
  return WithToken.parse(messages.at(-1)).targetChange.resumeToken
}

describe('the WebChannel transport', () => {
  test('resends messages until the client acknowledges them', async () => {
    await commit(write('c/a', n(1)))
    const channel = await new Channel('Listen').open(listenTo(2, ALL))
    const first = await channel.receiveAll(4)
    expect(summarize(first)).toEqual(['ADD', '+a', 'CURRENT', 'SNAPSHOT'])
    expect(summarize(await channel.receive(0))).toEqual(summarize(first))
    await commit(write('c/b', n(2)))
    expect(summarize(await channel.receiveAll(2))).toEqual(['+b', 'SNAPSHOT'])
  })

  test('answers a long-polling request when there is a message', async () => {
    const channel = await new Channel('Listen').open(listenTo(2, ALL))
    await channel.receiveAll(3)
    const [answer] = await Promise.all([channel.receive(), commit(write('c/b', n(2)))])
    expect(summarize(answer)).toEqual(['+b', 'SNAPSHOT'])
  })

  test('commits a write only once when the client sends the request twice', async () => {
    const channel = await new Channel('Write').open({ database: DATABASE })
    await channel.receive()
    const increment = {
      writes: [
        {
          update: { name: `${DOCUMENTS}/c/a` },
          updateMask: {},
          updateTransforms: [{ fieldPath: 'n', increment: { integerValue: '1' } }],
        },
      ],
    }
    await channel.send(increment, 1)
    await channel.send(increment, 1)
    const answer = await server.send(`${DOCUMENTS}:batchGet`, { documents: [`${DOCUMENTS}/c/a`] })
    expect(answer.body).toMatchObject([{ found: { fields: n(1) } }])
  })

  test('the length of a frame is in UTF-16 units, not in bytes', async () => {
    await commit(write('c/a', { s: { stringValue: 'café 😀' } }))
    const channel = await new Channel('Listen').open(listenTo(2, ALL))
    expect(summarize(await channel.receiveAll(4))).toContain('+a')
  })

  test('answers 400 to a request for an ended or unknown session', async () => {
    const channel = await new Channel('Listen').open(listenTo(2, ALL))
    await channel.terminate()
    expect(await channel.status()).toBe(400)
    expect(await new Channel('Listen').status(), 'a session that was never opened').toBe(400)
  })

  test('rejects requests of other sites and requests with another host name', async () => {
    const statusFor = (headers: HeadersInit) => fetch(server.url, { headers }).then(({ status }) => status)
    expect(await statusFor({ origin: 'https://evil.example' })).toBe(403)
    expect(await statusFor({ origin: 'http://localhost:5173' })).toBe(200)
    const { request } = await import('node:http')
    const status = await new Promise((resolve) =>
      request({ port: server.port, headers: { host: 'evil.example' } }, (answer) => resolve(answer.statusCode)).end(),
    )
    expect(status).toBe(403)
  })
})

describe('listening over WebChannel', () => {
  test('a commit with several writes causes one snapshot with all changed, removed and deleted documents', async () => {
    await commit(write('c/a', n(1)), write('c/b', n(2)))
    const filter = { fieldFilter: { field: { fieldPath: 'n' }, op: 'LESS_THAN', value: { integerValue: '5' } } }
    const channel = await new Channel('Listen').open(listenTo(2, { ...ALL, where: filter }))
    await channel.receiveAll(5)
    await commit(write('c/a', n(9)), { delete: `${DOCUMENTS}/c/b` }, write('c/d', n(3)), write('other/x', n(1)))
    expect(summarize(await channel.receiveAll(4))).toEqual(['-a', 'xb', '+d', 'SNAPSHOT'])
  })

  test('the server sends no snapshot for a write that changes nothing', async () => {
    await commit(write('c/a', n(1)))
    const channel = await new Channel('Listen').open(listenTo(2, ALL))
    await channel.receiveAll(4)
    await commit(write('c/a', n(1)))
    await commit(write('c/b', n(1)))
    expect(summarize(await channel.receiveAll(2))).toEqual(['+b', 'SNAPSHOT'])
  })

  test('for a limited query, the server sends the documents that enter and leave the results', async () => {
    await commit(write('c/a', n(1)), write('c/b', n(2)))
    const channel = await new Channel('Listen').open(listenTo(2, NEWEST_TWO))
    await channel.receiveAll(5)
    await commit(write('c/d', n(3)))
    expect(summarize(await channel.receiveAll(3))).toEqual(['+d', '-a', 'SNAPSHOT'])
    await commit({ delete: `${DOCUMENTS}/c/d` })
    expect(summarize(await channel.receiveAll(3))).toEqual(['+a', 'xd', 'SNAPSHOT'])
  })

  test('reports a missing document as deleted, and sends the document when it is created', async () => {
    const channel = await new Channel('Listen').open({
      database: DATABASE,
      addTarget: { targetId: 2, documents: { documents: [`${DOCUMENTS}/c/a`] } },
    })
    expect(summarize(await channel.receiveAll(4))).toEqual(['ADD', 'xa', 'CURRENT', 'SNAPSHOT'])
    await commit(write('c/a', n(1)))
    expect(summarize(await channel.receiveAll(2))).toEqual(['+a', 'SNAPSHOT'])
  })

  test('confirms the removal of a target once and then sends no changes for the target', async () => {
    const channel = await new Channel('Listen').open(listenTo(2, ALL))
    await channel.receiveAll(3)
    await channel.send({ database: DATABASE, removeTarget: 2 })
    expect(summarize(await channel.receiveAll(1))).toEqual(['REMOVE'])
    await channel.send(listenTo(4, NEWEST_TWO))
    await commit(write('c/a', n(1)))
    expect(summarize(await channel.receiveAll(4)).filter((word) => word === '+a')).toEqual(['+a'])
  })

  test('the error for a request with an unknown field contains the name of the field', async () => {
    const channel = await new Channel('Listen').open(listenTo(2, ALL, { surprise: 1 }))
    expect(await channel.receiveAll(1)).toMatchObject([
      { error: { status: 'INVALID_ARGUMENT', message: expect.stringContaining('surprise') } },
    ])
  })

  for (const [name, query] of [
    ['a query', ALL],
    ['a limited query', NEWEST_TWO],
  ] as const)
    test(`after a restart, resumes ${name} by sending only the changes since the resume token`, async () => {
      await commit(write('c/a', n(1)), write('c/b', n(2)))
      const before = await new Channel('Listen').open(listenTo(2, query))
      const resumeToken = tokenIn(await before.receiveAll(5))
      await commit(write('c/d', n(3)), { delete: `${DOCUMENTS}/c/a` })
      await restart()
      const after = await new Channel('Listen').open(listenTo(2, query, { resumeToken }))
      expect(summarize(await after.receiveAll(5))).toEqual(['ADD', '+d', 'xa', 'CURRENT', 'SNAPSHOT'])
    })

  test('resets a target whose resume token is from another database', async () => {
    await commit(write('c/a', n(1)))
    const resumeToken = Buffer.from('other:1').toString('base64')
    const channel = await new Channel('Listen').open(listenTo(2, ALL, { resumeToken }))
    expect(summarize(await channel.receiveAll(5))).toEqual(['ADD', 'RESET', '+a', 'CURRENT', 'SNAPSHOT'])
  })
})

describe('the Write stream, compared with recordings of the official emulator', () => {
  const RecordedWrite = z.object({
    update: z.string(),
    n: z.optional(z.number()),
    exists: z.optional(z.boolean()),
    reserved: z.optional(z.string()),
    increment: z.optional(z.string()),
    serverTime: z.optional(z.string()),
  })
  const Step = z.looseObject({
    send: z.optional(
      z.looseObject({
        database: z.optional(z.union([z.boolean(), z.string()])),
        token: z.optional(z.string()),
        streamId: z.optional(z.string()),
        writes: z.optional(z.array(RecordedWrite)),
      }),
    ),
    recv: z.optional(
      z.union([
        z.literal('end'),
        z.looseObject({ streamToken: z.optional(z.string()), error: z.optional(z.object({ status: z.string() })) }),
      ]),
    ),
  })
  // Scenarios with locks are skipped: the official emulator locks documents, but the transactions of the local
  // Firestore are optimistic, so no write waits (rpc.test.ts).
  const scenarios = recorded.scenarios.filter(({ steps }) => !JSON.stringify(steps).includes('"lock"'))
  const writeOf = (input: z.infer<typeof RecordedWrite>) => {
    const fields = input.reserved ? { [input.reserved]: { nullValue: null } } : n(input.n ?? 0)
    const transforms = [
      ...(input.increment ? [{ fieldPath: input.increment, increment: { integerValue: '2' } }] : []),
      ...(input.serverTime ? [{ fieldPath: input.serverTime, setToServerValue: 'REQUEST_TIME' }] : []),
    ]
    return {
      ...write(input.update, transforms.length > 0 ? {} : fields),
      ...(transforms.length > 0 ? { updateTransforms: transforms } : {}),
      ...(input.exists === undefined ? {} : { currentDocument: { exists: input.exists } }),
    }
  }

  test.each(scenarios.map((scenario) => [scenario.name, scenario] as const))(
    'answers as recorded: %s',
    async (_, { steps }) => {
      let channel: Channel | undefined
      const answers: unknown[] = []
      for (const step of z.array(Step).parse(steps)) {
        if (step.send) {
          const { database, token, streamId, writes } = step.send
          const request = {
            ...(database === undefined ? {} : { database: database === true ? DATABASE : database }),
            ...(streamId ? { streamId } : {}),
            ...(token && token !== 'last' ? { streamToken: Buffer.from(token).toString('base64') } : {}),
            ...(writes ? { writes: writes.map(writeOf) } : {}),
          }
          if (channel) await channel.send(request)
          else channel = await new Channel('Write').open(request)
        }
        if (step.recv && step.recv !== 'end') {
          const { streamToken, error } = step.recv
          if (answers.length === 0) answers.push(...((await channel?.receive()) ?? []))
          const answer = answers.shift()
          if (error) expect(answer).toMatchObject({ error: { status: error.status } })
          else expect(answer).toMatchObject({ streamToken: Buffer.from(streamToken ?? '').toString('base64') })
        }
      }
    },
  )
})
