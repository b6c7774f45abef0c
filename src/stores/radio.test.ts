import { beforeEach, expect, test, vi } from 'vitest'
import { createStore } from 'zustand'
import { StationNotConfigured } from '#domain/stationNotConfigured.ts'
import type { StationKey } from '#domain/stations.ts'
import { radioState, type RadioIo, type RadioState } from '#src/stores/radio.ts'

function setUp() {
  const streamOf = vi.fn<RadioIo['streamOf']>(async (key) => `https://somafm.com/${key}`)
  const player = {
    play: vi.fn<RadioIo['player']['play']>(async () => {}),
    stop: vi.fn<RadioIo['player']['stop']>(),
    setVolume: vi.fn<RadioIo['player']['setVolume']>(),
    onBreak: vi.fn<RadioIo['player']['onBreak']>(),
  }
  const store = createStore<RadioState>(radioState(async () => ({ streamOf, player })))
  const breakOff = () => player.onBreak.mock.calls.at(0)?.[0]()
  return { store, streamOf, player, breakOff, radio: () => store.getState() }
}

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))

test('a station is loading until it sounds', async () => {
  const { radio, player } = setUp()
  const played = radio().play('defcon')
  expect(radio()).toMatchObject({ station: 'defcon', status: 'loading' })
  await played
  expect(radio()).toMatchObject({ station: 'defcon', status: 'playing', fault: null })
  expect(player.play).toHaveBeenCalledWith('https://somafm.com/defcon', 0.7)
})

test('another station takes its place, and goes on playing', async () => {
  const { radio, player } = setUp()
  await radio().play('defcon')
  await radio().play('dronezone')
  expect(radio()).toMatchObject({ station: 'dronezone', status: 'playing' })
  expect(player.play).toHaveBeenLastCalledWith('https://somafm.com/dronezone', 0.7)
})

test('of two that are chosen quickly the last one plays, whichever is found first', async () => {
  const { radio, streamOf, player } = setUp()
  const slow = Promise.withResolvers<string>()
  streamOf.mockReturnValueOnce(slow.promise)
  const first = radio().play('defcon')
  await radio().play('dronezone')
  slow.resolve('https://somafm.com/late')
  await first
  expect(radio()).toMatchObject({ station: 'dronezone', status: 'playing' })
  expect(player.play).toHaveBeenCalledOnce()
})

test('paused, it is silent and the station stays', async () => {
  const { radio, player } = setUp()
  await radio().play('defcon')
  radio().pause()
  expect(radio()).toMatchObject({ station: 'defcon', status: 'paused' })
  expect(player.stop).toHaveBeenCalledOnce()
})

test('paused while it is loading, it does not begin', async () => {
  const { radio, streamOf, player } = setUp()
  const slow = Promise.withResolvers<string>()
  streamOf.mockReturnValueOnce(slow.promise)
  const played = radio().play('defcon')
  radio().pause()
  slow.resolve('https://somafm.com/late')
  await played
  expect(radio().status).toBe('paused')
  expect(player.play).not.toHaveBeenCalled()
})

test.each<[string, StationKey | undefined, Error, string]>([
  ['to begin with', undefined, new Error('404'), 'Failed to start playback'],
  ['when it follows another', 'dronezone', new Error('404'), 'Failed to switch station'],
  ['that is not configured', undefined, new StationNotConfigured(), 'station not configured'],
])('a station without an address %s says so, and is silent', async (_, before, error, fault) => {
  const { radio, streamOf, player } = setUp()
  if (before) await radio().play(before)
  streamOf.mockRejectedValueOnce(error)
  await radio().play('defcon')
  expect(radio()).toMatchObject({ station: 'defcon', status: 'error', fault })
  expect(player.stop).toHaveBeenCalledOnce()
})

test('a stream that does not play says so', async () => {
  const { radio, player } = setUp()
  player.play.mockRejectedValueOnce(new DOMException('no', 'NotSupportedError'))
  await radio().play('defcon')
  expect(radio()).toMatchObject({ status: 'error', fault: 'Failed to load audio stream' })
})

test('a browser that wants to be touched first is no fault', async () => {
  const { radio, player } = setUp()
  player.play.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))
  await radio().play('defcon')
  expect(radio()).toMatchObject({ station: 'defcon', status: 'paused', fault: null })
})

test('a stream that breaks off stops with an error, and plays again', async () => {
  const { radio, player, breakOff } = setUp()
  await radio().play('defcon')
  breakOff()
  expect(radio()).toMatchObject({ status: 'error', fault: 'Failed to load audio stream' })
  expect(player.stop).toHaveBeenCalledOnce()
  await radio().play('defcon')
  expect(radio()).toMatchObject({ status: 'playing', fault: null })
})

test('what breaks off after a pause is no news', async () => {
  const { radio, breakOff } = setUp()
  await radio().play('defcon')
  radio().pause()
  breakOff()
  expect(radio().status).toBe('paused')
})

test('it is as loud as it was chosen to be, at once and later', async () => {
  const { radio, player } = setUp()
  radio().setVolume(0.2)
  await radio().play('defcon')
  expect(player.play).toHaveBeenCalledWith('https://somafm.com/defcon', 0.2)
  radio().setVolume(0.4)
  expect(player.setVolume).toHaveBeenLastCalledWith(0.4)
})

test('closed, it is silent and knows no station', async () => {
  const { radio, player } = setUp()
  await radio().play('defcon')
  radio().close()
  expect(radio()).toMatchObject({ station: null, status: 'paused' })
  expect(player.stop).toHaveBeenCalled()
})
