import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStore } from 'zustand'
import type { MusicPlayer } from '#src/io/audio/music.ts'
import { musicState, type MusicState } from '#src/stores/music.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Creates a music store whose player logs its calls. Music is audible immediately, unless a test calls `wait`. */
async function setUp() {
  const calls: string[] = []
  let gate: Promise<void> = Promise.resolve()
  const player: MusicPlayer = {
    async start(track, volume) {
      calls.push(`start ${track} ${volume}`)
      await gate
    },
    setVolume: (volume) => void calls.push(`volume ${volume}`),
    stop: () => void calls.push('stop'),
  }
  let hidden = false
  const onChange = vi.fn<(callback: () => void) => void>()
  const load = vi.fn(async () => player)
  const visibility = { isHidden: () => hidden, onChange }
  const store = createStore<MusicState>(musicState({ load, visibility }))
  const hide = (wish: boolean) => {
    hidden = wish
    onChange.mock.calls[0]?.[0]()
  }
  const music = () => store.getState()
  const volume = () => music().volume
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  const starts = () => calls.filter((one) => one.startsWith('start'))
  const wait = () => {
    const held = Promise.withResolvers<void>()
    gate = held.promise
    return held.resolve
  }
  /** Starts the dashboard music at full volume. */
  const playMain = async () => {
    music().setTrack('main')
    await pass(500 + 30 * 50)
  }
  return { music, volume, hide, pass, calls, load, starts, wait, playMain }
}

describe('music of the login screen', () => {
  test('login music starts immediately at volume 0.3', async () => {
    const { music, volume, pass, starts } = await setUp()
    music().setTrack('login')
    await pass(0)
    expect(starts()).toEqual(['start login 0.3'])
    expect(volume()).toBe(0.3)
  })

  test('login music has volume 0 until a user gesture allows audio', async () => {
    const { music, volume, pass, wait } = await setUp()
    const touch = wait()
    music().setTrack('login')
    await pass(60_000)
    expect(volume()).toBe(0)
    touch()
    await pass(0)
    expect(volume()).toBe(0.3)
  })

  test('if login music is muted and unmuted before it starts, it starts only after another user gesture', async () => {
    const { music, volume, pass, wait } = await setUp()
    const touch = wait()
    music().setTrack('login')
    await pass(0)
    music().setMuted(true)
    const touchAgain = wait()
    music().setMuted(false)
    await pass(0)
    touch()
    await pass(1000)
    expect(volume(), 'the stopped track stays silent').toBe(0)
    touchAgain()
    await pass(0)
    expect(volume()).toBe(0.3)
  })

  test('the player of muted music is not loaded', async () => {
    const { music, pass, calls, load } = await setUp()
    music().setMuted(true)
    music().setTrack('login')
    await pass(60_000)
    expect(load).not.toHaveBeenCalled()
    expect(calls).toEqual([])
  })
})

describe('music of the dashboard', () => {
  test('dashboard music starts 500 ms after its screen opens', async () => {
    const { music, pass, starts } = await setUp()
    music().setTrack('main')
    await pass(499)
    expect(starts()).toEqual([])
    await pass(1)
    expect(starts()).toEqual(['start main 0'])
  })

  test('the volume of dashboard music rises by 0.01 every 50 ms, up to 0.3', async () => {
    const { music, volume, pass } = await setUp()
    music().setTrack('main')
    await pass(500)
    expect(volume()).toBe(0)
    await pass(49)
    expect(volume()).toBe(0)
    for (let step = 1; step <= 30; step++) {
      await pass(step === 1 ? 1 : 50)
      expect(volume()).toBeCloseTo(step / 100, 10)
    }
    await pass(60_000)
    expect(volume()).toBe(0.3)
  })

  test('dashboard music starts only after the login music has faded out', async () => {
    const { music, volume, pass, calls } = await setUp()
    music().setTrack('login')
    await pass(0)
    calls.length = 0
    music().setTrack('main')
    await pass(14 * 50)
    expect(volume()).toBeCloseTo(0.02, 10)
    await pass(50)
    expect(calls.filter((one) => !one.startsWith('volume'))).toEqual(['stop', 'start main 0'])
  })

  test('the volume falls by 0.02 every 50 ms after muting, and rises again after unmuting', async () => {
    const { music, volume, pass, playMain, starts } = await setUp()
    await playMain()
    music().setMuted(true)
    for (let step = 1; step <= 15; step++) {
      await pass(50)
      expect(volume()).toBeCloseTo(0.3 - 0.02 * step, 10)
    }
    await pass(60_000)
    expect(volume()).toBe(0)
    music().setMuted(false)
    await pass(100)
    expect(starts()).toHaveLength(2)
    expect(volume()).toBeCloseTo(0.02, 10)
  })

  test('unmuting music during a fade-out starts a fade-in from the current volume', async () => {
    const { music, volume, pass, playMain, starts } = await setUp()
    await playMain()
    music().setMuted(true)
    await pass(250)
    expect(volume()).toBeCloseTo(0.2, 10)
    music().setMuted(false)
    await pass(50)
    expect(volume()).toBeCloseTo(0.21, 10)
    expect(starts()).toHaveLength(1)
  })

  test('music fades out when the page is hidden, and fades in when the page is visible again', async () => {
    const { volume, pass, playMain, hide } = await setUp()
    await playMain()
    hide(true)
    await pass(750)
    expect(volume()).toBe(0)
    hide(false)
    await pass(100)
    expect(volume()).toBeGreaterThan(0)
  })

  test('music fades out while the user records speech, and fades in after the recording', async () => {
    const { music, volume, pass, playMain } = await setUp()
    await playMain()
    music().setRecordingSpeech(true)
    await pass(750)
    expect(volume()).toBe(0)
    music().setRecordingSpeech(false)
    await pass(350)
    expect(volume()).toBeGreaterThan(0)
  })

  test('closing the login screen after the dashboard has opened does not stop the dashboard music', async () => {
    const { music, volume, pass, playMain } = await setUp()
    music().setTrack('login')
    await playMain()
    music().clearTrack('login')
    await pass(5000)
    expect(volume()).toBe(0.3)
  })

  test('music fades out and stops when its screen closes', async () => {
    const { music, volume, pass, playMain, calls } = await setUp()
    await playMain()
    music().clearTrack('main')
    await pass(750)
    expect(volume()).toBe(0)
    expect(calls.at(-2)).toBe('stop')
  })
})

