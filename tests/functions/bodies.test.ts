/* Tests over real HTTP how an endpoint validates uploaded recordings. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { httpDeps, serveEndpoint, TOKEN } from '#tests/support/serveEndpoint.ts'
import { readAudioBody } from '../../functions/src/bodies.ts'
import { createEndpoint } from '../../functions/src/http.ts'

const deps = httpDeps()

describe('uploading a recording', () => {
  const MIB = 1024 * 1024
  const webm = (length: number) => Buffer.concat([Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3), Buffer.alloc(length - 4)])
  const as = (type: string) => ({ 'content-type': type, authorization: `Bearer ${TOKEN}` })
  let heard = 0
  let endpoint: Awaited<ReturnType<typeof serveEndpoint>>
  beforeAll(async () => {
    const hear = async ({ type, bytes }: { type: string; bytes: Uint8Array }) => {
      heard++
      return { type, length: bytes.byteLength }
    }
    endpoint = await serveEndpoint(createEndpoint('voice', readAudioBody, hear, deps))
  })
  afterAll(() => endpoint.close())
  beforeEach(() => {
    heard = 0
  })

  test.each<[what: string, type: string, body: Uint8Array]>([
    ['WebM', 'audio/webm', webm(100)],
    ['WebM with its codec', 'audio/webm;codecs=opus', webm(100)],
    ['Ogg', 'audio/ogg; codecs=opus', Buffer.from('OggS and the rest')],
    ['MP4', 'audio/mp4', Buffer.from('\0\0\0\x20ftypM4A ')],
    ['a recording of 10 MiB', 'audio/webm', webm(10 * MIB)],
  ])('accepts %s as a recording', async (_, type, body) => {
    const { status, text } = await endpoint.ask({ headers: as(type), body })
    expect(status).toBe(200)
    expect(JSON.parse(text)).toEqual({ type: type.split(';')[0], length: body.byteLength })
  })

  test.each<[what: string, type: string, body: Uint8Array, status: number]>([
    ['JSON', 'application/json', Buffer.from('{}'), 415],
    ['another audio type', 'audio/wav', webm(100), 415],
    ['HTML sent as WebM', 'audio/webm', Buffer.from('<!doctype html><script>alert(1)</script>'), 415],
    ['HTML sent as Ogg', 'audio/ogg', Buffer.from('<html>'), 415],
    ['HTML sent as MP4', 'audio/mp4', Buffer.from('<html><body>'), 415],
    ['Ogg sent as WebM', 'audio/webm', Buffer.from('OggS and the rest'), 415],
    ['a truncated signature', 'audio/webm', Uint8Array.of(0x1a, 0x45), 415],
    ['an empty body', 'audio/webm', Buffer.alloc(0), 400],
    ['a recording of 10 MiB and one byte', 'audio/webm', webm(10 * MIB + 1), 413],
  ])('rejects %s in place of a recording', async (_, type, body, status) => {
    const answer = await endpoint.ask({ headers: as(type), body })
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.text)).toEqual({ error: expect.stringMatching(/\w/), requestId: 'request-1' })
    expect(heard).toBe(0)
  })

  test.each(['gzip', 'deflate', 'br', 'identity', 'x'])(
    'rejects a recording with the content encoding %s',
    async (encoding) => {
      const headers = { ...as('audio/webm'), 'content-encoding': encoding }
      const { status, text } = await endpoint.ask({ headers, body: webm(100) })
      expect([status, text]).toEqual([415, expect.stringContaining('uncompressed')])
      expect(heard).toBe(0)
    },
  )

  test('keeps the connection usable after a recording that is too long', async () => {
    const statuses: number[] = []
    for (const length of [20 * MIB, 100, 11 * MIB, 100])
      statuses.push((await endpoint.ask({ headers: as('audio/webm'), body: webm(length) })).status)
    expect(statuses).toEqual([413, 200, 413, 200])
  })

  test('reads a chunked body only until it exceeds the limit of 10 MiB', async () => {
    let given = 0
    const parts = async function* () {
      for (let part = 0; part < 11; part++) {
        given++
        yield webm(MIB)
      }
    }
    const run = createEndpoint('voice', readAudioBody, async () => ({}), deps)
    const { status } = await run({ method: 'POST', headers: as('audio/webm'), body: parts() })
    expect(status).toBe(413)
    expect(given).toBe(11)
  })

  test('does not read the body of a request without a valid token', async () => {
    const { body, wasRead } = watchedBody()
    const run = createEndpoint('voice', readAudioBody, async () => ({}), deps)
    const headers = { 'content-type': 'audio/webm', authorization: 'Bearer x.y.z' }
    expect((await run({ method: 'POST', headers, body })).status).toBe(401)
    expect(wasRead()).toBe(false)
  })
})

/** Returns a body that records whether it was read. */
function watchedBody() {
  let read = false
  const body = (async function* () {
    read = true
    yield Buffer.from('OggS')
  })()
  return { body, wasRead: () => read }
}
