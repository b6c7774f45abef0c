import { create, type StateCreator } from 'zustand'
import { parsePreference, type Preferences } from '#domain/preferences.ts'
import { readItem, writeItem } from '#src/io/storage.ts'

type Storage = { read(key: string): string | null; write(key: string, value: string): void }

export type PreferencesState = Preferences & {
  readonly choose: <Key extends keyof Preferences>(key: Key, value: Preferences[Key]) => void
}

/** What this browser remembers for everybody who uses it; read once, written on every choice. */
export const preferencesState =
  ({ read, write }: Storage): StateCreator<PreferencesState> =>
  (set) => ({
    soundEnabled: parsePreference('soundEnabled', read('soundEnabled')),
    soundVolume: parsePreference('soundVolume', read('soundVolume')),
    radioVolume: parsePreference('radioVolume', read('radioVolume')),
    terminalEffectsEnabled: parsePreference('terminalEffectsEnabled', read('terminalEffectsEnabled')),
    choose(key, value) {
      set({ [key]: value })
      write(key, String(value))
    },
  })

export const usePreferences = create(preferencesState({ read: readItem, write: writeItem }))
