import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bytesDue, startRadio, type Radio } from './server.ts'
import { LOCAL_STATIONS } from './stations.ts'

let radio: Radio
beforeAll(async () => {
  radio = await startRadio(0)
})
afterAll(() => radio.close())

const at = (place: string): string => `http://127.0.0.1:${radio.port}${place}`

/** The first bytes that a listener gets. */
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

test('the directory leads to playlists, and they to streams', async () => {
  const channels = await (await fetch(at('/channels.json'))).text()
  const [, playlist = ''] = /"(http:[^"]+defcon[^"]+\.pls)"/.exec(channels) ?? []
  const [, stream] = /^File1=(.+)$/m.exec(await (await fetch(playlist)).text()) ?? []
  expect(stream).toBe(at('/streams/defcon'))
})

describe('every station', () => {
  test.each(LOCAL_STATIONS.map(({ id }) => id))('%s sends MP3 at once, and says what it is', async (id) => {
    const { headers, heard } = await listen(`/streams/${id}`, 4000)
    expect(headers.get('content-type')).toBe('audio/mpeg')
    expect(headers.get('icy-br')).toBe('64')
    expect([heard[0], (heard[1] ?? 0) & 0xfe]).toEqual([0xff, 0xfa])
  })
})

test.each([
  [0, 16_000],
  [250, 18_000],
  [60_000, 496_000],
])('after %i ms a listener of 8,000 bytes a second has %i', (elapsed, bytes) => {
  expect(bytesDue(elapsed, 8000)).toBe(bytes)
})

test('what is not there is not found', async () => {
  expect((await fetch(at('/streams/nothing'))).status).toBe(404)
  expect((await fetch(at('/bassdrive256.pls'))).status).toBe(404)
})
