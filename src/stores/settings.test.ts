import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStore } from 'zustand'
import { DEFAULT_AI_SETTINGS } from '#domain/account/aiSettings.ts'
import { DEFAULT_SETTINGS } from '#domain/account/settings.ts'
import { THEME_STATIONS } from '#domain/radio/stations.ts'
import type { SettingsIo } from '#src/io/firebase/settings.ts'
import { UserSession } from '#src/stores/session.ts'
import { settingsState, SETTINGS_SEND_DELAY_MS } from '#src/stores/settings.ts'
import { fakeItemStorage } from '#tests/support/fakeItemStorage.ts'

const KEYS = {
  settings: 'aiSettings',
  stations: 'themeStations',
  theme: 'theme',
  unsent: 'settingsUnsent',
  owner: 'settingsOf',
}

/** Creates the storage of a browser, and a simulated database that logs writes and whose answers a test controls. */
function setUp(stored: { [Key in keyof typeof KEYS]?: string } = {}) {
  const { device, kept } = fakeItemStorage(
    Object.fromEntries(
      Object.entries(KEYS).flatMap(([name, key]) => {
        const value = Object.entries(stored).find(([one]) => one === name)?.[1]
        return value === undefined ? [] : [[key, value]]
      }),
    ),
  )
  const written: object[] = []
  const answers: PromiseWithResolvers<void>[] = []
  let say: ((document: unknown) => void) | undefined
  const io: SettingsIo = {
    watch: (_, onChange) => {
      say = onChange
      return () => (say = undefined)
    },
    write: (_, changes) => {
      written.push(changes)
      const answer = Promise.withResolvers<void>()
      answers.push(answer)
      return answer.promise
    },
  }
  return {
    device,
    written,
    answers,
    say: (document: unknown) => say?.(document),
    isWatched: () => say !== undefined,
    /** Creates the store of a user's session, as at the start of the app. */
    start: (session = new UserSession('alice')) => createStore(settingsState(session, async () => io, kept)),
  }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const chosen = (about: object) => JSON.stringify({ ...DEFAULT_AI_SETTINGS, ...about })

describe('settings on the device', () => {
  test('chosen settings are restored at the next start', () => {
    const env = setUp()
    void env.start().getState().choose({ topK: 7 })
    expect(env.start().getState().settings).toEqual({ ...DEFAULT_SETTINGS, topK: 7 })
  })

  test.each(['', '{', 'null', '7', '[]', '{"topK": "many"}'])(
    'invalid stored settings are replaced with the defaults: %j',
    (settings) => {
      expect(setUp({ settings, unsent: settings }).start().getState().settings).toEqual(DEFAULT_SETTINGS)
    },
  )

  test('signing out removes the settings from the device', () => {
    const env = setUp({ settings: chosen({ topK: 7 }) })
    const session = new UserSession('alice')
    env.start(session)
    session.end()
    expect(env.device.size).toBe(0)
  })

  test('the end of a session does not remove settings that another tab has stored for the next user', async () => {
    const env = setUp()
    const session = new UserSession('alice')
    await env.start(session).getState().open()
    const bobs = env.start(new UserSession('bob'))
    await bobs.getState().open()
    void bobs.getState().choose({ topK: 3 })
    session.end()
    expect(env.device.get('settingsOf')).toBe('bob')
    expect(env.device.get('aiSettings')).toContain('"topK":3')
  })

  test('the settings of a user whose session ended while the app was closed stay on the device until the next sign-in', () => {
    const env = setUp({ settings: chosen({ topK: 7 }) })
    const visit = new UserSession(null)
    env.start(visit)
    visit.end()
    expect(env.start().getState().settings.topK).toBe(7)
  })
})

describe('settings in the database', () => {
  test('`allSent` is false until the server has confirmed a changed setting, even after a restart', async () => {
    const env = setUp()
    const store = env.start()
    await store.getState().open()
    expect(store.getState().allSent).toBe(true)
    void store.getState().choose({ topK: 7 })
    expect(store.getState().allSent).toBe(false)
    expect(env.start().getState().allSent).toBe(false)
    await vi.advanceTimersByTimeAsync(SETTINGS_SEND_DELAY_MS)
    expect(store.getState().allSent).toBe(false)
    env.answers[0]?.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(store.getState().allSent).toBe(true)
  })

  test('settings chosen on another device are applied, except invalid values', async () => {
    const env = setUp()
    const store = env.start()
    await store.getState().open()
    env.say({ topK: 9, temperature: 'hot', theme: 'camo', themeStations: { camo: 'rinse' } })
    const themeStations = { ...THEME_STATIONS, camo: 'rinse', jungleops: 'groovesalad' }
    expect(store.getState().settings).toEqual({ ...DEFAULT_SETTINGS, topK: 9, theme: 'camo', themeStations })
    env.say(undefined)
    expect(store.getState().settings.topK, 'a missing document changes nothing').toBe(9)
  })

  test('settings changed in quick succession are written together, and unchanged settings are not written', async () => {
    const env = setUp()
    const store = env.start()
    await store.getState().open()
    void store.getState().choose({ model: 'powerful', topK: 1 })
    await vi.advanceTimersByTimeAsync(SETTINGS_SEND_DELAY_MS - 1)
    void store.getState().choose({ topK: 2 })
    expect(env.written).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(env.written).toEqual([{ model: 'powerful', topK: 2 }])
    void store.getState().choose({ topK: 3 })
    await vi.advanceTimersByTimeAsync(SETTINGS_SEND_DELAY_MS)
    expect(env.written).toEqual([{ model: 'powerful', topK: 2 }, { topK: 3 }])
  })

  test('a changed setting that has not been sent is discarded when the user signs out', async () => {
    const env = setUp()
    const session = new UserSession('alice')
    const store = env.start(session)
    await store.getState().open()
    void store.getState().choose({ topK: 1 })
    session.end()
    await vi.advanceTimersByTimeAsync(SETTINGS_SEND_DELAY_MS)
    expect(env.written).toEqual([])
  })

  test('late answers of the server for a user who has signed out do not change the settings on the device', async () => {
    const env = setUp()
    const session = new UserSession('alice')
    const store = env.start(session)
    await store.getState().open()
    void store.getState().choose({ topK: 1 })
    await vi.advanceTimersByTimeAsync(SETTINGS_SEND_DELAY_MS)
    session.end()
    env.answers[0]?.resolve()
    await vi.advanceTimersByTimeAsync(0)
    await store.getState().open()
    expect(env.device.size).toBe(0)
  })

  test('if the device still stores settings of a previous user, the next user does not get them', async () => {
    const env = setUp({ settings: chosen({ topK: 7 }), unsent: '["topK"]', owner: 'alice' })
    const store = env.start(new UserSession('bob'))
    await store.getState().open()
    expect(store.getState().settings).toEqual(DEFAULT_SETTINGS)
    expect(env.written).toEqual([])
    expect(env.device.get('settingsUnsent')).toBe('[]')
    expect(env.device.get('settingsOf')).toBe('bob')
  })

  test('opening the settings of a user who has signed out does not change the settings on the device', async () => {
    const env = setUp({ owner: 'carol' })
    const session = new UserSession('alice')
    const store = env.start(session)
    session.end()
    await env.start(new UserSession('bob')).getState().open()
    await store.getState().open()
    expect(env.device.get('settingsOf')).toBe('bob')
  })

  test('an unconfirmed setting is not replaced with the server’s value, and is sent again at the next start', async () => {
    const env = setUp()
    const store = env.start()
    void store.getState().choose({ model: 'powerful' })
    await store.getState().open()
    env.say({ model: 'fast', topK: 9 })
    expect(store.getState().settings).toMatchObject({ model: 'powerful', topK: 9 })

    const next = env.start()
    await next.getState().open()
    expect(env.written).toEqual([{ model: 'powerful' }, { model: 'powerful' }])
    env.answers[1]?.resolve()
    await Promise.resolve()
    await Promise.resolve()
    env.say({ model: 'fast' })
    expect(next.getState().settings.model, 'another device can change a confirmed setting').toBe('fast')
  })

  test('`choose` rejects if the server rejects the write, and this device keeps the changed setting', async () => {
    const env = setUp()
    const store = env.start()
    await store.getState().open()
    const choice = expect(store.getState().choose({ topK: 8 })).rejects.toThrow('no')
    await vi.advanceTimersByTimeAsync(SETTINGS_SEND_DELAY_MS)
    env.answers[0]?.reject(new Error('no'))
    await choice
    expect(store.getState().settings.topK, 'the device keeps the choice').toBe(8)
  })

  test('signing out ends the subscription to the settings, even while the subscription is starting', async () => {
    const env = setUp()
    const session = new UserSession('alice')
    const opening = env.start(session).getState().open()
    session.end()
    await opening
    expect(env.isWatched()).toBe(false)
    const nextSession = new UserSession('bob')
    await env.start(nextSession).getState().open()
    expect(env.isWatched()).toBe(true)
    nextSession.end()
    expect(env.isWatched()).toBe(false)
  })
})
