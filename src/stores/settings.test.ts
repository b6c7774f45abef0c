import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStore } from 'zustand'
import { DEFAULT_AI_SETTINGS } from '#domain/account/aiSettings.ts'
import { DEFAULT_SETTINGS } from '#domain/account/settings.ts'
import { WriteRefused } from '#domain/errors.ts'
import { COMBINE_MS } from '#domain/journal/operations.ts'
import type { StoredSettings } from '#domain/journal/syncState.ts'
import { THEME_STATIONS } from '#domain/radio/stations.ts'
import { UserSession } from '#src/stores/session.ts'
import { settingsState, type SettingsState } from '#src/stores/settings.ts'
import { FakeCloud, type FakeConnection } from '#tests/support/fakeCloud.ts'
import { fakeItemStorage } from '#tests/support/fakeItemStorage.ts'
import { queueUnsentSettings } from '#src/io/migration/unsentSettings.ts'
import { settled, TestDevice, testJournal } from '#tests/support/testJournal.ts'

const KEYS = { settings: 'aiSettings', stations: 'themeStations', theme: 'theme', owner: 'settingsOf' }

/** Creates a device whose browser has stored `stored`. */
function setUp(stored: { [Key in keyof typeof KEYS]?: string } = {}) {
  const { device: browser, kept } = fakeItemStorage(
    Object.fromEntries(
      Object.entries(KEYS).flatMap(([name, key]) => {
        const value = Object.entries(stored).find(([one]) => one === name)?.[1]
        return value === undefined ? [] : [[key, value]]
      }),
    ),
  )
  const cloud = new FakeCloud()
  const device = new TestDevice()
  /** Creates the store of a user's session, as at the start of the app. */
  const start = (session = new UserSession('alice')) => {
    const tab = testJournal({ cloud, device, signal: session.signal })
    tab.journal.start()
    const store = createStore<SettingsState>(settingsState(session, async () => tab.journal, kept))
    return {
      ...tab,
      session,
      store,
      ...store.getState(),
      settings: () => store.getState().settings,
      savedSearches: () => store.getState().savedSearches,
    }
  }
  /** Creates the store of a session and opens it. */
  const open = async (session?: UserSession) => {
    const store = start(session)
    await store.open()
    await settled()
    return store
  }
  /** Changes the document of the server, as another device does. */
  const say = async (document: StoredSettings) => {
    cloud.settings = document
    cloud.notify()
    await settled()
  }
  return { browser, cloud, start, open, say }
}

