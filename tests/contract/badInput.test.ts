/* The server answers any invalid input with a Firestore error. It never crashes, hangs or answers INTERNAL. */
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileRules } from '#local/firestore/rules/ruleset.ts'
import { DOCUMENTS, testFirestore, type TestFirestore } from '#tests/support/localFirestore.ts'

const DATABASE = DOCUMENTS.replace('/documents', '')
const CHANNEL = 'google.firestore.v1.Firestore'

let server: TestFirestore
beforeAll(async () => {
  server = await testFirestore()
})
afterAll(() => server.close())

const commit = (writes: readonly unknown[]) => server.send(`${DOCUMENTS}:commit`, { writes })
const alive = async () => expect(await (await fetch(server.url)).text()).toBe('Ok\n')
const name = `${DOCUMENTS}/c/a`
const field = (value: unknown) => [{ update: { name, fields: { v: value } } }]

/** Builds deep structures as text, because JSON.stringify would recurse too deeply. */
const nested = (depth: number): string =>
  `${'{"mapValue":{"fields":{"a":'.repeat(depth)}{"nullValue":null}${'}}}'.repeat(depth)}`
const nestedFilter = (depth: number): string =>
  `${'{"compositeFilter":{"op":"AND","filters":['.repeat(depth)}{"unaryFilter":{"field":{"fieldPath":"a"},"op":"IS_NULL"}}${']}}'.repeat(depth)}`

describe('invalid documents and names', () => {
  test.each<[string, unknown]>([
    ['a map 21 levels deep', field(JSON.parse(nested(21)))],
    ['an array in an array', field({ arrayValue: { values: [{ arrayValue: {} }] } })],
    ['a value of two types', field({ integerValue: '1', stringValue: 'x' })],
    ['a value of an unknown type', field({ color: 'red' })],
    ['a fractional integer', field({ integerValue: '1.5' })],
    ['an integer beyond 64 bits', field({ integerValue: '9223372036854775808' })],
    ['a date that does not exist', field({ timestampValue: '2026-02-30T00:00:00Z' })],
    ['coordinates out of range', field({ geoPointValue: { latitude: 91, longitude: 0 } })],
    ['a reserved field name', [{ update: { name, fields: { __x__: { nullValue: null } } } }]],
    ['an empty field name', [{ update: { name, fields: { '': { nullValue: null } } } }]],
    ['a document above 1 MiB', field({ bytesValue: Buffer.alloc(1_048_577).toString('base64') })],
    ['a string above 1,048,487 bytes', field({ stringValue: 'é'.repeat(524_244) })],
    ['a collection instead of a document', [{ delete: `${DOCUMENTS}/c` }]],
    ['an empty path segment', [{ delete: `${DOCUMENTS}//a` }]],
    ['a reserved id', [{ delete: `${DOCUMENTS}/c/__a__` }]],
    ['dots as an id', [{ delete: `${DOCUMENTS}/c/..` }]],
    [
      'a transform 21 levels deep',
      [
        {
          update: { name, fields: {} },
          updateMask: {},
          updateTransforms: [{ fieldPath: Array(21).fill('a').join('.'), increment: { integerValue: '1' } }],
        },
      ],
    ],
    ['an id of 1,501 bytes', [{ delete: `${DOCUMENTS}/c/${'x'.repeat(1501)}` }]],
    ['another project', [{ delete: 'projects/other/databases/(default)/documents/c/a' }]],
    ['a malformed name', [{ delete: 'c/a' }]],
    ['an unknown field of a write', [{ update: { name, fields: {} }, color: 'red' }]],
    ['a write without an operation', [{}]],
    ['501 writes', Array.from({ length: 501 }, (_, n) => ({ delete: `${DOCUMENTS}/c/${n}` }))],
    ['writes that are not a list', { delete: name }],
  ])('rejects a commit with %s', async (_, writes) => {
    const answer = await server.send(`${DOCUMENTS}:commit`, { writes })
    expect(answer).toMatchObject({ status: 400, body: { error: { status: 'INVALID_ARGUMENT' } } })
  })

  test('stores and returns a document of the maximum size', async () => {
    const size = 1_048_576 - Buffer.byteLength(name) - 32 - 2
    const value = { bytesValue: Buffer.alloc(size, 1).toString('base64') }
    expect((await commit(field(value))).status).toBe(200)
    const answer = await server.send(`${DOCUMENTS}:batchGet`, { documents: [name] })
    expect(answer.body).toMatchObject([{ found: { fields: { v: value } } }])
    expect((await commit(field({ bytesValue: Buffer.alloc(size + 1).toString('base64') }))).status).toBe(400)
  })
})

