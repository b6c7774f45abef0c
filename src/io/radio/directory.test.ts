import { beforeEach, describe, expect, test, vi } from 'vitest'
import { stationDirectory } from './directory.ts'

const DIRECTORY = 'https://somafm.com/channels.json'
const PLAYLIST = 'https://api.somafm.com/defcon256.pls'
const CHANNELS = { channels: [{ id: 'defcon', playlists: [{ url: PLAYLIST, format: 'mp3', quality: 'highest' }] }] }

/** Creates a station directory and a simulated web server, which returns `pages` and counts requests. */
function setUp(channelsUrl: string | undefined = DIRECTORY, hasSongs = true) {
  const pages = new Map<string, unknown>([
    [DIRECTORY, CHANNELS],
    [PLAYLIST, '[playlist]\nFile1=http://ice1.somafm.com/defcon-256-mp3\n'],
  ])
  const get = vi.fn<(url: string) => Promise<Response>>(async (url) => {
    const page = pages.get(url)
    if (page === undefined) return new Response('none', { status: 404 })
    return new Response(typeof page === 'string' ? page : JSON.stringify(page))
  })
  let time = 0
  const { streamOf: find, songsOf } = stationDirectory({
    sources: {
      channelsUrl,
      allowedOrigin: undefined,
      fixedStream: (key) => (key === 'bassdrive' ? 'https://chi.bassdrive.co/stream' : undefined),
      songsUrl: (key) => (hasSongs ? `https://somafm.com/songs/${key}.json` : undefined),
    },
    fetch: get,
    now: () => time,
  })
  const requestsTo = (url: string) => get.mock.calls.filter(([one]) => one === url).length
  return { pages, get, find, songsOf, requestsTo, pass: (ms: number) => (time += ms) }
}

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))

test('the stream URL of a station comes from the playlist in the directory, and always uses HTTPS', async () => {
  const { find } = setUp()
  expect(await find('defcon')).toBe('https://ice1.somafm.com/defcon-256-mp3')
})

test('the URL of a fixed stream is returned without a request', async () => {
  const { find, get } = setUp()
  expect(await find('bassdrive')).toBe('https://chi.bassdrive.co/stream')
  expect(get).not.toHaveBeenCalled()
})

test('the directory is read again after five minutes', async () => {
  const { find, requestsTo, pass } = setUp()
  await find('defcon')
  pass(5 * 60_000 - 1)
  await find('defcon')
  expect(requestsTo(DIRECTORY)).toBe(1)
  pass(1)
  await find('defcon')
  expect(requestsTo(DIRECTORY)).toBe(2)
})

test('if the directory cannot be read, the error is logged and the cached directory is used', async () => {
  const { find, pages, pass } = setUp()
  await find('defcon')
  pages.delete(DIRECTORY)
  pass(5 * 60_000)
  expect(await find('defcon')).toBe('https://ice1.somafm.com/defcon-256-mp3')
  expect(console.warn).toHaveBeenCalledOnce()
})

test('without a directory, a station has no stream URL and no songs', async () => {
  await expect(setUp('').find('defcon')).rejects.toThrow('Unable to get stream URL')
  const { get } = setUp()
  const { streamOf: find, songsOf } = stationDirectory({
    sources: {
      channelsUrl: undefined,
      allowedOrigin: undefined,
      fixedStream: () => undefined,
      songsUrl: () => undefined,
    },
    fetch: get,
    now: () => 0,
  })
  await expect(find('defcon')).rejects.toThrow('station not configured')
  expect(await songsOf('defcon')).toEqual([])
})

describe('stations without a stream URL', () => {
  test.each<[string, string, unknown]>([
    ['if the directory is invalid', DIRECTORY, { error: 'closed' }],
    ['if the directory does not list the station', DIRECTORY, { channels: [] }],
    ['if the playlist is empty', PLAYLIST, '[playlist]\nnumberofentries=0\n'],
    ['if the playlist leads to another site', PLAYLIST, 'File1=https://evil.example/stream\n'],
    ['if the playlist leads to a script', PLAYLIST, 'File1=javascript:alert(1)\n'],
  ])('requesting the stream URL of a station fails %s', async (_, url, page) => {
    const { find, pages } = setUp()
    pages.set(url, page)
    await expect(find('defcon')).rejects.toThrow('Unable to get stream URL')
  })

  test('requesting the stream URL of a station fails if the playlist cannot be read', async () => {
    const { find, pages } = setUp()
    pages.delete(PLAYLIST)
    await expect(find('defcon')).rejects.toThrow('answers 404')
  })
})

test('a playlist longer than 16 KiB is rejected', async () => {
  const { find, pages } = setUp()
  const playlist = 'File1=https://ice1.somafm.com/defcon-256-mp3\n'
  pages.set(PLAYLIST, playlist.padEnd(16 * 1024, ';'))
  expect(await find('defcon')).toBe('https://ice1.somafm.com/defcon-256-mp3')
  pages.set(PLAYLIST, playlist.padEnd(16 * 1024 + 1, ';'))
  await expect(find('defcon')).rejects.toThrow('longer than 16384 bytes')
})

test('a playlist on an unknown host is not requested', async () => {
  const { find, pages, get } = setUp()
  const url = 'http://169.254.169.254/latest/meta-data'
  pages.set(DIRECTORY, { channels: [{ id: 'defcon', playlists: [{ url, format: 'mp3', quality: 'highest' }] }] })
  await expect(find('defcon')).rejects.toThrow('Unable to get stream URL')
  expect(get).toHaveBeenCalledOnce()
})

describe('songs of a station', () => {
  const SONGS = 'https://somafm.com/songs/defcon.json'
  const song = { artist: 'Null Route', title: 'Handshake', album: null, date: null }

  test('the songs come from the list of the requested station', async () => {
    const { songsOf, pages } = setUp()
    pages.set(SONGS, { songs: [{ artist: 'Null Route', title: 'Handshake' }] })
    expect(await songsOf('defcon')).toEqual([song])
  })

  test('for a station without a list of songs, the last song in the directory is returned', async () => {
    const { songsOf, pages } = setUp(DIRECTORY, false)
    pages.set(DIRECTORY, { channels: [{ id: 'defcon', playlists: [], lastPlaying: 'Null Route - Handshake' }] })
    expect(await songsOf('defcon')).toEqual([song])
    expect(await songsOf('rinse')).toEqual([])
  })

  test.each<[string, unknown]>([
    ['an HTML page', '<!doctype html>'],
    ['not a list', { songs: 7 }],
    ['too long', { songs: [], more: 'x'.repeat(64 * 1024) }],
  ])('a list of songs is rejected if the response is %s', async (_, page) => {
    const { songsOf, pages } = setUp()
    pages.set(SONGS, page)
    await expect(songsOf('defcon')).rejects.toThrow(/./)
  })
})
