import { create, type StateCreator } from 'zustand'
import { parsePreference, PREFERENCE_KEYS, type Preferences } from '#domain/preferences.ts'
import { browserStorage, type KeptItems } from '#src/io/storage.ts'

export type PreferencesState = Preferences & {
  readonly choose: <Key extends keyof Preferences>(key: Key, value: Preferences[Key]) => void
  /** Takes what other tabs choose, until the function it gives is called. */
  readonly follow: () => () => void
}

/** What this browser remembers for everybody who uses it; read once, written on every choice, the same in every tab. */
export const preferencesState =
  ({ read, write, watch }: KeptItems): StateCreator<PreferencesState> =>
  (set) => ({
    soundEnabled: parsePreference('soundEnabled', read('soundEnabled')),
    soundVolume: parsePreference('soundVolume', read('soundVolume')),
    radioVolume: parsePreference('radioVolume', read('radioVolume')),
    bgMusicMuted: parsePreference('bgMusicMuted', read('bgMusicMuted')),
    terminalEffectsEnabled: parsePreference('terminalEffectsEnabled', read('terminalEffectsEnabled')),
    reducedMotion: parsePreference('reducedMotion', read('reducedMotion')),
    largerText: parsePreference('largerText', read('largerText')),
    clockHours: parsePreference('clockHours', read('clockHours')),
    choose(key, value) {
      set({ [key]: value })
      write(key, String(value))
    },
    follow: () =>
      watch((name, value) => {
        const key = PREFERENCE_KEYS.find((one) => one === name)
        if (key) set({ [key]: parsePreference(key, value) })
      }),
  })

export const usePreferences = create(preferencesState(browserStorage))
