import type { StateCreator } from 'zustand'
import { DEFAULT_FREQUENCY, bandOf, BANDS } from '#domain/dial/frequency.ts'
import { TUNING_INDICATOR_MS, clampToDial } from '#domain/dial/tuning.ts'
import { DEFAULT_THEME, isManualTheme, parseTheme, type Theme } from '#domain/dial/themes.ts'
import type { QueuedOperation } from '#domain/journal/operations.ts'
import type { StoredFrequencyAndTheme } from '#src/io/firebase/profileDocument.ts'
import { browserStorage, THEME_KEY, type ItemStorage } from '#src/io/storage.ts'
import type { UserSession } from './session.ts'
import { loadJournal, whenJournalLoads } from './sessionJournal.ts'
import { defineUserStore } from './userStore.ts'

export type FrequencyState = {
  /** The frequency in megahertz, with one decimal, always within the dial's range. */
  readonly frequency: number
  /**
   * The theme of the current band, or a theme chosen by hand. A theme chosen by hand stays until the user moves the
   * dial.
   */
  readonly theme: Theme
  /**
   * The last theme that the user chose in this tab, either by hand or by moving the dial into a band; null before the
   * first choice.
   */
  readonly chosenTheme: Theme | null
  /** How many times the user has moved the dial in this tab. */
  readonly tuneCount: number
  /** True for 200 ms after every move of the dial. */
  readonly changing: boolean
  /** Reads the stored theme. Before this call, the theme is the same as on a new device. */
  readonly restoreTheme: () => void
  /** Moves the dial to the nearest valid frequency. */
  readonly tune: (frequency: number) => void
  /** Shows a theme. A theme that belongs to a band also tunes the dial into that band. */
  readonly chooseTheme: (theme: Theme) => void
  /**
   * Applies the theme that another device has stored in the account. A theme chosen by hand is shown. For a theme that
   * belongs to a band, the theme of this device's current band is shown.
   */
  readonly applyRemoteTheme: (theme: Theme) => void
  /** Restores the stored frequency of the user, unless the user moves the dial first. */
  readonly open: () => Promise<void>
  /** Resolves when the journal has queued the last move, before the server confirms it. */
  readonly flush: () => Promise<void>
}

type FrequencyDeps = {
  readonly read: (uid: string) => Promise<StoredFrequencyAndTheme>
  /** Queues the frequency for the user's account. Resolves when the device has stored it. */
  readonly save: (frequency: number) => Promise<void>
  /** Whether a frequency is queued that the server has not confirmed. */
  readonly isQueued: () => Promise<boolean>
  readonly storage: ItemStorage
}

/**
 * The localStorage key of a user's frequency. The suffix UNSENT_SUFFIX marks a value that the journal has not queued, or
 * that an earlier version of the app has not sent. NEVER_TUNED is the value for a user who has never moved the dial.
 */
const storageKeyOf = (uid: string) => `operationalFrequency:${uid}`
const UNSENT_SUFFIX = ' unsent'
const NEVER_TUNED = ''

