import { create, type StateCreator } from 'zustand'
import * as z from 'zod/mini'
import { DEFAULT_AI_SETTINGS, parseAiSettings, parseAiSettingsText, type AiSettings } from '#domain/aiSettings.ts'
import type { AiSettingsIo } from '#src/io/firebase/aiSettings.ts'
import { readItem, removeItem, writeItem } from '#src/io/storage.ts'

export type AiSettingsState = {
  readonly settings: AiSettings
  /**
   * Changes some of them, here at once and for all devices. Resolves when the server has confirmed, and rejects when it
   * refuses; what it has not confirmed is sent again at the next start.
   */
  readonly choose: (changes: Partial<AiSettings>) => Promise<void>
  /** Follows what the person has chosen on any device. */
  readonly open: (uid: string) => Promise<void>
  /** Signed out: this device forgets them. */
  readonly close: () => void
}

/** What the browser keeps: the settings, and the names of those that the server has not confirmed. */
export type KeptSettings = {
  read(): { readonly settings: string | null; readonly unsent: string | null }
  write(settings: string, unsent: string): void
  drop(): void
}

/** How entries are analysed: kept in the browser, and in the database for other devices and the functions. */
export const aiSettingsState =
  (io: () => Promise<AiSettingsIo>, kept: KeptSettings): StateCreator<AiSettingsState> =>
  (set, get) => {
    const first = kept.read()
    let unsent = parseNames(first.unsent)
    let uid: string | null = null
    let stop = () => {}
    /** Grows with every open and close: what belongs to an older one is dropped. */
    let session = 0

    const take = (settings: AiSettings): void => {
      set({ settings })
      keep()
    }
    const keep = (): void => kept.write(JSON.stringify(get().settings), JSON.stringify([...unsent]))
    const send = async (door: AiSettingsIo, owner: string, changes: Partial<AiSettings>): Promise<void> => {
      const started = session
      await door.write(owner, changes)
      if (session !== started) return
      // What has been chosen anew meanwhile is on its way by itself.
      const now = new Map(Object.entries(get().settings))
      const confirmed = Object.entries(changes).filter(([key, value]) => now.get(key) === value)
      unsent = unsent.difference(new Set(confirmed.map(([key]) => key)))
      keep()
    }
    const shut = (): void => {
      session++
      stop()
      stop = () => {}
    }

    return {
      settings: parseAiSettingsText(first.settings),
      async choose(changes) {
        unsent = unsent.union(new Set(Object.keys(changes)))
        take({ ...get().settings, ...changes })
        const owner = uid
        if (owner !== null) await send(await io(), owner, changes)
      },
      async open(opened) {
        shut()
        uid = opened
        const started = session
        const door = await io()
        if (session !== started) return
        // Of before this was open, or of a tab that was closed right after.
        const owed = Object.fromEntries(Object.entries(get().settings).filter(([key]) => unsent.has(key)))
        if (unsent.size > 0)
          send(door, opened, owed).catch((error: unknown) => console.warn('The AI settings were not stored.', error))
        stop = door.watch(opened, (stored) => {
          if (session === started) take({ ...get().settings, ...storedBy(stored, unsent) })
        })
      },
      close() {
        shut()
        uid = null
        unsent = new Set()
        kept.drop()
        set({ settings: DEFAULT_AI_SETTINGS })
      },
    }
  }

/** Those that are stored and not chosen otherwise here: the document holds other settings too. */
function storedBy(stored: unknown, unsent: ReadonlySet<string>): Partial<AiSettings> {
  const read = parseAiSettings(stored)
  const has = (key: string) => typeof stored === 'object' && stored !== null && key in stored
  return Object.fromEntries(Object.entries(read).filter(([key]) => has(key) && !unsent.has(key)))
}

function parseNames(text: string | null): ReadonlySet<string> {
  try {
    return new Set(z.array(z.string()).parse(JSON.parse(text ?? '[]')))
  } catch {
    return new Set()
  }
}

const KEY = 'aiSettings'
const UNSENT_KEY = 'aiSettingsUnsent'

export const useAiSettings = create(
  aiSettingsState(async () => (await import('#src/io/firebase/aiSettings.ts')).aiSettingsIo, {
    read: () => ({ settings: readItem(KEY), unsent: readItem(UNSENT_KEY) }),
    write(settings, unsent) {
      writeItem(KEY, settings)
      writeItem(UNSENT_KEY, unsent)
    },
    drop() {
      removeItem(KEY)
      removeItem(UNSENT_KEY)
    },
  }),
)
