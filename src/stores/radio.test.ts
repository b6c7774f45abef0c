import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStore } from 'zustand'
import { StationNotConfigured } from '#domain/errors.ts'
import type { StationKey } from '#domain/radio/stations.ts'
import type { StreamEvent } from '#src/io/radio/player.ts'
import { radioState, type RadioDeps, type RadioState } from '#src/stores/radio.ts'
import { eventually } from '#tests/support/eventually.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => void vi.useRealTimers())

function setUp() {
  const streamOf = vi.fn<RadioDeps['directory']['streamOf']>(async (key) => `https://somafm.com/${key}`)
  /** The playback position at which the stream has stalled; undefined while the stream plays. */
  let stalledAt: number | undefined
  const player = {
    play: vi.fn<RadioDeps['player']['play']>(async () => {}),
    stop: vi.fn<RadioDeps['player']['stop']>(),
    setVolume: vi.fn<RadioDeps['player']['setVolume']>(),
    volumeIsFixed: false,
    position: vi.fn<RadioDeps['player']['position']>(() => stalledAt ?? Date.now()),
    onEvent: vi.fn<RadioDeps['player']['onEvent']>(),
    spectrum: vi.fn<RadioDeps['player']['spectrum']>(),
  }
  const tabs = { claim: vi.fn<() => void>(), onClaim: vi.fn<RadioDeps['tabs']['onClaim']>() }
  const store = createStore<RadioState>(radioState(async () => ({ directory: { streamOf }, player, tabs })))
  /** Simulates an event that the app did not cause. */
  const emit = (event: StreamEvent) => player.onEvent.mock.calls.at(0)?.[0](event)
  return {
    streamOf,
    player,
    tabs,
    radio: () => store.getState(),
    /** Breaks the connection of the stream. */
    breakOff: () => emit('lost'),
    emit,
    /** Stalls the stream if `on` is false, and lets the stream continue if `on` is true. */
    flow: (on: boolean) => (stalledAt = on ? undefined : Date.now()),
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    plays: () => player.play.mock.calls.length,
  }
}

const REFUSED = new DOMException('no', 'NotSupportedError')
/** The delays before the retries of a lost stream, in milliseconds. */
const WAITS = [1000, 2000, 4000, 8000, 15_000]