export const frequencyState =
  (session: UserSession, { read, save, isQueued, storage }: FrequencyDeps): StateCreator<FrequencyState> =>
  (set, get) => {
    const { uid } = session
    /** The frequency to save after the save in progress. */
    let unsaved: number | undefined
    let saving: Promise<void> | undefined
    let changing: ReturnType<typeof setTimeout> | undefined
    /** True while the frequency of a user is unknown. The frequency also determines the theme. */
    let isPositionUnknown = false
    /**
     * Incremented on every move of the dial and at the end of the session, so that a stored frequency that arrives
     * later has no effect.
     */
    let moveCount = 0

    const move = (frequency: number, theme: Theme): void => {
      moveCount++
      isPositionUnknown = false
      clearTimeout(changing)
      changing = setTimeout(() => set({ changing: false }), TUNING_INDICATOR_MS)
      set({ frequency, theme, changing: true })
      // The first paint of the next start uses this theme. A theme chosen by hand is stored when it is chosen.
      if (!isManualTheme(theme)) storage.write(THEME_KEY, theme)
    }

    /**
     * Tunes the dial to a stored frequency. Also selects the theme of the band, unless the user has chosen a theme by
     * hand on this or another device.
     */
    const restore = (stored: number, chosen = parseTheme(storage.read(THEME_KEY))): void => {
      const frequency = clampToDial(stored)
      const theme = chosen && isManualTheme(chosen) ? chosen : bandOf(frequency).theme
      if (uid !== null) storage.write(storageKeyOf(uid), String(frequency))
      storage.write(THEME_KEY, theme)
      if (frequency === get().frequency && theme === get().theme) return
      move(frequency, theme)
    }

    const saveAll = async (person: string): Promise<void> => {
      while (unsaved !== undefined) {
        const frequency = unsaved
        unsaved = undefined
        try {
          await save(frequency)
          const isLast = storage.read(storageKeyOf(person)) === `${frequency}${UNSENT_SUFFIX}`
          if (isLast) storage.write(storageKeyOf(person), String(frequency))
        } catch (error) {
          console.warn('The frequency is saved at the next start.', error)
        }
      }
      saving = undefined
    }
    const saveSoon = (person: string, frequency: number): void => {
      storage.write(storageKeyOf(person), `${frequency}${UNSENT_SUFFIX}`)
      unsaved = frequency
      saving ??= saveAll(person)
    }
    /** Applies a frequency or theme that another tab has stored. */
    const applyTabChange = (key: string, value: string | null): void => {
      if (uid === null || value === null || (key !== THEME_KEY && key !== storageKeyOf(uid))) return
      const moved = key === THEME_KEY ? get().frequency : Number.parseFloat(value)
      if (Number.isNaN(moved)) return
      const frequency = clampToDial(moved)
      move(frequency, parseTheme(storage.read(THEME_KEY)) ?? bandOf(frequency).theme)
    }

    session.onEnd(() => {
      if (uid === null) return
      unsaved = undefined
      storage.remove(storageKeyOf(uid))
      // The page and the next session show this theme. A theme chosen by hand stays.
      const { theme } = get()
      move(DEFAULT_FREQUENCY, isManualTheme(theme) ? theme : bandOf(DEFAULT_FREQUENCY).theme)
    })

    return {
      frequency: DEFAULT_FREQUENCY,
      theme: DEFAULT_THEME,
      chosenTheme: null,
      tuneCount: 0,
      changing: false,
      restoreTheme: () => set({ theme: parseTheme(storage.read(THEME_KEY)) ?? DEFAULT_THEME }),
      tune(wanted) {
        const frequency = clampToDial(wanted)
        if (frequency === get().frequency) return
        const { theme } = bandOf(frequency)
        move(frequency, theme)
        set({ chosenTheme: theme, tuneCount: get().tuneCount + 1 })
        if (uid !== null) saveSoon(uid, frequency)
      },
      chooseTheme(theme) {
        const range = BANDS.find((one) => one.theme === theme)
        if (range && bandOf(get().frequency) !== range) get().tune(range.frequency)
        storage.write(THEME_KEY, theme)
        set({ theme, chosenTheme: theme })
      },
      applyRemoteTheme(wanted) {
        if (isPositionUnknown && !isManualTheme(wanted)) return
        const theme = isManualTheme(wanted) ? wanted : bandOf(get().frequency).theme
        if (theme === get().theme) return
        storage.write(THEME_KEY, theme)
        set({ theme })
      },
      async open() {
        if (uid === null) return
        session.onEnd(storage.watch(applyTabChange))
        const memory = storage.read(storageKeyOf(uid))
        const remembered = Number.parseFloat(memory ?? '')
        if (!Number.isNaN(remembered)) restore(remembered)
        const asked = moveCount
        isPositionUnknown = memory === null
        try {
          if (!Number.isNaN(remembered) && memory?.endsWith(UNSENT_SUFFIX)) return saveSoon(uid, get().frequency)
          // The server does not know the last move yet.
          if (memory !== null && (await isQueued())) return
          const { frequency, theme } = await read(uid)
          if (moveCount !== asked) return
          isPositionUnknown = false
          if (frequency !== undefined) return restore(frequency, theme)
          storage.write(storageKeyOf(uid), NEVER_TUNED)
          if (theme !== undefined) get().applyRemoteTheme(theme)
        } catch {
          // While the device is offline, the dial keeps its position. The next start reads the frequency again.
        }
      },
      flush: () => saving ?? Promise.resolve(),
    }
  }

export const useFrequency = defineUserStore(
  (session) =>
    frequencyState(session, {
      read: async (uid) => (await import('#src/io/firebase/firstPage.ts')).readFrequencyAndTheme(uid),
      save: async (frequency) => {
        const journal = await whenJournalLoads(session)
        const queued = [{ key: crypto.randomUUID(), operation: { kind: 'tune', frequency } as const }]
        if (!(await journal.enqueue(queued))) throw new Error('The device could not store the frequency.')
      },
      isQueued: async () => (await (await loadJournal(session)).readQueue()).some(isTune),
      storage: browserStorage,
    }),
  // The prerendered page has the default theme. `preferences.ts` explains why stored state is restored separately.
  ({ restoreTheme }) => restoreTheme(),
)

const isTune = ({ operation }: QueuedOperation): boolean => operation.kind === 'tune'
