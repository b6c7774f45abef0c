import { create, type StateCreator } from 'zustand'
import { parseAiSettings, parseAiSettingsText } from '#domain/account/aiSettings.ts'
import { DEFAULT_SETTINGS, parseStoredSettings, type Settings } from '#domain/account/settings.ts'
import { parseThemeStations } from '#domain/radio/stations.ts'
import { parseTheme } from '#domain/dial/themes.ts'
import { withDatabases } from '#src/io/deviceStorage.ts'
import type { SettingsIo } from '#src/io/firebase/settings.ts'
import { migrateStorage, parseNames } from '#src/io/storageVersion.ts'
import {
  AI_SETTINGS,
  browserStorage,
  SETTINGS_OF,
  SETTINGS_UNSENT,
  THEME,
  THEME_STATIONS,
  type ItemStorage,
} from '#src/io/storage.ts'

export type SettingsState = {
  readonly settings: Settings
  /** The server has confirmed everything that was chosen here. */
  readonly allSent: boolean
  /**
   * Changes some of them, here at once and soon for all devices. Resolves when the server has confirmed, and rejects when
   * it refuses; what it has not confirmed is sent again at the next start. What is chosen while another choice waits to
   * be sent goes with that one, and resolves at once.
   */
  readonly choose: (changes: Partial<Settings>) => Promise<void>
  /** Follows what the person has chosen on any device. */
  readonly open: (uid: string) => Promise<void>
  /** Signed out: this device forgets them. */
  readonly close: () => void
}

/** Several steps of a slider are one write: it is made so long after the first of them. */
export const SEND_AFTER_MS = 600

/**
 * What a person has chosen for all their devices: kept in the browser for the first moment, and in the database. The
 * last choice wins; one that waits for the network is not undone by an older one.
 */
export const settingsState =
  (io: () => Promise<SettingsIo>, storage: Omit<ItemStorage, 'watch'>): StateCreator<SettingsState> =>
  (set, get) => {
    /** The names of those that the server has not confirmed. */
    let unsentKeys = parseNames(storage.read(SETTINGS_UNSENT))
    /** Whose the kept settings are; null while nobody has said so. */
    let owner = storage.read(SETTINGS_OF)
    /** Who is signed in, once that is known. */
    let uid: string | null = null
    let stop = () => {}
    /** What has been chosen and waits to be sent. */
    let pendingChanges: Partial<Settings> | undefined
    /** Grows with every open and close: what belongs to an older one is dropped. */
    let generation = 0

    const applySettings = (settings: Settings): void => {
      set({ settings })
      persist()
    }
    const persist = (): void => {
      const { settings } = get()
      storage.write(AI_SETTINGS, JSON.stringify(parseAiSettings(settings)))
      // While nobody has chosen, what is built in may change with the app.
      if (settings.themeStations !== DEFAULT_SETTINGS.themeStations)
        storage.write(THEME_STATIONS, JSON.stringify(settings.themeStations))
      storage.write(SETTINGS_UNSENT, JSON.stringify([...unsentKeys]))
      set({ allSent: unsentKeys.size === 0 })
      if (owner !== null) storage.write(SETTINGS_OF, owner)
    }
    /** The theme stays: it is the browser's as well, for its first paint. */
    const clearStored = (): void => {
      unsentKeys = new Set()
      for (const key of [AI_SETTINGS, THEME_STATIONS, SETTINGS_UNSENT, SETTINGS_OF]) storage.remove(key)
      set({ settings: DEFAULT_SETTINGS, allSent: true })
    }
    const send = async (settingsIo: SettingsIo, person: string, changes: Partial<Settings>): Promise<void> => {
      const started = generation
      await settingsIo.write(person, changes)
      if (generation !== started) return
      // What has been chosen anew meanwhile is on its way by itself.
      const now = new Map<string, unknown>(Object.entries(get().settings))
      const confirmed = Object.entries(changes).filter(([key, value]) => now.get(key) === value)
      unsentKeys = unsentKeys.difference(new Set(confirmed.map(([key]) => key)))
      persist()
    }
    const stopSyncing = (): void => {
      generation++
      stop()
      stop = () => {}
      pendingChanges = undefined
    }

    return {
      settings: readStoredSettings(storage),
      allSent: unsentKeys.size === 0,
      async choose(changes) {
        unsentKeys = unsentKeys.union(new Set(Object.keys(changes)))
        applySettings({ ...get().settings, ...changes })
        const [person, started, isFirst] = [uid, generation, pendingChanges === undefined]
        if (person === null) return
        pendingChanges = { ...pendingChanges, ...changes }
        if (!isFirst) return
        await new Promise((resolve) => setTimeout(resolve, SEND_AFTER_MS))
        if (generation !== started) return
        const chosen = pendingChanges
        pendingChanges = undefined
        const settingsIo = await io()
        if (generation === started) await send(settingsIo, person, chosen)
      },
      async open(person) {
        stopSyncing()
        uid = person
        const started = generation
        // Left by somebody whose session ended while the app was closed.
        if (owner !== null && owner !== person) clearStored()
        owner = person
        persist()
        const settingsIo = await io()
        if (generation !== started) return
        // Of before this was open, or of a tab that was closed right after.
        const owed = Object.fromEntries(Object.entries(get().settings).filter(([key]) => unsentKeys.has(key)))
        if (unsentKeys.size > 0)
          send(settingsIo, person, owed).catch((error: unknown) => console.warn('The settings were not stored.', error))
        stop = settingsIo.watch(person, (stored) => {
          if (generation === started)
            applySettings({ ...get().settings, ...without(parseStoredSettings(stored), unsentKeys) })
        })
      },
      close() {
        stopSyncing()
        uid = null
        owner = null
        clearStored()
      },
    }
  }

function readStoredSettings({ read }: Pick<ItemStorage, 'read'>): Settings {
  return {
    ...parseAiSettingsText(read(AI_SETTINGS)),
    theme: parseTheme(read(THEME)) ?? null,
    themeStations: parseThemeStations(read(THEME_STATIONS)) ?? DEFAULT_SETTINGS.themeStations,
  }
}

const without = (settings: Partial<Settings>, names: ReadonlySet<string>): Partial<Settings> =>
  Object.fromEntries(Object.entries(settings).filter(([key]) => !names.has(key)))

export const useSettings = create(settingsState(settingsDoor, openBrowserStorage()))

async function settingsDoor(): Promise<SettingsIo> {
  return (await withDatabases(() => import('#src/io/firebase/settings.ts'))).settingsIo
}

function openBrowserStorage(): ItemStorage {
  migrateStorage(browserStorage)
  return browserStorage
}
