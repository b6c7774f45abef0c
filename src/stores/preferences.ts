import { create, type StateCreator } from 'zustand'
import { DEFAULT_PREFERENCES, parsePreference, PREFERENCE_KEYS, type Preferences } from '#domain/account/preferences.ts'
import { browserStorage, type ItemStorage } from '#src/io/storage.ts'

export type PreferencesState = Preferences & {
  readonly choose: <Key extends keyof Preferences>(key: Key, value: Preferences[Key]) => void
  /** Restores the stored preferences. Before, the state is that of a new device. */
  readonly restore: () => void
  /** Applies changes from other tabs until the returned function is called. */
  readonly followOtherTabs: () => () => void
}

/** Preferences of this browser, for all its users. Each choice is stored immediately and shared by all tabs. */
export const preferencesState =
  ({ read, write, watch }: ItemStorage): StateCreator<PreferencesState> =>
  (set) => ({
    ...DEFAULT_PREFERENCES,
    restore() {
      for (const key of PREFERENCE_KEYS) set({ [key]: parsePreference(key, read(key)) })
    },
    choose(key, value) {
      set({ [key]: value })
      write(key, String(value))
    },
    followOtherTabs: () =>
      watch((name, value) => {
        const key = PREFERENCE_KEYS.find((one) => one === name)
        if (key) set({ [key]: parsePreference(key, value) })
      }),
  })

export const usePreferences = create(preferencesState(browserStorage))

// The prerendered page has the defaults of a new device, and hydration needs the same state; then this applies.
usePreferences.getState().restore()