describe('music and radio', () => {
  test('music fades out while the radio loads, and stops when the radio plays', async () => {
    const { music, volume, pass, playMain, calls } = await setUp()
    await playMain()
    music().setRadioAudibility('loading')
    await pass(100)
    expect(volume()).toBeCloseTo(0.26, 10)
    music().setRadioAudibility('playing')
    expect(volume()).toBe(0)
    expect(calls).toContain('stop')
    const until = calls.length
    await pass(60_000)
    expect(calls.slice(until)).toEqual([])
  })

  test('music resumes 300 ms after the radio stops', async () => {
    const { music, pass, playMain, starts } = await setUp()
    await playMain()
    music().setRadioAudibility('playing')
    music().setRadioAudibility('silent')
    await pass(299)
    expect(starts()).toHaveLength(1)
    await pass(1)
    expect(starts()).toHaveLength(2)
  })

  test('if the radio fails to play, music fades out for another 300 ms and then fades in', async () => {
    const { music, volume, pass, playMain } = await setUp()
    await playMain()
    music().setRadioAudibility('loading')
    await pass(50)
    music().setRadioAudibility('silent')
    await pass(250)
    expect(volume()).toBeLessThan(0.28)
    await pass(200)
    expect(volume()).toBeGreaterThan(0.17)
  })

  test('after the radio stops, music stays silent if it is muted or the radio is on again', async () => {
    const { music, pass, playMain, starts } = await setUp()
    await playMain()
    music().setRadioAudibility('playing')
    music().setMuted(true)
    music().setRadioAudibility('silent')
    await pass(10_000)
    music().setMuted(false)
    music().setRadioAudibility('loading')
    await pass(10_000)
    expect(starts()).toHaveLength(1)
  })

  test('music does not start while the radio plays', async () => {
    const { music, pass, starts } = await setUp()
    music().setRadioAudibility('playing')
    music().setTrack('main')
    await pass(10_000)
    expect(starts()).toEqual([])
  })
})

test('muting and unmuting music while its code loads starts the music only once', async () => {
  const loading = Promise.withResolvers<MusicPlayer>()
  const start = vi.fn<MusicPlayer['start']>(async () => {})
  const visibility = { isHidden: () => false, onChange: () => {} }
  const store = createStore<MusicState>(musicState({ load: () => loading.promise, visibility }))
  store.getState().setTrack('main')
  await vi.advanceTimersByTimeAsync(500)
  store.getState().setMuted(true)
  store.getState().setMuted(false)
  await vi.advanceTimersByTimeAsync(0)
  loading.resolve({ start, setVolume: () => {}, stop: () => {} })
  await vi.advanceTimersByTimeAsync(100)
  expect(start).toHaveBeenCalledOnce()
  expect(store.getState().volume).toBeCloseTo(0.02, 10)
})

test('music stays silent if its code cannot be loaded, and the next start loads the code again', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const load = vi.fn<() => Promise<MusicPlayer>>().mockRejectedValue(new Error('offline'))
  const visibility = { isHidden: () => false, onChange: () => {} }
  const store = createStore<MusicState>(musicState({ load, visibility }))
  store.getState().setTrack('main')
  await vi.advanceTimersByTimeAsync(500)
  expect(load).toHaveBeenCalledTimes(1)
  store.getState().setMuted(false)
  await vi.advanceTimersByTimeAsync(0)
  expect(load).toHaveBeenCalledTimes(2)
  expect(store.getState().volume).toBe(0)
})
