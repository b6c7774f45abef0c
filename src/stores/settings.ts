import type { StateCreator } from 'zustand'
import { parseAiSettings, parseAiSettingsText } from '#domain/account/aiSettings.ts'
import { DEFAULT_SETTINGS, parseStoredSettings, type Settings } from '#domain/account/settings.ts'
import { parseThemeStations } from '#domain/radio/stations.ts'
import { parseTheme } from '#domain/dial/themes.ts'
import { loadWithDatabases } from '#src/io/deviceStorage.ts'
import type { SettingsIo } from '#src/io/firebase/settings.ts'
import { migrateStorage, parseNames } from '#src/io/storageVersion.ts'
import {
  AI_SETTINGS_KEY,
  browserStorage,
  SETTINGS_OWNER_KEY,
  UNSENT_SETTINGS_KEY,
  THEME_KEY,
  THEME_STATIONS_KEY,
  type ItemStorage,
} from '#src/io/storage.ts'
import type { UserSession } from './session.ts'
import { defineUserStore } from './userStore.ts'

export type SettingsState = {
  readonly settings: Settings
  /** Whether the server has confirmed all changes made on this device. */
  readonly allSent: boolean
  /**
   * Changes settings on this device immediately, and soon on all devices of the user. Resolves when the server confirms
   * the change, and rejects if the server rejects it. If an earlier change is waiting to be sent, both changes are sent
   * together, and this promise resolves immediately. Unconfirmed changes are sent again at the next start.
   */
  readonly choose: (changes: Partial<Settings>) => Promise<void>
  /** Sends the changes on this device, and subscribes to the settings that the user chooses on any device. */
  readonly open: () => Promise<void>
}

/** The delay between the first change and the write. Because of the delay, all steps of a slider become one write. */
export const SETTINGS_SEND_DELAY_MS = 600

/**
 * The settings of a user, which all their devices share. They are stored in the browser for the first paint, and in the
 * database. The last choice wins. As long as the server has not confirmed a choice, the server's value does not replace
 * it.
 */
export const settingsState =
  (
    session: UserSession,
    io: () => Promise<SettingsIo>,
    storage: Omit<ItemStorage, 'watch'>,
  ): StateCreator<SettingsState> =>
  (set, get) => {
    const { uid, signal } = session
    /** The names of the settings that the server has not confirmed. */
    let unsentKeys = parseNames(storage.read(UNSENT_SETTINGS_KEY))
    /** The uid of the user whom the stored settings belong to; null before the first sign-in. */
    let owner = storage.read(SETTINGS_OWNER_KEY)
    /** Whether changes are sent. */
    let isOpen = false
    /** Changes that are sent after SETTINGS_SEND_DELAY_MS. */
    let pendingChanges: Partial<Settings> | undefined

    const applySettings = (settings: Settings): void => {
      set({ settings })
      persist()
    }
    const persist = (): void => {
      if (signal.aborted) return
      const { settings } = get()
      storage.write(AI_SETTINGS_KEY, JSON.stringify(parseAiSettings(settings)))
      // Default stations are not stored, because a new version of the app may change them.
      if (settings.themeStations !== DEFAULT_SETTINGS.themeStations)
        storage.write(THEME_STATIONS_KEY, JSON.stringify(settings.themeStations))
      storage.write(UNSENT_SETTINGS_KEY, JSON.stringify([...unsentKeys]))
      set({ allSent: unsentKeys.size === 0 })
      if (owner !== null) storage.write(SETTINGS_OWNER_KEY, owner)
    }
    /** Removes the stored settings, except the theme, which is needed for the first paint. */
    const clearStored = (): void => {
      unsentKeys = new Set()
      for (const key of [AI_SETTINGS_KEY, THEME_STATIONS_KEY, UNSENT_SETTINGS_KEY, SETTINGS_OWNER_KEY])
        storage.remove(key)
    }
    const send = async (settingsIo: SettingsIo, person: string, changes: Partial<Settings>): Promise<void> => {
      await settingsIo.write(person, changes)
      // If a setting was changed again during this write, it stays unconfirmed until the later write ends.
      const now = new Map<string, unknown>(Object.entries(get().settings))
      const confirmed = Object.entries(changes).filter(([key, value]) => now.get(key) === value)
      unsentKeys = unsentKeys.difference(new Set(confirmed.map(([key]) => key)))
      persist()
    }
    session.onEnd(() => {
      // Another tab may already have stored the settings of the next user.
      if (uid !== null && storage.read(SETTINGS_OWNER_KEY) === owner) clearStored()
    })

    return {
      settings: readStoredSettings(storage),
      allSent: unsentKeys.size === 0,
      async choose(changes) {
        unsentKeys = unsentKeys.union(new Set(Object.keys(changes)))
        applySettings({ ...get().settings, ...changes })
        if (uid === null || !isOpen) return
        const isFirst = pendingChanges === undefined
        pendingChanges = { ...pendingChanges, ...changes }
        if (!isFirst) return
        await new Promise((resolve) => setTimeout(resolve, SETTINGS_SEND_DELAY_MS))
        const chosen = pendingChanges
        pendingChanges = undefined
        const settingsIo = await io()
        if (!signal.aborted) await send(settingsIo, uid, chosen)
      },
      async open() {
        if (uid === null || signal.aborted) return
        isOpen = true
        // The stored settings belong to another user, whose session ended while the app was closed.
        if (owner !== null && owner !== uid) {
          clearStored()
          set({ settings: DEFAULT_SETTINGS })
        }
        owner = uid
        persist()
        const settingsIo = await io()
        if (signal.aborted) return
        // These settings were changed before this session opened, or in a tab that was closed before it sent them.
        const owed = Object.fromEntries(Object.entries(get().settings).filter(([key]) => unsentKeys.has(key)))
        if (unsentKeys.size > 0)
          send(settingsIo, uid, owed).catch((error: unknown) => console.warn('The settings were not stored.', error))
        session.onEnd(
          settingsIo.watch(uid, (stored) =>
            applySettings({ ...get().settings, ...without(parseStoredSettings(stored), unsentKeys) }),
          ),
        )
      },
    }
  }

function readStoredSettings({ read }: Pick<ItemStorage, 'read'>): Settings {
  return {
    ...parseAiSettingsText(read(AI_SETTINGS_KEY)),
    theme: parseTheme(read(THEME_KEY)) ?? null,
    themeStations: parseThemeStations(read(THEME_STATIONS_KEY)) ?? DEFAULT_SETTINGS.themeStations,
  }
}

const without = (settings: Partial<Settings>, names: ReadonlySet<string>): Partial<Settings> =>
  Object.fromEntries(Object.entries(settings).filter(([key]) => !names.has(key)))

migrateStorage(browserStorage)

export const useSettings = defineUserStore((session) => settingsState(session, openSettingsIo, browserStorage))

async function openSettingsIo(): Promise<SettingsIo> {
  return (await loadWithDatabases(() => import('#src/io/firebase/settings.ts'))).settingsIo
}
