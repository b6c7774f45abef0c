import { create, type StateCreator } from 'zustand'
import { DEFAULT_PREFERENCES, parsePreference, PREFERENCE_KEYS, type Preferences } from '#domain/account/preferences.ts'
import { browserStorage, type ItemStorage } from '#src/io/storage.ts'

export type PreferencesState = Preferences & {
  readonly choose: <Key extends keyof Preferences>(key: Key, value: Preferences[Key]) => void
  /** Restores the stored preferences. Before this call, the state is the same as on a new device. */
  readonly restore: () => void
  /** Applies the changes that other tabs make, until the returned function is called. */
  readonly watchOtherTabs: () => () => void
}

/** The preferences of this browser, which apply to all its users and tabs. Each choice is stored immediately. */
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
    watchOtherTabs: () =>
      watch((name, value) => {
        const key = PREFERENCE_KEYS.find((one) => one === name)
        if (key) set({ [key]: parsePreference(key, value) })
      }),
  })

export const usePreferences = create(preferencesState(browserStorage))

// The prerendered page shows the defaults of a new device. Hydration requires that the initial state equals these
// defaults. The stored preferences are therefore restored separately.
usePreferences.getState().restore()
