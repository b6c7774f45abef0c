import { create, type StateCreator } from 'zustand'
import { parseAiSettings, parseAiSettingsText } from '#domain/account/aiSettings.ts'
import { DEFAULT_SETTINGS, settingsIn, type Settings } from '#domain/account/settings.ts'
import { parseThemeStations } from '#domain/radio/stations.ts'
import { parseTheme } from '#domain/dial/themes.ts'
import { withDatabases } from '#src/io/deviceStorage.ts'
import type { SettingsIo } from '#src/io/firebase/settings.ts'
import { bringUpToDate, parseNames } from '#src/io/storageVersion.ts'
import {
  AI_SETTINGS,
  browserStorage,
  SETTINGS_OF,
  SETTINGS_UNSENT,
  THEME,
  THEME_STATIONS,
  type KeptItems,
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
  (io: () => Promise<SettingsIo>, kept: Omit<KeptItems, 'watch'>): StateCreator<SettingsState> =>
  (set, get) => {
    /** The names of those that the server has not confirmed. */
    let unsent = parseNames(kept.read(SETTINGS_UNSENT))
    /** Whose the kept settings are; null while nobody has said so. */
    let owner = kept.read(SETTINGS_OF)
    /** Who is signed in, once that is known. */
    let uid: string | null = null
    let stop = () => {}
    /** What has been chosen and waits to be sent. */
    let waiting: Partial<Settings> | undefined
    /** Grows with every open and close: what belongs to an older one is dropped. */
    let session = 0

    const take = (settings: Settings): void => {
      set({ settings })
      keep()
    }
    const keep = (): void => {
      const { settings } = get()
      kept.write(AI_SETTINGS, JSON.stringify(parseAiSettings(settings)))
      // While nobody has chosen, what is built in may change with the app.
      if (settings.themeStations !== DEFAULT_SETTINGS.themeStations)
        kept.write(THEME_STATIONS, JSON.stringify(settings.themeStations))
      kept.write(SETTINGS_UNSENT, JSON.stringify([...unsent]))
      set({ allSent: unsent.size === 0 })
      if (owner !== null) kept.write(SETTINGS_OF, owner)
    }
    /** The theme stays: it is the browser's as well, for its first paint. */
    const forget = (): void => {
      unsent = new Set()
      for (const key of [AI_SETTINGS, THEME_STATIONS, SETTINGS_UNSENT, SETTINGS_OF]) kept.remove(key)
      set({ settings: DEFAULT_SETTINGS, allSent: true })
    }
    const send = async (door: SettingsIo, person: string, changes: Partial<Settings>): Promise<void> => {
      const started = session
      await door.write(person, changes)
      if (session !== started) return
      // What has been chosen anew meanwhile is on its way by itself.
      const now = new Map<string, unknown>(Object.entries(get().settings))
      const confirmed = Object.entries(changes).filter(([key, value]) => now.get(key) === value)
      unsent = unsent.difference(new Set(confirmed.map(([key]) => key)))
      keep()
    }
    const shut = (): void => {
      session++
      stop()
      stop = () => {}
      waiting = undefined
    }

    return {
      settings: keptSettings(kept),
      allSent: unsent.size === 0,
      async choose(changes) {
        unsent = unsent.union(new Set(Object.keys(changes)))
        take({ ...get().settings, ...changes })
        const [person, started, isFirst] = [uid, session, waiting === undefined]
        if (person === null) return
        waiting = { ...waiting, ...changes }
        if (!isFirst) return
        await new Promise((resolve) => setTimeout(resolve, SEND_AFTER_MS))
        if (session !== started) return
        const chosen = waiting
        waiting = undefined
        const door = await io()
        if (session === started) await send(door, person, chosen)
      },
      async open(person) {
        shut()
        uid = person
        const started = session
        // Left by somebody whose session ended while the app was closed.
        if (owner !== null && owner !== person) forget()
        owner = person
        keep()
        const door = await io()
        if (session !== started) return
        // Of before this was open, or of a tab that was closed right after.
        const owed = Object.fromEntries(Object.entries(get().settings).filter(([key]) => unsent.has(key)))
        if (unsent.size > 0)
          send(door, person, owed).catch((error: unknown) => console.warn('The settings were not stored.', error))
        stop = door.watch(person, (stored) => {
          if (session === started) take({ ...get().settings, ...without(settingsIn(stored), unsent) })
        })
      },
      close() {
        shut()
        uid = null
        owner = null
        forget()
      },
    }
  }

function keptSettings({ read }: Pick<KeptItems, 'read'>): Settings {
  return {
    ...parseAiSettingsText(read(AI_SETTINGS)),
    theme: parseTheme(read(THEME)) ?? null,
    themeStations: parseThemeStations(read(THEME_STATIONS)) ?? DEFAULT_SETTINGS.themeStations,
  }
}

const without = (settings: Partial<Settings>, names: ReadonlySet<string>): Partial<Settings> =>
  Object.fromEntries(Object.entries(settings).filter(([key]) => !names.has(key)))

export const useSettings = create(settingsState(settingsDoor, keptByBrowser()))

async function settingsDoor(): Promise<SettingsIo> {
  return (await withDatabases(() => import('#src/io/firebase/settings.ts'))).settingsIo
}

function keptByBrowser(): KeptItems {
  bringUpToDate(browserStorage)
  return browserStorage
}
