import { create, type StateCreator } from 'zustand'
import { DEFAULT_FREQUENCY, bandOf, BANDS } from '#domain/dial/frequency.ts'
import { TUNING_INDICATOR_MS, clampToDial } from '#domain/dial/tuning.ts'
import { DEFAULT_THEME, isChosenByHand, parseTheme, type Theme } from '#domain/dial/themes.ts'
import { withDatabases } from '#src/io/deviceStorage.ts'
import type { StoredDial } from '#src/io/firebase/profileDocument.ts'
import { browserStorage, THEME, type ItemStorage } from '#src/io/storage.ts'

export type FrequencyState = {
  /** Megahertz, one decimal, always on the dial. */
  readonly frequency: number
  /** The band's, or one that was chosen by hand and stays until the dial moves. */
  readonly theme: Theme
  /** The theme that was last chosen or tuned to in this tab; null before. */
  readonly chosenTheme: Theme | null
  /** How often the dial was moved in this tab. */
  readonly tuneCount: number
  /** For 200 ms after every change. */
  readonly changing: boolean
  /** Takes the theme that this browser was left in; before, it is a new device's. */
  readonly restoreTheme: () => void
  /** Moves the dial to the nearest frequency it has. */
  readonly tune: (frequency: number) => void
  /** A theme of the dial tunes into its band. */
  readonly chooseTheme: (theme: Theme) => void
  /** Another device has this one: it is shown where it was chosen by hand; one of the dial leaves it to the dial here. */
  readonly applyRemoteTheme: (theme: Theme) => void
  /** Somebody signed in: the dial goes where they left it, unless they move it first. */
  readonly open: (uid: string) => Promise<void>
  /** Hands what waits to be written to the database; resolves when it has it, which is before the server does. */
  readonly flush: () => Promise<void>
  /** Nobody is signed in: the dial goes back to where it starts, and the device forgets where it stood. */
  readonly close: () => void
}

type FrequencyDeps = {
  readonly read: (uid: string) => Promise<StoredDial>
  /** The same on a device that holds nothing of this person yet, and sooner there, with the theme. */
  readonly readOnNewDevice: (uid: string) => Promise<StoredDial>
  /** Resolves when the database has it, with what resolves when the server has it too, which offline is never. */
  readonly save: (uid: string, frequency: number) => Promise<{ readonly sent: Promise<void> }>
  readonly storage: ItemStorage
}

/** Several turns of the dial are one write: it is made when the dial has rested for so long. */
const SAVE_AFTER_MS = 600

/**
 * Where a person's dial stood is remembered by the device under this key, with a mark until the server has it;
 * NEVER_TUNED, where they have not moved it.
 */
const storageKeyOf = (uid: string) => `operationalFrequency:${uid}`
const UNSENT_SUFFIX = ' unsent'
const NEVER_TUNED = ''

