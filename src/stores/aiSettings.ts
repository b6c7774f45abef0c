import { create, type StateCreator } from 'zustand'
import { DEFAULT_AI_SETTINGS, parseAiSettings, parseAiSettingsText, type AiSettings } from '#domain/aiSettings.ts'
import type { AiSettingsIo } from '#src/io/firebase/aiSettings.ts'
import { readItem, removeItem, writeItem } from '#src/io/storage.ts'

export type AiSettingsState = {
  readonly settings: AiSettings
  /** Changes some of them, here at once and for all devices. Resolves when the server has confirmed. */
  readonly choose: (changes: Partial<AiSettings>) => Promise<void>
  /** Follows what the person has chosen on any device. */
  readonly open: (uid: string) => Promise<void>
  /** Signed out: this device forgets them. */
  readonly close: () => void
}

type Kept = { read(): string | null; write(text: string): void; drop(): void }

/** How entries are analysed: kept in the browser, and in the database for other devices and the functions. */
export const aiSettingsState =
  (io: () => Promise<AiSettingsIo>, kept: Kept): StateCreator<AiSettingsState> =>
  (set, get) => {
    let uid: string | null = null
    let stop = () => {}
    /** Grows with every open and close: what belongs to an older one is dropped. */
    let session = 0

    const take = (settings: AiSettings): void => {
      kept.write(JSON.stringify(settings))
      set({ settings })
    }
    const shut = (): void => {
      session++
      stop()
      stop = () => {}
    }

    return {
      settings: parseAiSettingsText(kept.read()),
      async choose(changes) {
        take({ ...get().settings, ...changes })
        if (uid !== null) await (await io()).write(uid, changes)
      },
      async open(opened) {
        shut()
        uid = opened
        const started = session
        const door = await io()
        if (session !== started) return
        stop = door.watch(opened, (stored) => {
          // A person who has never chosen anything is not told what they have.
          if (session === started && stored !== undefined)
            take(parseAiSettings({ ...get().settings, ...known(stored) }))
        })
      },
      close() {
        shut()
        uid = null
        kept.drop()
        set({ settings: DEFAULT_AI_SETTINGS })
      },
    }
  }

/** Those that are stored: the document holds other settings too, and may hold some of these only. */
function known(stored: unknown): Partial<AiSettings> {
  const read = parseAiSettings(stored)
  const has = (key: string) => typeof stored === 'object' && stored !== null && key in stored
  return Object.fromEntries(Object.entries(read).filter(([key]) => has(key)))
}

const KEY = 'aiSettings'

export const useAiSettings = create(
  aiSettingsState(async () => (await import('#src/io/firebase/aiSettings.ts')).aiSettingsIo, {
    read: () => readItem(KEY),
    write: (text) => writeItem(KEY, text),
    drop: () => removeItem(KEY),
  }),
)
