import { create, type StateCreator } from 'zustand'
import {
  nextReminder,
  REMINDER_PATH,
  REMINDER_TAG,
  reminderText,
  type ReminderSettings,
} from '#domain/account/reminders.ts'
import type { PushMessage } from '#domain/account/push.ts'
import { remindersIo, type RemindersIo } from '#src/io/reminders.ts'

/** What is known of somebody's writing; `lastEntry` and `lastWritten` are milliseconds since 1970. */
export type Writing = {
  readonly uid: string
  readonly settings: ReminderSettings
  /** Undefined where there is no entry. */
  readonly lastEntry: number | undefined
  /** When an entry was last written on here that is not sent. */
  readonly lastWritten: number
}

export type RemindersState = {
  /** The reminder that was given last. */
  readonly lastReminder: PushMessage | null
  /** Reminds by this from now on; null reminds nobody. */
  readonly update: (writing: Writing | null) => void
  /** Somebody has just asked to be reminded: not at once. */
  readonly switchOn: () => void
  /** Time may have passed unseen: the device slept, or its clock was set. */
  readonly recheck: () => void
  /** One was pushed while the app is open: it counts as given, or is given now. */
  readonly handlePush: (message: PushMessage) => void
}

/** Timers of tabs out of sight and of sleeping devices are not exact: the clock is looked at this often. */
const RECHECK_MS = 600_000
const MINUTE_MS = 60_000
/** A server's clock may be a little behind. */
const PUSH_TOLERANCE_MS = 2 * MINUTE_MS

/** Reminds somebody of writing while the app is open: an interval after the last entry, or the last reminder. */
export const remindersState =
  (io: RemindersIo): StateCreator<RemindersState> =>
  (set) => {
    let writing: Writing | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    /** Since when this person is followed, and when they have asked to be reminded meanwhile. */
    let userSince = 0
    let switchedOn = 0

    const lastActivityAt = ({ uid, lastEntry, lastWritten }: Writing): number =>
      Math.max(lastEntry ?? userSince, lastWritten, switchedOn, io.lastReminderAt(uid))

    const remind = async (about: Writing, message: PushMessage, notAfter: number): Promise<void> => {
      if (await io.claim(about.uid, Date.now(), notAfter)) set({ lastReminder: message })
      if (writing?.uid === about.uid) scheduleNext()
    }

    const scheduleNext = (): void => {
      clearTimeout(timer)
      if (!writing) return
      const now = Date.now()
      const from = lastActivityAt(writing)
      const due = nextReminder(writing.settings, from, now)
      if (due === undefined) return
      if (due > now) {
        timer = setTimeout(scheduleNext, Math.min(due - now, RECHECK_MS))
        return
      }
      const text = reminderText(writing.lastEntry === undefined ? undefined : now - writing.lastEntry)
      void remind(writing, { ...text, path: REMINDER_PATH, tag: REMINDER_TAG }, io.lastReminderAt(writing.uid))
    }

    return {
      lastReminder: null,
      update(next) {
        if (writing?.uid !== next?.uid) {
          userSince = Date.now()
          switchedOn = 0
        }
        writing = next
        scheduleNext()
      },
      switchOn() {
        switchedOn = Date.now()
      },
      recheck: scheduleNext,
      handlePush(message) {
        if (!writing) return
        const interval = writing.settings.reminderInterval * MINUTE_MS
        void remind(writing, message, Date.now() - interval + PUSH_TOLERANCE_MS)
      },
    }
  }

export const useReminders = create(remindersState(remindersIo))
