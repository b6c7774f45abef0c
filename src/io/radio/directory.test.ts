import { beforeEach, describe, expect, test, vi } from 'vitest'
import { stationDirectory } from './directory.ts'

const DIRECTORY = 'https://somafm.com/channels.json'
const PLAYLIST = 'https://api.somafm.com/defcon256.pls'
const CHANNELS = { channels: [{ id: 'defcon', playlists: [{ url: PLAYLIST, format: 'mp3', quality: 'highest' }] }] }

/** A web that answers as it is told, and counts how often it is asked. */
function setUp(channelsUrl: string | undefined = DIRECTORY) {
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
  const find = stationDirectory({
    sources: {
      channelsUrl,
      allowedOrigin: undefined,
      fixedStream: (key) => (key === 'bassdrive' ? 'https://chi.bassdrive.co/stream' : undefined),
    },
    fetch: get,
    now: () => time,
  })
  const asked = (url: string) => get.mock.calls.filter(([one]) => one === url).length
  return { pages, get, find, asked, pass: (ms: number) => (time += ms) }
}

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))

test('a station is found through the directory and its playlist, and never in the clear', async () => {
  const { find } = setUp()
  expect(await find('defcon')).toBe('https://ice1.somafm.com/defcon-256-mp3')
})

test('a fixed address asks nobody', async () => {
  const { find, get } = setUp()
  expect(await find('bassdrive')).toBe('https://chi.bassdrive.co/stream')
  expect(get).not.toHaveBeenCalled()
})

test('the directory is read again after five minutes', async () => {
  const { find, asked, pass } = setUp()
  await find('defcon')
  pass(5 * 60_000 - 1)
  await find('defcon')
  expect(asked(DIRECTORY)).toBe(1)
  pass(1)
  await find('defcon')
  expect(asked(DIRECTORY)).toBe(2)
})

test('where the directory fails the older list is used, and that is logged', async () => {
  const { find, pages, pass } = setUp()
  await find('defcon')
  pages.delete(DIRECTORY)
  pass(5 * 60_000)
  expect(await find('defcon')).toBe('https://ice1.somafm.com/defcon-256-mp3')
  expect(console.warn).toHaveBeenCalledOnce()
})

test('without a directory its stations are not configured', async () => {
  await expect(setUp('').find('defcon')).rejects.toThrow('Unable to get stream URL')
  const { get } = setUp()
  const find = stationDirectory({
    sources: { channelsUrl: undefined, allowedOrigin: undefined, fixedStream: () => undefined },
    fetch: get,
    now: () => 0,
  })
  await expect(find('defcon')).rejects.toThrow('station not configured')
})

describe('there is no address', () => {
  test.each<[string, string, unknown]>([
    ['where the directory is none', DIRECTORY, { error: 'closed' }],
    ['where the station is not in it', DIRECTORY, { channels: [] }],
    ['where the playlist is empty', PLAYLIST, '[playlist]\nnumberofentries=0\n'],
    ['where it leads somewhere else', PLAYLIST, 'File1=https://evil.example/stream\n'],
    ['where it leads to a script', PLAYLIST, 'File1=javascript:alert(1)\n'],
  ])('%s', async (_, url, page) => {
    const { find, pages } = setUp()
    pages.set(url, page)
    await expect(find('defcon')).rejects.toThrow('Unable to get stream URL')
  })

  test('where the playlist is not to be had', async () => {
    const { find, pages } = setUp()
    pages.delete(PLAYLIST)
    await expect(find('defcon')).rejects.toThrow('answers 404')
  })
})
