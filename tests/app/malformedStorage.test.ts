/* Tests that the app starts with a valid state even if its localStorage keys contain malformed values. */
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { createStore } from 'zustand'
import { DIAL } from '#domain/dial/frequency.ts'
import { PREFERENCE_KEYS } from '#domain/account/preferences.ts'
import { parseStoredSettings } from '#domain/account/settings.ts'
import { THEMES } from '#domain/dial/themes.ts'
import { draftsIo } from '#src/io/drafts.ts'
import { migrateStorage } from '#src/io/storageVersion.ts'
import { remindersIo } from '#src/io/reminders.ts'
import { browserStorage } from '#src/io/storage.ts'
import { authState, type AuthState } from '#src/stores/auth.ts'
import { frequencyState, type FrequencyState } from '#src/stores/frequency.ts'
import { preferencesState, type PreferencesState } from '#src/stores/preferences.ts'
import { enduranceLength } from '#tests/support/testLength.ts'
import { UserSession } from '#src/stores/session.ts'
import { settingsState, type SettingsState } from '#src/stores/settings.ts'

const VALUES = enduranceLength(100, 1000)
const themes = THEMES.map(({ theme }) => theme)
const never = () => new Promise<never>(() => {})

const garbage = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.json(),
  fc.double().map(String),
  fc.date().map(String),
  fc.constantFrom('', 'null', 'true', '1e999', '-1', 'NaN', '{"broken"', '[1,', '"\u0000"', '{"__proto__":1}'),
  fc.string({ minLength: 5000, maxLength: 6000 }),
)

const READERS: readonly (readonly [keys: readonly string[], read: () => unknown])[] = [
  [
    PREFERENCE_KEYS,
    () => {
      const store = createStore<PreferencesState>(preferencesState(browserStorage))
      store.getState().restore()
      const { soundVolume, radioVolume, clockHours, soundEnabled } = store.getState()
      for (const volume of [soundVolume, radioVolume]) expect(volume >= 0 && volume <= 1).toBe(true)
      expect([12, 24]).toContain(clockHours)
      expect(typeof soundEnabled).toBe('boolean')
    },
  ],
  [
    ['theme', 'operationalFrequency:alice'],
    () => {
      const outside = { read: never, save: never, isQueued: never, storage: browserStorage }
      const session = new UserSession('alice')
      const store = createStore<FrequencyState>(frequencyState(session, outside))
      store.getState().restoreTheme()
      void store.getState().open()
      const { frequency } = store.getState()
      expect(frequency >= DIAL.low && frequency <= DIAL.high).toBe(true)
      expect(themes).toContain(store.getState().theme)
      session.end()
    },
  ],
  [
    ['aiSettings', 'themeStations', 'settingsUnsent', 'settingsOf', 'keptVersion'],
    () => {
      migrateStorage(browserStorage)
      const store = createStore<SettingsState>(settingsState(new UserSession('alice'), never, browserStorage))
      const { settings } = store.getState()
      expect({ theme: null, ...parseStoredSettings(settings) }).toEqual(settings)
    },
  ],
  [
    ['session', 'sharedDevice'],
    () => {
      const store = createStore<AuthState>(authState(never, browserStorage, () => false))
      store.getState().restore()
      expect(['resolving', 'signedIn']).toContain(store.getState().status)
    },
  ],
  [['draft:alice:one'], () => expect(draftsIo.readAll('alice').every(({ id }) => typeof id === 'string')).toBe(true)],
  [['lastReminder:alice'], () => expect(Number.isFinite(remindersIo.lastReminderAt('alice'))).toBe(true)],
]

afterEach(() => localStorage.clear())

test.each(READERS)(
  `reads ${VALUES} malformed values of the localStorage keys %j into valid state and never throws`,
  { timeout: 120_000 },
  (keys, read) => {
    for (const key of keys)
      fc.assert(
        fc.property(garbage, (value) => {
          localStorage.clear()
          localStorage.setItem(key, value)
          read()
        }),
        { numRuns: VALUES },
      )
  },
)

test('changes a preference without an error when the storage is full', () => {
  const set = Storage.prototype.setItem
  localStorage.setItem('soundVolume', '0.25')
  Storage.prototype.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  try {
    const store = createStore<PreferencesState>(preferencesState(browserStorage))
    store.getState().restore()
    expect(store.getState().soundVolume).toBe(0.25)
    store.getState().choose('soundVolume', 0.5)
    expect(store.getState().soundVolume).toBe(0.5)
  } finally {
    Storage.prototype.setItem = set
  }
})