describe('invalid queries', () => {
  test.each<[string, unknown]>([
    ['a malformed field path', { from: [{ collectionId: 'c' }], orderBy: [{ field: { fieldPath: 'a..b' } }] }],
    [
      'an unknown operator',
      { from: [{ collectionId: 'c' }], where: { fieldFilter: { op: 'LIKE', field: { fieldPath: 'a' }, value: {} } } },
    ],
    ['a negative limit', { from: [{ collectionId: 'c' }], limit: -1 }],
    [
      '31 disjuncts',
      {
        from: [{ collectionId: 'c' }],
        where: {
          fieldFilter: {
            op: 'IN',
            field: { fieldPath: 'a' },
            value: { arrayValue: { values: Array.from({ length: 31 }, (_, n) => ({ integerValue: n })) } },
          },
        },
      },
    ],
    [
      'disjunctions that multiply to more than 30',
      {
        from: [{ collectionId: 'c' }],
        where: {
          compositeFilter: {
            op: 'AND',
            filters: Array.from({ length: 12 }, (_, n) => `f${n}`).map((fieldPath) => ({
              fieldFilter: {
                op: 'IN',
                field: { fieldPath },
                value: { arrayValue: { values: Array.from({ length: 30 }, (_, n) => ({ integerValue: n })) } },
              },
            })),
          },
        },
      },
    ],
  ])('rejects a query with %s', async (_, structuredQuery) => {
    const answer = await server.send(`${DOCUMENTS}:runQuery`, { structuredQuery })
    expect(answer).toMatchObject({ status: 400, body: [{ error: { status: 'INVALID_ARGUMENT' } }] })
  })
})