/** Makes all writes of a connection fail, until the returned function is called. The connection still reads. */
function blockWrites(server: FakeConnection): () => void {
  const { commit } = server
  server.commit = () => Promise.reject(new Error('unavailable'))
  return () => {
    server.commit = commit
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const chosen = (about: object) => JSON.stringify({ ...DEFAULT_AI_SETTINGS, ...about })

describe('a choice whose tab closes before the journal has queued it', () => {
  test('is queued at the next start', async () => {
    const { kept } = fakeItemStorage({})
    const session = new UserSession('alice')
    const store = createStore<SettingsState>(settingsState(session, () => new Promise(() => {}), kept))
    void store.getState().choose({ topK: 8 })
    const { journal, cloud } = testJournal()
    journal.start()
    await queueUnsentSettings('alice', kept, async () => journal)
    await vi.advanceTimersByTimeAsync(COMBINE_MS)
    expect(cloud.settings).toEqual({ topK: 8 })
  })

  test('is queued once if the journal queues it before the tab closes', async () => {
    const { kept } = fakeItemStorage({})
    const { journal } = testJournal()
    const store = createStore<SettingsState>(settingsState(new UserSession('alice'), async () => journal, kept))
    void store.getState().choose({ topK: 8 })
    await settled()
    expect(queueUnsentSettings('alice', kept, async () => journal)).toBeUndefined()
  })
})

describe('settings on the device', () => {
  test('chosen settings are restored at the next start', () => {
    const { start } = setUp()
    void start().choose({ topK: 7 })
    expect(start().settings()).toEqual({ ...DEFAULT_SETTINGS, topK: 7 })
  })

  test.each(['', '{', 'null', '7', '[]', '{"topK": "many"}'])(
    'invalid stored settings are replaced with the defaults: %j',
    (settings) => {
      expect(setUp({ settings }).start().settings()).toEqual(DEFAULT_SETTINGS)
    },
  )

  test('signing out removes the settings from the device', () => {
    const { browser, start } = setUp({ settings: chosen({ topK: 7 }) })
    start().session.end()
    expect(browser.size).toBe(0)
  })

  test('the end of a session does not remove settings that another tab has stored for the next user', async () => {
    const { browser, open } = setUp()
    const session = new UserSession('alice')
    await open(session)
    const next = await open(new UserSession('bob'))
    void next.choose({ topK: 3 })
    session.end()
    expect(browser.get('settingsOf')).toBe('bob')
    expect(browser.get('aiSettings')).toContain('"topK":3')
  })

  test('the settings of a user whose session ended while the app was closed stay on the device until the next sign-in', () => {
    const { start } = setUp({ settings: chosen({ topK: 7 }) })
    start(new UserSession(null)).session.end()
    expect(start().settings().topK).toBe(7)
  })

  test('if the device still stores settings of a previous user, the next user does not get them', async () => {
    const stations = JSON.stringify({ ...THEME_STATIONS, camo: 'rinse' })
    const { browser, cloud, open } = setUp({ settings: chosen({ topK: 7 }), stations, owner: 'alice' })
    const { settings } = await open(new UserSession('bob'))
    expect(settings()).toEqual(DEFAULT_SETTINGS)
    expect(browser.has('themeStations')).toBe(false)
    await vi.advanceTimersByTimeAsync(COMBINE_MS)
    expect(cloud.accountChanges).toEqual([])
    expect(browser.get('settingsOf')).toBe('bob')
  })

  test('opening the settings of a user who has signed out does not change the settings on the device', async () => {
    const { browser, start, open } = setUp({ owner: 'carol' })
    const alice = start()
    alice.session.end()
    await open(new UserSession('bob'))
    await alice.open()
    expect(browser.get('settingsOf')).toBe('bob')
  })
})

describe('settings in the database', () => {
  test('settings chosen on another device are applied, except invalid values', async () => {
    const { open, say } = setUp()
    const { settings } = await open()
    await say({ topK: 9, temperature: 'hot', theme: 'camo', themeStations: { camo: 'rinse' } })
    const themeStations = { ...THEME_STATIONS, camo: 'rinse', jungleops: 'groovesalad' }
    expect(settings()).toEqual({ ...DEFAULT_SETTINGS, topK: 9, theme: 'camo', themeStations })
    await say({})
    expect(settings().topK, 'a missing setting changes nothing').toBe(9)
  })

  test('the settings of the server are known at the next start, even offline', async () => {
    const { open, say, start } = setUp()
    const { session } = await open()
    await say({ topK: 9, savedSearches: ['tag:x'] })
    session.end()
    const { server, settings, savedSearches, open: openAgain } = start()
    server.isOnline = false
    await settled()
    await openAgain()
    expect(settings().topK).toBe(9)
    expect(savedSearches()).toEqual(['tag:x'])
  })

  test('settings changed in quick succession are written together, and unchanged settings are not written', async () => {
    const { cloud, open } = setUp()
    const { choose } = await open()
    void choose({ model: 'powerful', topK: 1 })
    await vi.advanceTimersByTimeAsync(COMBINE_MS - 1)
    void choose({ topK: 2 })
    await vi.advanceTimersByTimeAsync(COMBINE_MS - 1)
    expect(cloud.accountChanges).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(cloud.accountChanges).toEqual([{ kind: 'settings', changes: { model: 'powerful', topK: 2 } }])
    void choose({ topK: 3 })
    await vi.advanceTimersByTimeAsync(COMBINE_MS)
    expect(cloud.accountChanges.slice(1)).toEqual([{ kind: 'settings', changes: { topK: 3 } }])
  })

  test('`choose` resolves when the server has confirmed the change', async () => {
    const { open } = setUp()
    const { choose, server, journal } = await open()
    server.isOnline = false
    let isConfirmed = false
    const choice = choose({ topK: 7 }).then(() => (isConfirmed = true))
    await vi.advanceTimersByTimeAsync(COMBINE_MS)
    expect(isConfirmed).toBe(false)
    server.reconnect()
    journal.retry()
    await choice
  })

  test('`choose` resolves earlier if the change is sent together with a later change', async () => {
    const { open } = setUp()
    const { choose, server } = await open()
    server.isOnline = false
    const choice = choose({ topK: 7 })
    void choose({ topK: 8 })
    await choice
  })

  test('a changed setting that has not been sent is discarded when the user signs out', async () => {
    const { cloud, open } = setUp()
    const { choose, session } = await open()
    void choose({ topK: 1 })
    session.end()
    await vi.advanceTimersByTimeAsync(COMBINE_MS)
    expect(cloud.accountChanges).toEqual([])
  })

  test('a choice that is queued after the user has signed out is not stored on the device', async () => {
    const { browser, open } = setUp()
    const { choose, session } = await open()
    void choose({ topK: 1 })
    session.end()
    await settled()
    expect(browser.size).toBe(0)
  })

  test('late answers of the server for a user who has signed out do not change the settings on the device', async () => {
    const { browser, open } = setUp()
    const { choose, session, server, open: openAgain } = await open()
    const answer = Promise.withResolvers<void>()
    const { commit } = server
    server.commit = (batch) => answer.promise.then(() => commit(batch))
    void choose({ topK: 1 })
    await vi.advanceTimersByTimeAsync(COMBINE_MS)
    session.end()
    answer.resolve()
    await settled()
    await openAgain()
    expect(browser.size).toBe(0)
  })

  test('an unconfirmed setting is not replaced with the server’s value, also after a restart', async () => {
    const { cloud, say, start } = setUp()
    const tab = start()
    blockWrites(tab.server)
    void tab.choose({ model: 'powerful' })
    await tab.open()
    await say({ model: 'fast', topK: 9 })
    expect(tab.settings()).toMatchObject({ model: 'powerful', topK: 9 })

    tab.session.end()
    const next = start()
    const unblock = blockWrites(next.server)
    await next.open()
    await say({ model: 'fast', topK: 8 })
    expect(next.settings()).toMatchObject({ model: 'powerful', topK: 8 })
    unblock()
    await vi.advanceTimersByTimeAsync(COMBINE_MS)
    next.journal.retry()
    await settled()
    expect(cloud.accountChanges).toEqual([{ kind: 'settings', changes: { model: 'powerful' } }])
    await say({ model: 'fast' })
    expect(next.settings().model, 'another device can change a confirmed setting').toBe('fast')
  })

  test('a choice is never replaced with the server’s earlier value', async () => {
    const { cloud, open, say } = setUp()
    const { choose, store } = await open()
    await say({ topK: 9 })
    const shown: number[] = []
    store.subscribe(({ settings }) => shown.push(settings.topK))
    // The server answers before it reports the change.
    const notify = vi.spyOn(cloud, 'notify').mockImplementation(() => {})
    void choose({ topK: 7 })
    await vi.advanceTimersByTimeAsync(COMBINE_MS)
    await settled()
    notify.mockRestore()
    cloud.notify()
    await settled()
    expect(new Set(shown)).toEqual(new Set([7]))
  })

  test('a change that the server reports before its answer is not undone by the answer', async () => {
    const { cloud, open, say } = setUp()
    const { choose, server, settings } = await open()
    const answer = Promise.withResolvers<void>()
    const { commit } = server
    server.commit = async (batch) => {
      const answers = await commit(batch)
      await answer.promise
      return answers
    }
    void choose({ topK: 7 })
    await vi.advanceTimersByTimeAsync(COMBINE_MS)
    await say({ topK: 9 })
    answer.resolve()
    await settled()
    expect(cloud.settings).toEqual({ topK: 9 })
    expect(settings().topK).toBe(9)
  })

  test('a choice right before a restart is sent after the restart', async () => {
    const { cloud, open } = setUp()
    const { session, choose } = await open()
    void choose({ topK: 7 })
    await settled()
    session.end()
    await open()
    await vi.advanceTimersByTimeAsync(COMBINE_MS)
    expect(cloud.accountChanges).toEqual([{ kind: 'settings', changes: { topK: 7 } }])
  })

  test('the last choice is shown if several choices wait for the server', async () => {
    const { open, say } = setUp()
    const { choose, server, settings } = await open()
    blockWrites(server)
    void choose({ topK: 7 })
    void choose({ topK: 8 })
    void choose({ model: 'powerful' })
    await say({ topK: 9, model: 'fast' })
    expect(settings()).toMatchObject({ topK: 8, model: 'powerful' })
  })

  test('`choose` rejects if the server rejects the write, and this device keeps the changed setting', async () => {
    const { cloud, open } = setUp()
    cloud.isRefused = () => true
    const { choose, settings } = await open()
    const choice = expect(choose({ topK: 8 })).rejects.toThrow(WriteRefused)
    await vi.advanceTimersByTimeAsync(COMBINE_MS)
    await choice
    expect(settings().topK).toBe(8)
  })

  test('settings that arrive after the user has signed out are not stored on the device', async () => {
    const { browser, open, say } = setUp()
    const { session } = await open()
    const saying = say({ topK: 9 })
    session.end()
    await saying
    expect(browser.size).toBe(0)
  })
})

describe('saved searches', () => {
  test('searches are saved and removed', async () => {
    const { cloud, open, say } = setUp()
    const { saveSearch, unsaveSearch, savedSearches } = await open()
    await say({ savedSearches: ['tag:x'] })
    await saveSearch('level:alert')
    await settled()
    expect(savedSearches()).toEqual(['tag:x', 'level:alert'])
    await unsaveSearch('tag:x')
    await settled()
    expect(savedSearches()).toEqual(['level:alert'])
    expect(cloud.settings).toEqual({ savedSearches: ['level:alert'] })
  })

  test('a change is shown before the server has confirmed it', async () => {
    const { open, say } = setUp()
    const { saveSearch, unsaveSearch, savedSearches, server } = await open()
    blockWrites(server)
    await say({ savedSearches: ['tag:x', 'tag:y'] })
    void saveSearch('level:alert')
    void unsaveSearch('tag:x')
    expect(savedSearches()).toEqual(['tag:y', 'level:alert'])
    await say({ savedSearches: ['tag:x', 'tag:y', 'tag:z'] })
    expect(savedSearches()).toEqual(['tag:y', 'tag:z', 'level:alert'])
  })

  test('a search that is saved twice is shown once', async () => {
    const { open, say } = setUp()
    const { saveSearch, savedSearches } = await open()
    await say({ savedSearches: ['tag:x'] })
    void saveSearch('tag:x')
    expect(savedSearches()).toEqual(['tag:x'])
  })

  test('a search that the server rejects is no longer shown', async () => {
    const { cloud, open } = setUp()
    cloud.isRefused = () => true
    const { saveSearch, savedSearches } = await open()
    await expect(saveSearch('level:alert')).rejects.toThrow(WriteRefused)
    await settled()
    expect(savedSearches()).toEqual([])
  })
})
