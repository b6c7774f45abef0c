import type { StateCreator } from 'zustand'
import { parseAiSettings, parseAiSettingsText } from '#domain/account/aiSettings.ts'
import { DEFAULT_SETTINGS, parseStoredSettings, type Settings } from '#domain/account/settings.ts'
import { parseThemeStations } from '#domain/radio/stations.ts'
import { parseTheme } from '#domain/dial/themes.ts'
import { WriteRefused } from '#domain/errors.ts'
import type { AccountOperation, QueuedOperation } from '#domain/journal/operations.ts'
import { savedSearchesIn, settingsAfter } from '#domain/journal/settings.ts'
import type { StoredSettings } from '#domain/journal/syncState.ts'
import type { Journal } from '#src/io/journal/journal.ts'
import { migrateStorage } from '#src/io/storageVersion.ts'
import {
  AI_SETTINGS_KEY,
  browserStorage,
  SETTINGS_OWNER_KEY,
  THEME_KEY,
  THEME_STATIONS_KEY,
  UNSENT_SETTINGS_KEY,
  type ItemStorage,
} from '#src/io/storage.ts'
import type { UserSession } from './session.ts'
import { whenJournalLoads } from './sessionJournal.ts'
import { defineUserStore } from './userStore.ts'

export type SettingsState = {
  readonly settings: Settings
  /** The saved searches of the user. */
  readonly savedSearches: readonly string[]
  /**
   * Changes settings on this device immediately, and soon on all devices of the user. Resolves when the server confirms
   * the change, and rejects if the server rejects it. If the change is sent together with a later change, it resolves
   * earlier.
   */
  readonly choose: (changes: Partial<Settings>) => Promise<void>
  /** `saveSearch` and `unsaveSearch` resolve when the server has confirmed the change. */
  readonly saveSearch: (text: string) => Promise<void>
  readonly unsaveSearch: (text: string) => Promise<void>
  /** Follows the settings that the user chooses on any device. */
  readonly open: () => Promise<void>
}

type SettingsIo = Pick<Journal, 'subscribe' | 'enqueue' | 'whenAnswered' | 'readQueue'>

/**
 * The settings of a user, which all their devices share. They are stored in the browser for the first paint, and in the
 * database. The last choice wins. As long as the server has not confirmed a choice, the server's value does not replace
 * it.
 */
export const settingsState =
  (
    session: UserSession,
    loadIo: () => Promise<SettingsIo>,
    storage: Omit<ItemStorage, 'watch'>,
  ): StateCreator<SettingsState> =>
  (set, get) => {
    const { uid, signal } = session
    /** The uid of the user whom the stored settings belong to; null before the first sign-in. */
    let owner = storage.read(SETTINGS_OWNER_KEY)
    /** The document on the server, as far as this device knows it. */
    let stored: StoredSettings = {}
    /** The changes that the server has not confirmed. */
    let queue: readonly AccountOperation[] = []
    /** The changes that are not in the queue yet. */
    const pending = new Set<AccountOperation>()

    const show = (): void => {
      const known = [...queue, ...pending].reduce(settingsAfter, stored)
      set({ settings: { ...get().settings, ...parseStoredSettings(known) }, savedSearches: savedSearchesIn(known) })
      persist()
    }
    const persist = (): void => {
      if (signal.aborted) return
      const { settings } = get()
      storage.write(AI_SETTINGS_KEY, JSON.stringify(parseAiSettings(settings)))
      // Default stations are not stored, because a new version of the app may change them.
      if (settings.themeStations !== DEFAULT_SETTINGS.themeStations)
        storage.write(THEME_STATIONS_KEY, JSON.stringify(settings.themeStations))
      if (owner !== null) storage.write(SETTINGS_OWNER_KEY, owner)
    }
    /** Removes the stored settings, except the theme, which is needed for the first paint. */
    const clearStored = (): void => {
      for (const key of [AI_SETTINGS_KEY, THEME_STATIONS_KEY, UNSENT_SETTINGS_KEY, SETTINGS_OWNER_KEY])
        storage.remove(key)
    }
    /** Stores which settings the journal has not queued. If the tab closes now, the next start queues them. */
    const keepPending = (): void => {
      if (uid === null || signal.aborted) return
      const names = [...pending].flatMap((one) => (one.kind === 'settings' ? Object.keys(one.changes) : []))
      if (names.length > 0) storage.write(UNSENT_SETTINGS_KEY, JSON.stringify(names))
      else storage.remove(UNSENT_SETTINGS_KEY)
    }
    const change = async (operation: AccountOperation): Promise<void> => {
      pending.add(operation)
      keepPending()
      show()
      if (uid === null) return
      const io = await loadIo()
      const key = crypto.randomUUID()
      const answered = io.whenAnswered(key)
      await io.enqueue([{ key, operation }])
      queue = changesIn(await io.readQueue())
      pending.delete(operation)
      keepPending()
      show()
      if ((await answered) === 'refused') throw new WriteRefused()
    }
    session.onEnd(() => {
      // Another tab may already have stored the settings of the next user.
      if (uid !== null && storage.read(SETTINGS_OWNER_KEY) === owner) clearStored()
    })

    return {
      settings: readStoredSettings(storage),
      savedSearches: [],
      choose: (changes) => change({ kind: 'settings', changes }),
      saveSearch: (text) => change({ kind: 'saveSearch', text }),
      unsaveSearch: (text) => change({ kind: 'unsaveSearch', text }),
      async open() {
        if (uid === null || signal.aborted) return
        // The stored settings belong to another user, whose session ended while the app was closed.
        if (owner !== null && owner !== uid) {
          clearStored()
          set({ settings: DEFAULT_SETTINGS })
        }
        owner = uid
        persist()
        const io = await loadIo()
        if (signal.aborted) return
        io.subscribe({
          onSummary(summary) {
            queue = changesIn(summary.queue)
            stored = summary.settings ?? {}
            show()
          },
        })
      },
    }
  }

const changesIn = (queue: readonly QueuedOperation[]): readonly AccountOperation[] =>
  queue.flatMap(({ operation }) => {
    const { kind } = operation
    return kind === 'settings' || kind === 'saveSearch' || kind === 'unsaveSearch' ? [operation] : []
  })

function readStoredSettings({ read }: Pick<ItemStorage, 'read'>): Settings {
  return {
    ...parseAiSettingsText(read(AI_SETTINGS_KEY)),
    theme: parseTheme(read(THEME_KEY)) ?? null,
    themeStations: parseThemeStations(read(THEME_STATIONS_KEY)) ?? DEFAULT_SETTINGS.themeStations,
  }
}

migrateStorage(browserStorage)

export const useSettings = defineUserStore((session) =>
  settingsState(session, () => whenJournalLoads(session), browserStorage),
)