describe('invalid HTTP requests', () => {
  test.each([
    ['a map', 'commit', `{"writes":[{"update":{"name":"${name}","fields":{"v":${nested(100_000)}}}}]}`],
    ['a filter', 'runQuery', `{"structuredQuery":{"from":[{"collectionId":"c"}],"where":${nestedFilter(50_000)}}}`],
    ['an array', 'commit', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
  ])('rejects a body with %s that is nested thousands of levels deep', async (_, rpc, body) => {
    const answer = await fetch(`${server.url}/v1/${DOCUMENTS}:${rpc}`, { method: 'POST', body })
    expect(answer.status).toBe(400)
    await alive()
  })

  test('rejects a body that is not a JSON object or is too large', async () => {
    const post = (body: string) => fetch(`${server.url}/v1/${DOCUMENTS}:commit`, { method: 'POST', body })
    expect((await post('{')).status).toBe(400)
    expect((await post('[]')).status).toBe(400)
    expect((await post('"text"')).status).toBe(400)
    const large = await post('x'.repeat(17 * 1024 * 1024)).then(
      ({ status }) => status,
      () => 'closed',
    )
    expect([400, 'closed']).toContain(large)
    await alive()
  })

  test.each(['Bearer x', 'Bearer a.b', 'Bearer a.b.c', 'Bearer ..', `Bearer ${'x'.repeat(10_000)}`])(
    'rejects a malformed token: %s',
    async (token) => {
      expect(await server.send(`${DOCUMENTS}:commit`, { writes: [] }, token)).toMatchObject({
        status: 400,
        body: { error: { message: 'invalid jwt' } },
      })
    },
  )

  test.each([
    { host: 'evil.example' },
    { host: 'localhost.evil.example' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost.evil.example' },
  ])('rejects a request from a page of another site or with a foreign host name: %j', async (headers) => {
    // fetch does not allow setting the Host header.
    const request = httpRequest(server.url, { headers })
    request.end()
    const [response] = await once(request, 'response')
    expect(response.statusCode).toBe(403)
    response.resume()
  })

  test.each([
    'GET /v1/%zz',
    'GET //',
    'POST /v1/projects',
    'PATCH /v1/projects/p/databases/d',
    'GET /emulator/v1/projects/%E0%A4%A:x',
  ])('rejects a malformed URL: %s', async (line) => {
    const [method = '', path = ''] = line.split(' ')
    const request = httpRequest({ host: '127.0.0.1', port: new URL(server.url).port, path, method })
    request.end()
    const [response] = await once(request, 'response')
    expect([400, 404, 501]).toContain(response.statusCode)
    response.resume()
  })
})

describe('raw bytes on the port', () => {
  const send = async (bytes: string | Buffer): Promise<void> => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.resume()
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.end(bytes)
    await closed
  }
  test.each([
    ['no bytes', ''],
    ['half of an HTTP/2 preface', 'PR'],
    ['an HTTP/2 preface and noise', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${'\u0001noise'.repeat(50)}`],
    ['the start of an HTTP/2 preface and other text', 'PRI and then something else\r\n\r\n'],
    ['a TLS handshake', Buffer.from('160301020001000001fc0303', 'hex')],
    ['noise', 'x'.repeat(100_000)],
    ['an HTTP header without an end', `GET / HTTP/1.1\r\n${'a: b\r\n'.repeat(5000)}`],
  ])('the server still answers after a connection that sends %s', async (_, bytes) => {
    await send(bytes)
    await alive()
  })
})

describe('invalid WebChannel messages', () => {
  const post = (query: string, body: string) =>
    fetch(`${server.url}/${CHANNEL}/Listen/channel?VER=8&database=${encodeURIComponent(DATABASE)}${query}`, {
      method: 'POST',
      body,
    })
  const sidOf = async (response: Response) => /\["c","([^"]+)"/.exec(await response.text())?.[1] ?? ''

  test.each([
    ['a message that is not JSON', 'count=1&ofs=0&req0___data__=%7B'],
    ['a message that is not a request', 'count=1&ofs=0&req0___data__=[1]'],
    ['an invalid query', 'count=1&ofs=0&req0___data__={"addTarget":{"targetId":2,"query":{"parent":1}}}'],
    ['a target without an id', 'count=1&ofs=0&req0___data__={"addTarget":{}}'],
    ['offsets out of range', 'count=1&ofs=99999999999&req0___data__={}'],
  ])('reports %s as INVALID_ARGUMENT', async (_, body) => {
    expect(await messagesAfter(body)).toMatch(/INVALID_ARGUMENT/)
    await alive()
  })

  test.each([
    ['no messages', ''],
    ['a count without messages', 'count=3&ofs=0'],
    ['a malformed count', 'count=x&ofs=y&req0___data__={}'],
    ['a count out of range', 'count=999999999&ofs=0'],
  ])('answers a request with %s without an error', async (_, body) => {
    expect(await messagesAfter(body)).not.toMatch(/error/)
    await alive()
  })

  /** Opens a WebChannel session with this body and returns the first messages that the server sends in the session. */
  async function messagesAfter(body: string): Promise<string> {
    const opened = await post('&RID=1&CVER=22', body)
    expect(opened.status).toBe(200)
    const sid = await sidOf(opened)
    const channel = await fetch(
      `${server.url}/${CHANNEL}/Listen/channel?VER=8&RID=rpc&SID=${sid}&AID=0&CI=0&TYPE=xmlhttp`,
    )
    const { value } = (await channel.body?.getReader().read()) ?? {}
    await post(`&SID=${sid}&RID=3&TYPE=terminate`, '')
    return new TextDecoder().decode(value)
  }

  test('rejects an unknown session, an unknown stream and a malformed token', async () => {
    expect((await post('&SID=nobody&RID=2&AID=0', '')).status).toBe(400)
    expect((await fetch(`${server.url}/${CHANNEL}/Sing/channel?VER=8`, { method: 'POST' })).status).toBe(404)
    expect((await post('&RID=1', 'headers=Authorization%3ABearer%20x&count=0')).status).toBe(400)
  })
})

describe('invalid rules', () => {
  const upload = (source: unknown) =>
    fetch(`${server.url}/emulator/v1/projects/bad:securityRules`, {
      method: 'PUT',
      body: JSON.stringify({ rules: { files: [{ content: source }] } }),
    })
  const condition = (text: string) =>
    `rules_version = '2';\nservice cloud.firestore { match /a/{b} { allow read: if ${text}; } }`

  test.each<[string, unknown]>([
    ['a source that is not a string', 7],
    ['an empty source', ''],
    ['parentheses 50,000 levels deep', condition(`${'('.repeat(50_000)}true${')'.repeat(50_000)}`)],
    ['negations 50,000 levels deep', condition(`${'!'.repeat(50_000)}true`)],
    ['lists 20,000 levels deep', condition(`${'['.repeat(20_000)}${']'.repeat(20_000)} == 1`)],
    ['blocks 15,000 levels deep', `service cloud.firestore { ${'match /a/{b} {'.repeat(15_000)}`],
    ['a source of more than 256 KiB', condition(`'${'x'.repeat(262_144)}' == ''`)],
    ['an unclosed string', condition("'a")],
    ['an unclosed comment', '/* service'],
  ])('rejects rules with %s', async (_, source) => {
    const answer = await upload(source)
    expect(answer.status).toBe(400)
    await alive()
  })

  test('either compiles random rules or throws a syntax error with a line and column', () => {
    const words = [
      'match',
      '/',
      '{',
      '}',
      'a',
      '$(',
      ')',
      'allow',
      'read',
      ':',
      'if',
      ';',
      '&&',
      "'x'",
      '1',
      '.',
      '[',
      '=**',
      'function',
      'let',
      '=',
      'return',
      ',',
      'is',
      'in',
      '?',
      'service cloud.firestore',
      '-',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 40 }), (parts) => {
        try {
          compileRules(`service cloud.firestore { match /a/{b} { allow read: if ${parts.join(' ')}; } }`)
        } catch (error) {
          expect(String(error)).toMatch(/^RulesSyntaxError: \d+:\d+: /)
        }
      }),
      { numRuns: 3000 },
    )
  })
})
