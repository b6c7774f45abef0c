import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { bytesDue, startRadio, type Radio } from './server.ts'
import { LOCAL_STATIONS } from './stations.ts'
import { eventually } from '#tests/support/eventually.ts'

let radio: Radio
beforeAll(async () => {
  radio = await startRadio(0)
})
afterAll(() => radio.close())

const at = (place: string): string => `http://127.0.0.1:${radio.port}${place}`

/** Connects to a stream and returns the headers and the first bytes of the stream. */
async function listen(place: string, bytes: number): Promise<{ headers: Headers; heard: Buffer }> {
  const leaving = new AbortController()
  const response = await fetch(at(place), { signal: leaving.signal })
  const reader = response.body?.getReader()
  const parts: Uint8Array[] = []
  for (let heard = 0; heard < bytes;) {
    const { value, done } = (await reader?.read()) ?? { value: undefined, done: true }
    if (done || !value) break
    parts.push(value)
    heard += value.length
  }
  leaving.abort()
  return { headers: response.headers, heard: Buffer.concat(parts) }
}

test('the directory links to playlists, and the playlists link to streams', async () => {
  const channels = await (await fetch(at('/channels.json'))).text()
  const [, playlist = ''] = /"(http:[^"]+defcon[^"]+\.pls)"/.exec(channels) ?? []
  const [, stream] = /^File1=(.+)$/m.exec(await (await fetch(playlist)).text()) ?? []
  expect(stream).toBe(at('/streams/defcon'))
})

describe('streams of every station', () => {
  test.each(LOCAL_STATIONS.map(({ id }) => id))(
    '%s sends MP3 immediately with the headers of a radio stream',
    async (id) => {
      const { headers, heard } = await listen(`/streams/${id}`, 4000)
      expect(headers.get('content-type')).toBe('audio/mpeg')
      expect(headers.get('icy-br')).toBe('64')
      expect([heard[0], (heard[1] ?? 0) & 0xfe]).toEqual([0xff, 0xfa])
    },
  )
})

test.each([
  [0, 48_000],
  [250, 50_000],
  [60_000, 528_000],
])('after %i ms, the server should have sent %i bytes of a stream of 8,000 bytes per second', (elapsed, bytes) => {
  expect(bytesDue(elapsed, 8000)).toBe(bytes)
})

test('the server has a list of songs for every station', async () => {
  for (const { id } of LOCAL_STATIONS) {
    const answer = await fetch(at(`/songs/${id}.json`))
    expect(await answer.text()).toContain('"artist"')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  }
})

test('sends CORS headers on the streams of some stations only', async () => {
  const allowed = async (place: string) => (await listen(place, 1)).headers.get('access-control-allow-origin')
  expect(await allowed('/streams/defcon')).toBe('*')
  expect(await allowed('/streams/rinse')).toBeNull()
  expect(await allowed('/streams/defcon?fault=private')).toBeNull()
})

test('sends the same audio to concurrent listeners', async () => {
  const [one, other] = await Promise.all([listen('/streams/defcon', 4000), listen('/streams/defcon', 4000)])
  const [first, second] = [one.heard.subarray(0, 2000), other.heard.subarray(0, 2000)]
  // The listeners connected some milliseconds apart, so one of them starts some frames later than the other.
  expect(one.heard.includes(second.subarray(0, 200)) || other.heard.includes(first.subarray(0, 200))).toBe(true)
})

describe('fault injection', () => {
  const streamed = async (fault: string) => {
    const response = await fetch(at(`/streams/defcon?fault=${fault}&after=50`))
    let bytes = 0
    for await (const part of response.body ?? []) bytes += part.length
    return { status: response.status, bytes }
  }

  test('the fault "reset" resets the connection of a stream', async () => {
    await expect(streamed('reset')).rejects.toThrow('terminated')
  })
  test('the fault "end" ends a stream', async () => {
    expect((await streamed('end')).bytes).toBeGreaterThanOrEqual(48_000)
  })
  test('the fault "full" makes a stream answer 503', async () => {
    expect((await streamed('full')).status).toBe(503)
  })
  test('the fault "slow" delays the start of a stream', async () => {
    const { heard } = await listen('/streams/defcon?fault=slow&after=50', 4000)
    expect(heard.length).toBeGreaterThanOrEqual(4000)
  })
  test('the fault "stall" stops the data of a stream but keeps the connection open', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'Date'] })
    const leaving = new AbortController()
    const response = await fetch(at('/streams/defcon?fault=stall&after=1000'), { signal: leaving.signal })
    const reader = response.body?.getReader()
    let bytes = 0
    const read = async (): Promise<void> => {
      const { value } = (await reader?.read()) ?? {}
      if (!value) return
      bytes += value.length
      return read()
    }
    const reading = read().catch(() => {})
    await vi.advanceTimersByTimeAsync(60_000)
    await eventually(() => expect(bytes).toBeGreaterThanOrEqual(48_000))
    leaving.abort()
    await reading
    vi.useRealTimers()
    expect(bytes).toBeLessThanOrEqual(8000 * 7)
  })

  test.each(['missing', 'empty', 'odd', 'elsewhere', 'script', 'long'])(
    'the fault "%s" changes a playlist',
    async (fault) => {
      const [good, bad] = await Promise.all(
        ['/defcon256.pls', `/defcon256.pls?fault=${fault}`].map(async (place) => (await fetch(at(place))).text()),
      )
      expect(bad).not.toBe(good)
    },
  )

  test.each(['/channels.json', '/songs/defcon.json'])(
    'the faults "down", "page" and "hostile" change the answer to a request for %s',
    async (place) => {
      expect((await fetch(at(`${place}?fault=down`))).status).toBe(503)
      expect(await (await fetch(at(`${place}?fault=page`))).text()).toContain('<!doctype html>')
      expect(await (await fetch(at(`${place}?fault=hostile`))).text()).toContain('onerror')
    },
  )

  test('ignores an unknown fault', async () => {
    expect((await fetch(at('/channels.json?fault=nothing'))).status).toBe(200)
  })
})

test('rejects a request whose Host is not a loopback name', async () => {
  const { status } = await new Promise<{ status: number | undefined }>((resolve, reject) => {
    const outgoing = request(at('/channels.json'), { headers: { host: 'evil.example' } }, (response) => {
      response.resume()
      resolve({ status: response.statusCode })
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
  expect(status).toBe(403)
})

test('answers 404 for unknown streams and playlists', async () => {
  expect((await fetch(at('/streams/nothing'))).status).toBe(404)
  expect((await fetch(at('/bassdrive256.pls'))).status).toBe(404)
})
