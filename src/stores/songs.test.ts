import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStore } from 'zustand'
import type { Song } from '#domain/radio/song.ts'
import type { StationKey } from '#domain/radio/stations.ts'
import { songOnAir, songsState, type SongsState } from '#src/stores/songs.ts'

const song = (title: string): Song => ({ artist: 'Peat', title, album: null, date: null })

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => void vi.useRealTimers())

function setUp() {
  const songsOf = vi.fn<(station: StationKey) => Promise<readonly Song[]>>(async (station) => [song(station)])
  const store = createStore<SongsState>(songsState(async () => ({ songsOf })))
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  return { songs: () => store.getState(), songsOf, pass, asked: () => songsOf.mock.calls.length }
}

test('songs are not requested while no list of songs is open and the radio is silent', async () => {
  const { songs, pass, asked } = setUp()
  songs().setStation('defcon')
  await pass(120_000)
  expect(asked()).toBe(0)
})

test('songs are requested when the radio starts to play, then every 30 s until it stops', async () => {
  const { songs, pass, asked } = setUp()
  songs().setStation('defcon')
  songs().setRadioPlaying(true)
  await pass(0)
  expect(songs().songs).toEqual([song('defcon')])
  await pass(29_999)
  expect(asked()).toBe(1)
  await pass(1)
  expect(asked()).toBe(2)
  songs().setRadioPlaying(false)
  await pass(120_000)
  expect(asked()).toBe(2)
})

test('two open lists of songs share their requests, and polling ends when the last list is closed', async () => {
  const { songs, pass, asked } = setUp()
  songs().setStation('defcon')
  const [leaveFirst, leaveSecond] = [songs().addViewer(), songs().addViewer()]
  await pass(30_000)
  expect(asked()).toBe(2)
  leaveFirst()
  leaveFirst()
  await pass(30_000)
  expect(asked()).toBe(3)
  leaveSecond()
  await pass(120_000)
  expect(asked()).toBe(3)
})

test('opening a list of songs again within 30 s does not cause an additional request', async () => {
  const { songs, pass, asked } = setUp()
  songs().setStation('defcon')
  const away = songs().addViewer()
  await pass(10_000)
  away()
  songs().addViewer()
  await pass(19_999)
  expect(asked()).toBe(1)
  await pass(1)
  expect(asked()).toBe(2)
})

test('selecting a station loads its songs immediately, and a late answer for the previous station is ignored', async () => {
  const { songs, songsOf, pass } = setUp()
  const slow = Promise.withResolvers<readonly Song[]>()
  songsOf.mockReturnValueOnce(slow.promise)
  songs().setRadioPlaying(true)
  songs().setStation('defcon')
  songs().setStation('dronezone')
  await pass(0)
  slow.resolve([song('late')])
  await pass(0)
  expect(songs().songs).toEqual([song('dronezone')])
})

test('if a request fails, the songs are kept and the request is repeated after 30 s', async () => {
  const { songs, songsOf, pass } = setUp()
  songs().setStation('defcon')
  songs().setRadioPlaying(true)
  await pass(0)
  songsOf.mockRejectedValueOnce(new Error('503'))
  await pass(30_000)
  expect(songs()).toMatchObject({ songs: [song('defcon')], failed: true })
  await pass(30_000)
  expect(songs()).toMatchObject({ songs: [song('defcon')], failed: false })
})

test('without a station, there are no songs and no requests', async () => {
  const { songs, pass, asked } = setUp()
  songs().setRadioPlaying(true)
  songs().setStation('defcon')
  await pass(0)
  songs().setStation(null)
  expect(songs().songs).toBeNull()
  await pass(120_000)
  expect(asked()).toBe(1)
})

test('the song on air is the newest song while the radio plays, and undefined while the radio is silent', async () => {
  const { songs, pass } = setUp()
  songs().setStation('defcon')
  songs().addViewer()
  await pass(0)
  expect(songOnAir(songs())).toBeUndefined()
  songs().setRadioPlaying(true)
  expect(songOnAir(songs())).toEqual(song('defcon'))
})
