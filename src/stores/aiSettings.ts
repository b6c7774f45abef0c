import { create, type StateCreator } from 'zustand'
import * as z from 'zod/mini'
import { DEFAULT_AI_SETTINGS, parseAiSettings, parseAiSettingsText, type AiSettings } from '#domain/aiSettings.ts'
import type { AiSettingsIo } from '#src/io/firebase/aiSettings.ts'
import { readItem, removeItem, writeItem } from '#src/io/storage.ts'

export type AiSettingsState = {
  readonly settings: AiSettings
  /**
   * Changes some of them, here at once and soon for all devices. Resolves when the server has confirmed, and rejects when
   * it refuses; what it has not confirmed is sent again at the next start. What is chosen while another choice waits to
   * be sent goes with that one, and resolves at once.
   */
  readonly choose: (changes: Partial<AiSettings>) => Promise<void>
  /** Follows what the person has chosen on any device. */
  readonly open: (uid: string) => Promise<void>
  /** Signed out: this device forgets them. */
  readonly close: () => void
}

/** What the browser keeps: the settings, the names of those that the server has not confirmed, and whose they are. */
export type KeptSettings = {
  read(): { readonly settings: string | null; readonly unsent: string | null; readonly owner: string | null }
  write(settings: string, unsent: string, owner: string | null): void
  drop(): void
}

/** Several steps of a slider are one write: it is made so long after the first of them. */
export const SEND_AFTER_MS = 600

/** How entries are analysed: kept in the browser, and in the database for other devices and the functions. */
export const aiSettingsState =
  (io: () => Promise<AiSettingsIo>, kept: KeptSettings): StateCreator<AiSettingsState> =>
  (set, get) => {
    const first = kept.read()
    let unsent = parseNames(first.unsent)
    /** Whose the kept settings are; null while nobody has said so. */
    let owner = first.owner
    /** Who is signed in, once that is known. */
    let uid: string | null = null
    let stop = () => {}
    /** What has been chosen and waits to be sent. */
    let waiting: Partial<AiSettings> | undefined
    /** Grows with every open and close: what belongs to an older one is dropped. */
    let session = 0

    const take = (settings: AiSettings): void => {
      set({ settings })
      keep()
    }
    const keep = (): void => kept.write(JSON.stringify(get().settings), JSON.stringify([...unsent]), owner)
    const send = async (door: AiSettingsIo, person: string, changes: Partial<AiSettings>): Promise<void> => {
      const started = session
      await door.write(person, changes)
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
      waiting = undefined
    }

    return {
      settings: parseAiSettingsText(first.settings),
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
        if (owner !== null && owner !== person) {
          unsent = new Set()
          set({ settings: DEFAULT_AI_SETTINGS })
        }
        owner = person
        keep()
        const door = await io()
        if (session !== started) return
        // Of before this was open, or of a tab that was closed right after.
        const owed = Object.fromEntries(Object.entries(get().settings).filter(([key]) => unsent.has(key)))
        if (unsent.size > 0)
          send(door, person, owed).catch((error: unknown) => console.warn('The AI settings were not stored.', error))
        stop = door.watch(person, (stored) => {
          if (session === started) take({ ...get().settings, ...storedBy(stored, unsent) })
        })
      },
      close() {
        shut()
        uid = null
        owner = null
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
const OWNER_KEY = 'aiSettingsOf'

export const useAiSettings = create(
  aiSettingsState(async () => (await import('#src/io/firebase/aiSettings.ts')).aiSettingsIo, {
    read: () => ({ settings: readItem(KEY), unsent: readItem(UNSENT_KEY), owner: readItem(OWNER_KEY) }),
    write(settings, unsent, owner) {
      writeItem(KEY, settings)
      writeItem(UNSENT_KEY, unsent)
      if (owner !== null) writeItem(OWNER_KEY, owner)
    },
    drop() {
      for (const key of [KEY, UNSENT_KEY, OWNER_KEY]) removeItem(key)
    },
  }),
)
