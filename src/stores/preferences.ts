import { create, type StateCreator } from 'zustand'
import { DEFAULT_PREFERENCES, parsePreference, PREFERENCE_KEYS, type Preferences } from '#domain/account/preferences.ts'
import { browserStorage, type ItemStorage } from '#src/io/storage.ts'

export type PreferencesState = Preferences & {
  readonly choose: <Key extends keyof Preferences>(key: Key, value: Preferences[Key]) => void
  /** Takes what was remembered; before, everything is as on a new device. */
  readonly restore: () => void
  /** Takes what other tabs choose, until the function it gives is called. */
  readonly followOtherTabs: () => () => void
}

/** What this browser remembers for everybody who uses it; written on every choice, the same in every tab. */
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

// The page that was rendered at the build is that of a new device, and is taken over as that.
usePreferences.getState().restore()