export const frequencyState =
  ({ read, readOnNewDevice, save, storage }: FrequencyDeps): StateCreator<FrequencyState> =>
  (set, get) => {
    let uid: string | null = null
    let unsaved: number | undefined
    let resting: ReturnType<typeof setTimeout> | undefined
    /** The last write on its way to the database. */
    let pendingSave: Promise<void> = Promise.resolve()
    let changing: ReturnType<typeof setTimeout> | undefined
    let stopWatching = () => {}
    /** Where the dial stands has been asked for and is not known yet: neither is its theme. */
    let isPositionUnknown = false
    /** Grows with every move, so that an answer on its way does not undo what was done meanwhile. */
    let moveCount = 0

    const move = (frequency: number, theme: Theme): void => {
      moveCount++
      isPositionUnknown = false
      clearTimeout(changing)
      changing = setTimeout(() => set({ changing: false }), TUNING_INDICATOR_MS)
      set({ frequency, theme, changing: true })
      // Kept for the next start's first paint. One that was not chosen but is there from the start is not kept.
      if (!isChosenByHand(theme)) storage.write(THEME, theme)
    }

    const forgetUnsaved = (): void => {
      clearTimeout(resting)
      unsaved = undefined
    }

    /** Puts the dial where it was left; a theme chosen by hand stays, on this device or as the account has it. */
    const restore = (stored: number, chosen = parseTheme(storage.read(THEME))): void => {
      const frequency = clampToDial(stored)
      const theme = chosen && isChosenByHand(chosen) ? chosen : bandOf(frequency).theme
      if (uid !== null) storage.write(storageKeyOf(uid), String(frequency))
      storage.write(THEME, theme)
      if (frequency === get().frequency && theme === get().theme) return
      move(frequency, theme)
    }

    const persist = async (person: string, frequency: number): Promise<void> => {
      try {
        const { sent } = await save(person, frequency)
        sent.then(
          () => {
            const memory = storage.read(storageKeyOf(person))
            if (memory === `${frequency}${UNSENT_SUFFIX}`) storage.write(storageKeyOf(person), String(frequency))
          },
          (error: unknown) => console.warn('The frequency was refused.', error),
        )
      } catch (error) {
        console.warn('The frequency could not be saved.', error)
      }
    }

    const flush = (): Promise<void> => {
      if (uid !== null && unsaved !== undefined) pendingSave = persist(uid, unsaved)
      forgetUnsaved()
      return pendingSave
    }

    const saveSoon = (person: string, frequency: number): void => {
      storage.write(storageKeyOf(person), `${frequency}${UNSENT_SUFFIX}`)
      unsaved = frequency
      clearTimeout(resting)
      resting = setTimeout(() => void flush(), SAVE_AFTER_MS)
    }

    /** Another tab has moved the dial or chosen a theme, and kept both. */
    const applyTabChange = (key: string, value: string | null): void => {
      if (uid === null || value === null || (key !== THEME && key !== storageKeyOf(uid))) return
      const moved = key === THEME ? get().frequency : Number.parseFloat(value)
      if (Number.isNaN(moved)) return
      if (key !== THEME) forgetUnsaved()
      const frequency = clampToDial(moved)
      move(frequency, parseTheme(storage.read(THEME)) ?? bandOf(frequency).theme)
    }

    return {
      frequency: DEFAULT_FREQUENCY,
      theme: DEFAULT_THEME,
      chosenTheme: null,
      tuneCount: 0,
      changing: false,
      restoreTheme: () => set({ theme: parseTheme(storage.read(THEME)) ?? DEFAULT_THEME }),
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
        storage.write(THEME, theme)
        set({ theme, chosenTheme: theme })
      },
      applyRemoteTheme(wanted) {
        if (isPositionUnknown && !isChosenByHand(wanted)) return
        const theme = isChosenByHand(wanted) ? wanted : bandOf(get().frequency).theme
        if (theme === get().theme) return
        storage.write(THEME, theme)
        set({ theme })
      },
      async open(person) {
        if (uid !== null && uid !== person) get().close()
        uid = person
        stopWatching()
        stopWatching = storage.watch(applyTabChange)
        const memory = storage.read(storageKeyOf(person))
        const remembered = Number.parseFloat(memory ?? '')
        if (!Number.isNaN(remembered)) restore(remembered)
        // The page went away before the server had it: the account hears of it now.
        if (memory?.endsWith(UNSENT_SUFFIX)) return saveSoon(person, get().frequency)
        const asked = moveCount
        isPositionUnknown = memory === null
        try {
          const { frequency, theme } = await (memory === null ? readOnNewDevice : read)(person)
          if (uid !== person || moveCount !== asked) return
          isPositionUnknown = false
          if (frequency !== undefined) return restore(frequency, theme)
          storage.write(storageKeyOf(person), NEVER_TUNED)
          if (theme !== undefined) get().applyRemoteTheme(theme)
        } catch {
          // Not to be reached: the dial stays where it is, and the next start asks again.
        }
      },
      flush,
      close() {
        forgetUnsaved()
        if (uid !== null) storage.remove(storageKeyOf(uid))
        uid = null
        stopWatching()
        const { theme } = get()
        move(DEFAULT_FREQUENCY, isChosenByHand(theme) ? theme : bandOf(DEFAULT_FREQUENCY).theme)
      },
    }
  }

export const useFrequency = create(
  frequencyState({
    read: async (uid) => ({
      frequency: await (await withDatabases(() => import('#src/io/firebase/profile.ts'))).readFrequency(uid),
    }),
    readOnNewDevice: async (uid) => (await import('#src/io/firebase/firstPage.ts')).readDialOnNewDevice(uid),
    save: async (uid, frequency) => ({
      sent: (await withDatabases(() => import('#src/io/firebase/profile.ts'))).saveFrequency(uid, frequency),
    }),
    storage: browserStorage,
  }),
)

// As in `preferences.ts`: the page that was rendered at the build knows of no theme.
useFrequency.getState().restoreTheme()