describe('playing stations', () => {
  test('a station has the status `loading` until it is audible', async () => {
    const { radio, player, tabs } = setUp()
    const played = radio().play('defcon')
    expect(radio()).toMatchObject({ station: 'defcon', status: 'loading' })
    await played
    expect(radio()).toMatchObject({ station: 'defcon', status: 'playing', error: null })
    expect(player.play).toHaveBeenCalledWith({ address: 'https://somafm.com/defcon', cors: true, loop: false }, 0.7)
    expect(tabs.claim).toHaveBeenCalledOnce()
  })

  test('a station whose server does not support CORS is played without CORS', async () => {
    const { radio, player } = setUp()
    await radio().play('rinse')
    expect(player.play).toHaveBeenCalledWith({ address: 'https://somafm.com/rinse', cors: false, loop: false }, 0.7)
  })

  test('playing a station replaces the station that is playing', async () => {
    const { radio, player } = setUp()
    await radio().play('defcon')
    await radio().play('dronezone')
    expect(radio()).toMatchObject({ station: 'dronezone', status: 'playing' })
    expect(player.play).toHaveBeenLastCalledWith(
      { address: 'https://somafm.com/dronezone', cors: true, loop: false },
      0.7,
    )
  })

  test('when two stations are started in quick succession, only the second station plays', async () => {
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

  test('`pause` stops the stream and keeps the station selected', async () => {
    const { radio, player } = setUp()
    await radio().play('defcon')
    player.stop.mockClear()
    radio().pause()
    expect(radio()).toMatchObject({ station: 'defcon', status: 'paused' })
    expect(player.stop).toHaveBeenCalledOnce()
  })

  test('a station that is paused while it loads does not start', async () => {
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

  test('`toggle` plays a station that is not playing, and pauses the station that is playing', async () => {
    const { radio } = setUp()
    await radio().toggle('defcon')
    expect(radio()).toMatchObject({ station: 'defcon', status: 'playing' })
    await radio().toggle('rinse')
    expect(radio()).toMatchObject({ station: 'rinse', status: 'playing' })
    await radio().toggle('rinse')
    expect(radio()).toMatchObject({ station: 'rinse', status: 'paused' })
  })

  test('`tune` does not start a paused radio, and switches a playing radio to the new station', async () => {
    const { radio, plays } = setUp()
    radio().tune('defcon')
    expect(radio()).toMatchObject({ station: 'defcon', status: 'paused' })
    expect(plays()).toBe(0)
    await radio().play('defcon')
    radio().tune('defcon')
    expect(plays()).toBe(1)
    radio().tune('rinse')
    await eventually(() => expect(radio()).toMatchObject({ station: 'rinse', status: 'playing' }))
  })

  test('the radio pauses when another tab starts to play', async () => {
    const { radio, tabs } = setUp()
    await radio().play('defcon')
    tabs.onClaim.mock.calls[0]?.[0]()
    expect(radio()).toMatchObject({ station: 'defcon', status: 'paused' })
  })

  test('`close` stops playback, clears the station and turns the sleep timer off', async () => {
    const { radio, player, pass } = setUp()
    await radio().play('defcon')
    radio().setSleepTimer(15)
    radio().close()
    expect(radio()).toMatchObject({ station: null, status: 'paused', sleep: null })
    expect(player.stop).toHaveBeenCalled()
    await radio().play('rinse')
    await pass(15 * 60_000)
    expect(radio().status).toBe('playing')
  })
})

describe('stations that fail to start', () => {
  test.each<[string, StationKey | undefined, Error, string]>([
    ['as the first station', undefined, new Error('404'), 'Failed to start playback'],
    ['after another station', 'dronezone', new Error('404'), 'Failed to switch station'],
    ['if the station is not configured', undefined, new StationNotConfigured(), 'station not configured'],
  ])('if a station fails to start, the radio shows an error and stops: %s', async (_, before, error, message) => {
    const { radio, streamOf, player } = setUp()
    if (before) await radio().play(before)
    streamOf.mockRejectedValueOnce(error)
    player.stop.mockClear()
    await radio().play('defcon')
    expect(radio()).toMatchObject({ station: 'defcon', status: 'error', error: message })
    expect(player.stop).toHaveBeenCalled()
  })

  test('if a stream fails to play, the radio shows an error, and the station can be played again', async () => {
    const { radio, player } = setUp()
    player.play.mockRejectedValueOnce(REFUSED)
    await radio().play('defcon')
    expect(radio()).toMatchObject({ status: 'error', error: 'Failed to load audio stream' })
    await radio().play('defcon')
    expect(radio()).toMatchObject({ status: 'playing', error: null })
  })

  test('if the browser requires a user gesture, the radio is paused without an error', async () => {
    const { radio, player } = setUp()
    player.play.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))
    await radio().play('defcon')
    expect(radio()).toMatchObject({ station: 'defcon', status: 'paused', error: null })
    expect(console.warn).toHaveBeenCalledOnce()
  })

  test('if a station is not audible after 12 s, the radio shows an error', async () => {
    const { radio, player, pass } = setUp()
    player.play.mockReturnValueOnce(new Promise(() => {}))
    void radio().play('defcon')
    await pass(11_999)
    expect(radio().status).toBe('loading')
    await pass(1)
    expect(radio()).toMatchObject({ status: 'error', error: 'Failed to load audio stream' })
  })
})

describe('lost streams', () => {
  test('a stream that breaks off is requested again after 1 s', async () => {
    const { radio, breakOff, pass, plays, streamOf } = setUp()
    await radio().play('defcon')
    breakOff()
    expect(radio()).toMatchObject({ status: 'loading', error: null, retry: 1 })
    await pass(999)
    expect(plays()).toBe(1)
    await pass(1)
    expect(radio()).toMatchObject({ station: 'defcon', status: 'playing', retry: 0 })
    expect(streamOf).toHaveBeenCalledTimes(2)
  })

  test('a lost stream is retried after 1, 2, 4, 8 and 15 s, then shows an error', async () => {
    const { radio, player, breakOff, pass, plays } = setUp()
    await radio().play('defcon')
    player.play.mockRejectedValue(REFUSED)
    breakOff()
    for (const [index, wait] of WAITS.entries()) {
      expect(radio()).toMatchObject({ status: 'loading', retry: index + 1 })
      await pass(wait - 1)
      expect(plays()).toBe(index + 1)
      await pass(1)
      expect(plays()).toBe(index + 2)
    }
    expect(radio()).toMatchObject({ status: 'error', error: 'Failed to load audio stream', retry: 0 })
    await pass(600_000)
    expect(plays()).toBe(6)
  })

  // The playback position is checked every second, so a stalled stream is detected within 8 s.
  test.each([
    [0, 6000],
    [1, 6999],
  ])(
    'a stream that stalls %i ms after a check of its position counts as lost after %i ms, even if it is still connected',
    async (since, after) => {
      const { radio, flow, pass, plays } = setUp()
      await radio().play('defcon')
      await pass(60_000 + since)
      expect(plays()).toBe(1)
      flow(false)
      await pass(after - 1)
      expect(radio().status).toBe('playing')
      await pass(1)
      expect(radio()).toMatchObject({ status: 'loading', retry: 1 })
      flow(true)
      await pass(1000)
      expect(radio().status).toBe('playing')
    },
  )

  test('if a stream has stopped while the device was asleep, it is requested again', async () => {
    const { radio, flow, pass } = setUp()
    await radio().play('defcon')
    await pass(5000)
    flow(false)
    await pass(1000)
    vi.setSystemTime(Date.now() + 3_600_000)
    await pass(1000)
    expect(radio().status).toBe('loading')
  })

  test('the retry delay grows while a stream is lost repeatedly, and is reset after 10 s of playback', async () => {
    const { radio, breakOff, pass, plays } = setUp()
    await radio().play('defcon')
    for (const [index, wait] of WAITS.entries()) {
      breakOff()
      await pass(wait - 1)
      expect(plays()).toBe(index + 1)
      await pass(1)
      expect(radio().status).toBe('playing')
    }
    breakOff()
    await pass(15_000)
    expect(radio().status).toBe('playing')
    await pass(10_000)
    breakOff()
    await pass(1000)
    expect(radio().status).toBe('playing')
  })

  test('a retry fails after 12 s without sound', async () => {
    const { radio, player, breakOff, pass } = setUp()
    await radio().play('defcon')
    player.play.mockReturnValueOnce(new Promise(() => {}))
    breakOff()
    await pass(1000 + 12_000)
    expect(radio()).toMatchObject({ status: 'loading', retry: 2 })
    await pass(2000)
    expect(radio().status).toBe('playing')
  })

  test('a lost stream is retried immediately when the network is back', async () => {
    const { radio, player, breakOff, pass, plays } = setUp()
    await radio().play('defcon')
    player.play.mockRejectedValueOnce(REFUSED).mockRejectedValueOnce(REFUSED)
    breakOff()
    await pass(3000)
    expect(radio()).toMatchObject({ status: 'loading', retry: 3 })
    radio().retryNow()
    await pass(0)
    expect(radio().status).toBe('playing')
    await pass(60_000)
    expect(plays()).toBe(4)
  })

  test('a paused radio does not start when the network is back', async () => {
    const { radio, pass, plays } = setUp()
    radio().tune('defcon')
    radio().retryNow()
    await pass(60_000)
    expect(plays()).toBe(0)
  })

  test('if the user pauses a lost stream during the retry delay, it stays silent', async () => {
    const { radio, breakOff, pass, plays } = setUp()
    await radio().play('defcon')
    breakOff()
    radio().pause()
    await pass(60_000)
    expect(radio()).toMatchObject({ status: 'paused', retry: 0 })
    expect(plays()).toBe(1)
  })

  test('choosing another station while a stream is lost resets the retry delay to 1 s', async () => {
    const { radio, breakOff, pass } = setUp()
    await radio().play('defcon')
    breakOff()
    await pass(1000)
    breakOff()
    await radio().play('rinse')
    breakOff()
    await pass(1000)
    expect(radio()).toMatchObject({ station: 'rinse', status: 'playing' })
  })

  test('a stream that breaks off while the radio is paused is not requested again', async () => {
    const { radio, breakOff, pass } = setUp()
    await radio().play('defcon')
    radio().pause()
    breakOff()
    await pass(60_000)
    expect(radio().status).toBe('paused')
  })
})

describe('streams paused or resumed by the operating system', () => {
  const PAUSED = new DOMException('paused', 'AbortError')

  test('a stream paused by the operating system stays paused, even when the network is back', async () => {
    const { radio, player, emit, flow, pass, plays } = setUp()
    await radio().play('defcon')
    player.stop.mockClear()
    emit('paused')
    flow(false)
    expect(radio()).toMatchObject({ station: 'defcon', status: 'paused', error: null })
    radio().retryNow()
    await pass(600_000)
    expect(radio().status).toBe('paused')
    expect(plays()).toBe(1)
    expect(player.stop, 'the system can resume the stream').not.toHaveBeenCalled()
  })

  test.each<[string, (env: ReturnType<typeof setUp>, reject: (error: Error) => void) => void]>([
    [
      'the event arrives before the rejection',
      ({ emit }, reject) => {
        emit('paused')
        reject(PAUSED)
      },
    ],
    [
      'the rejection arrives before the event',
      ({ emit }, reject) => {
        reject(PAUSED)
        setTimeout(() => emit('paused'))
      },
    ],
  ])(
    'if the operating system pauses a stream that is still loading, the radio is paused without an error: %s',
    async (_, pauseIt) => {
      const env = setUp()
      const { radio, player, pass } = env
      const starting = Promise.withResolvers<void>()
      player.play.mockReturnValueOnce(starting.promise)
      void radio().play('defcon')
      await pass(0)
      pauseIt(env, starting.reject)
      await pass(60_000)
      expect(radio()).toMatchObject({ station: 'defcon', status: 'paused', error: null })
      expect(console.warn).not.toHaveBeenCalled()
    },
  )

  test('if the operating system resumes a stream, the status is `loading` until the stream is audible', async () => {
    const { radio, emit, pass, plays } = setUp()
    await radio().play('defcon')
    emit('paused')
    await pass(60_000)
    emit('resumed')
    expect(radio().status).toBe('loading')
    emit('sounds')
    expect(radio()).toMatchObject({ station: 'defcon', status: 'playing', retry: 0 })
    expect(plays(), 'the stream is not requested again').toBe(1)
  })

  test('a stream resumed by the operating system pauses the radio of other tabs once the stream is audible', async () => {
    const { radio, tabs, emit } = setUp()
    await radio().play('defcon')
    emit('paused')
    emit('resumed')
    expect(tabs.claim).toHaveBeenCalledTimes(1)
    emit('sounds')
    expect(tabs.claim).toHaveBeenCalledTimes(2)
  })

  test('a stream resumed by the operating system is requested again if it breaks off', async () => {
    const { radio, emit, flow, pass } = setUp()
    await radio().play('defcon')
    for (const event of ['paused', 'resumed', 'sounds'] as const) emit(event)
    flow(false)
    await pass(7000)
    expect(radio()).toMatchObject({ status: 'loading', retry: 1 })
  })

  test('if the operating system resumes a stream and pauses it before it is audible, the radio is paused', async () => {
    const { radio, emit, pass } = setUp()
    await radio().play('defcon')
    for (const event of ['paused', 'resumed', 'paused'] as const) emit(event)
    await pass(60_000)
    expect(radio().status).toBe('paused')
  })

  test.each<[string, (env: ReturnType<typeof setUp>) => Promise<void>]>([
    [
      'stalls',
      async ({ flow, pass }) => {
        flow(false)
        await pass(7000)
      },
    ],
    ['breaks off', async ({ breakOff }) => breakOff()],
  ])('a stream resumed by the operating system is requested again if it %s', async (_, breakStream) => {
    const env = setUp()
    const { radio, emit, flow, pass, plays } = env
    await radio().play('defcon')
    emit('paused')
    emit('resumed')
    await breakStream(env)
    expect(radio()).toMatchObject({ status: 'loading', retry: 1 })
    flow(true)
    await pass(1000)
    expect(radio().status).toBe('playing')
    expect(plays()).toBe(2)
  })

  test.each<[string, (radio: RadioState) => unknown]>([
    ['paused', (radio) => radio.pause()],
    ['tuned to another station', (radio) => radio.tune('rinse')],
    ['closed', (radio) => radio.close()],
  ])(
    'a stream paused by the operating system is stopped when the radio is %s, so that it cannot be resumed',
    async (_, act) => {
      const { radio, player, emit } = setUp()
      await radio().play('defcon')
      emit('paused')
      player.stop.mockClear()
      act(radio())
      expect(player.stop).toHaveBeenCalledOnce()
    },
  )

  test('`toggle` requests a stream again if the operating system has paused it', async () => {
    const { radio, emit, plays } = setUp()
    await radio().play('defcon')
    emit('paused')
    await radio().toggle('defcon')
    expect(radio().status).toBe('playing')
    expect(plays()).toBe(2)
  })

  test.each<StreamEvent>(['resumed', 'sounds'])(
    'the event "%s" of a stream started by the app is not mistaken for a resumption by the operating system',
    async (event) => {
      const { radio, player, tabs, emit, pass } = setUp()
      const starting = Promise.withResolvers<void>()
      player.play.mockReturnValueOnce(starting.promise)
      void radio().play('defcon')
      await pass(0)
      emit(event)
      expect(radio().status).toBe('loading')
      starting.resolve()
      await pass(0)
      emit(event)
      expect(radio().status).toBe('playing')
      expect(tabs.claim).toHaveBeenCalledOnce()
    },
  )
})

describe('the volume of the radio', () => {
  test('a chosen volume applies to the current stream and to later streams', async () => {
    const { radio, player } = setUp()
    radio().setVolume(0.2)
    await radio().play('defcon')
    expect(player.play).toHaveBeenCalledWith(expect.anything(), 0.2)
    radio().setVolume(0.4)
    expect(player.setVolume).toHaveBeenLastCalledWith(0.4)
  })

  test('the volume is lowered while the user speaks, and restored afterwards', async () => {
    const { radio, player } = setUp()
    await radio().play('defcon')
    radio().duck(true)
    expect(player.setVolume).toHaveBeenLastCalledWith(0.7 * 0.2)
    radio().setVolume(0.5)
    expect(player.setVolume).toHaveBeenLastCalledWith(0.5 * 0.2)
    await radio().play('rinse')
    expect(player.play).toHaveBeenLastCalledWith(expect.anything(), 0.5 * 0.2)
    radio().duck(false)
    expect(player.setVolume).toHaveBeenLastCalledWith(0.5)
    expect(radio().volume).toBe(0.5)
  })
})

describe('the sleep timer', () => {
  test('the sleep timer pauses the radio after the chosen minutes', async () => {
    const { radio, pass } = setUp()
    await radio().play('defcon')
    radio().setSleepTimer(15)
    expect(radio().sleep).toEqual({ minutes: 15, at: Date.now() + 15 * 60_000 })
    await pass(15 * 60_000 - 1)
    expect(radio().status).toBe('playing')
    await pass(1)
    expect(radio()).toMatchObject({ status: 'paused', sleep: null })
  })

  test('the sleep timer can be set again and turned off', async () => {
    const { radio, pass } = setUp()
    await radio().play('defcon')
    radio().setSleepTimer(15)
    radio().setSleepTimer(30)
    await pass(20 * 60_000)
    expect(radio().status).toBe('playing')
    radio().setSleepTimer(null)
    await pass(3_600_000)
    expect(radio()).toMatchObject({ status: 'playing', sleep: null })
  })
})
