import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStore } from 'zustand'
import { DEFAULT_AI_SETTINGS } from '#domain/account/aiSettings.ts'
import { DEFAULT_SETTINGS } from '#domain/account/settings.ts'
import { THEME_STATIONS } from '#domain/radio/stations.ts'
import type { SettingsIo } from '#src/io/firebase/settings.ts'
import { settingsState, SETTINGS_SEND_DELAY_MS } from '#src/stores/settings.ts'
import { fakeItemStorage } from '#tests/support/fakeItemStorage.ts'

const KEYS = {
  settings: 'aiSettings',
  stations: 'themeStations',
  theme: 'theme',
  unsent: 'settingsUnsent',
  owner: 'settingsOf',
}

/** The storage of a browser, and a database that logs writes and whose answers a test controls. */
function outside(stored: { [Key in keyof typeof KEYS]?: string } = {}) {
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
    start: () => createStore(settingsState(async () => io, kept)),
  }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const chosen = (about: object) => JSON.stringify({ ...DEFAULT_AI_SETTINGS, ...about })

describe('settings on the device', () => {
  test('chosen settings are restored at the next start', () => {
    const around = outside()
    void around.start().getState().choose({ topK: 7 })
    expect(around.start().getState().settings).toEqual({ ...DEFAULT_SETTINGS, topK: 7 })
  })

  test.each(['', '{', 'null', '7', '[]', '{"topK": "many"}'])(
    'invalid stored settings are replaced with the defaults: %j',
    (settings) => {
      expect(outside({ settings, unsent: settings }).start().getState().settings).toEqual(DEFAULT_SETTINGS)
    },
  )

  test('signing out removes the settings from the device', () => {
    const around = outside({ settings: chosen({ topK: 7 }) })
    const store = around.start()
    store.getState().close()
    expect(store.getState().settings).toEqual(DEFAULT_SETTINGS)
    expect(around.device.size).toBe(0)
  })
})

describe('settings in the database', () => {
  test('allSent is false from a choice until the server has confirmed it, even after a restart', async () => {
    const around = outside()
    const store = around.start()
    await store.getState().open('alice')
    expect(store.getState().allSent).toBe(true)
    void store.getState().choose({ topK: 7 })
    expect(store.getState().allSent).toBe(false)
    expect(around.start().getState().allSent).toBe(false)
    await vi.advanceTimersByTimeAsync(SETTINGS_SEND_DELAY_MS)
    expect(store.getState().allSent).toBe(false)
    around.answers[0]?.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(store.getState().allSent).toBe(true)
    void store.getState().choose({ topK: 8 })
    store.getState().close()
    expect(store.getState().allSent, 'nobody’s').toBe(true)
  })

  test('settings chosen on another device are applied, except invalid ones', async () => {
    const around = outside()
    const store = around.start()
    await store.getState().open('alice')
    around.say({ topK: 9, temperature: 'hot', theme: 'camo', themeStations: { camo: 'rinse' } })
    const themeStations = { ...THEME_STATIONS, camo: 'rinse', jungleops: 'groovesalad' }
    expect(store.getState().settings).toEqual({ ...DEFAULT_SETTINGS, topK: 9, theme: 'camo', themeStations })
    around.say(undefined)
    expect(store.getState().settings.topK, 'nothing stored says nothing').toBe(9)
  })

  test('choices in quick succession are written together, without the other settings', async () => {
    const around = outside()
    const store = around.start()
    await store.getState().open('alice')
    void store.getState().choose({ model: 'powerful', topK: 1 })
    await vi.advanceTimersByTimeAsync(SETTINGS_SEND_DELAY_MS - 1)
    void store.getState().choose({ topK: 2 })
    expect(around.written).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(around.written).toEqual([{ model: 'powerful', topK: 2 }])
    void store.getState().choose({ topK: 3 })
    await vi.advanceTimersByTimeAsync(SETTINGS_SEND_DELAY_MS)
    expect(around.written).toEqual([{ model: 'powerful', topK: 2 }, { topK: 3 }])
  })

  test('a choice that waits to be sent is dropped when its user signs out', async () => {
    const around = outside()
    const store = around.start()
    await store.getState().open('alice')
    void store.getState().choose({ topK: 1 })
    store.getState().close()
    await store.getState().open('bob')
    await vi.advanceTimersByTimeAsync(1)
    void store.getState().choose({ topK: 2 })
    await vi.advanceTimersByTimeAsync(SETTINGS_SEND_DELAY_MS)
    expect(around.written, 'and costs the next one nothing').toEqual([{ topK: 2 }])
  })

  test('settings that a previous user has left are neither shown nor written for the next user', async () => {
    const around = outside({ settings: chosen({ topK: 7 }), unsent: '["topK"]', owner: 'alice' })
    const store = around.start()
    await store.getState().open('bob')
    expect(store.getState().settings).toEqual(DEFAULT_SETTINGS)
    expect(around.written).toEqual([])
    expect(around.device.get('settingsUnsent')).toBe('[]')
    expect(around.device.get('settingsOf')).toBe('bob')
  })

  test('the server’s value does not replace an unconfirmed choice, which the next start sends again', async () => {
    const around = outside()
    const store = around.start()
    void store.getState().choose({ model: 'powerful' })
    await store.getState().open('alice')
    around.say({ model: 'fast', topK: 9 })
    expect(store.getState().settings).toMatchObject({ model: 'powerful', topK: 9 })

    const next = around.start()
    await next.getState().open('alice')
    expect(around.written).toEqual([{ model: 'powerful' }, { model: 'powerful' }])
    around.answers[1]?.resolve()
    await Promise.resolve()
    await Promise.resolve()
    around.say({ model: 'fast' })
    expect(next.getState().settings.model, 'confirmed, another device may change it').toBe('fast')
  })

  test('choose rejects if the server rejects the write, and this device keeps the choice', async () => {
    const around = outside()
    const store = around.start()
    await store.getState().open('alice')
    const choice = expect(store.getState().choose({ topK: 8 })).rejects.toThrow('no')
    await vi.advanceTimersByTimeAsync(SETTINGS_SEND_DELAY_MS)
    around.answers[0]?.reject(new Error('no'))
    await choice
    expect(store.getState().settings.topK, 'here it holds').toBe(8)
  })

  test('signing out ends the subscription, even while it is starting', async () => {
    const around = outside()
    const store = around.start()
    const opening = store.getState().open('alice')
    store.getState().close()
    await opening
    expect(around.isWatched()).toBe(false)
    await store.getState().open('bob')
    store.getState().close()
    expect(around.isWatched()).toBe(false)
  })
})
