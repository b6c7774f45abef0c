import type { StateCreator } from 'zustand'
import {
  nextReminderTime,
  REMINDER_PATH,
  REMINDER_TAG,
  reminderText,
  type ReminderSettings,
} from '#domain/account/reminders.ts'
import type { PushMessage } from '#domain/account/push.ts'
import { remindersIo, type RemindersIo } from '#src/io/reminders.ts'
import type { UserSession } from './session.ts'
import { defineUserStore } from './userStore.ts'

/**
 * When a user last wrote, and the settings of reminders. `lastEntry` and `lastWritten` are in milliseconds since 1970.
 */
export type WritingActivity = {
  readonly uid: string
  readonly settings: ReminderSettings
  /** The time of the newest entry; undefined if there is no entry. */
  readonly lastEntry: number | undefined
  /** When a draft was last edited on this device. */
  readonly lastWritten: number
}

export type RemindersState = {
  readonly lastReminder: PushMessage | null
  /** Schedules reminders based on `writing`. If `writing` is null, stops the reminders. */
  readonly update: (writing: WritingActivity | null) => void
  /** Called when the user switches reminders on. Postpones the first reminder by one interval. */
  readonly switchOn: () => void
  /** Schedules reminders again after the device was asleep or its clock was changed. */
  readonly recheck: () => void
  /**
   * Handles a reminder that the server pushes while the app is open. Shows the reminder, unless another reminder was
   * shown recently.
   */
  readonly handlePush: (message: PushMessage) => void
}

/** How often the clock is checked, because timers are inexact in hidden tabs and on sleeping devices. */
const RECHECK_MS = 600_000
const MINUTE_MS = 60_000
/** A pushed reminder is accepted even if it arrives this much too early, because the server's clock may differ. */
const PUSH_TOLERANCE_MS = 2 * MINUTE_MS

/**
 * Shows reminders to write while the app is open. A reminder is due one interval after the last entry, edit or
 * reminder.
 */
export const remindersState =
  (session: UserSession, io: RemindersIo): StateCreator<RemindersState> =>
  (set) => {
    let writing: WritingActivity | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const sessionStart = Date.now()
    /** The last time at which the user switched reminders on during the session. */
    let switchedOn = 0

    const lastActivityAt = ({ uid, lastEntry, lastWritten }: WritingActivity): number =>
      Math.max(lastEntry ?? sessionStart, lastWritten, switchedOn, io.lastReminderAt(uid))

    const remind = async (about: WritingActivity, message: PushMessage, notAfter: number): Promise<void> => {
      if (await io.claim(about.uid, Date.now(), notAfter)) set({ lastReminder: message })
      scheduleNext()
    }

    const scheduleNext = (): void => {
      clearTimeout(timer)
      if (!writing || session.signal.aborted) return
      const now = Date.now()
      const from = lastActivityAt(writing)
      const due = nextReminderTime(writing.settings, from, now)
      if (due === undefined) return
      if (due > now) {
        timer = setTimeout(scheduleNext, Math.min(due - now, RECHECK_MS))
        return
      }
      const text = reminderText(writing.lastEntry === undefined ? undefined : now - writing.lastEntry)
      void remind(writing, { ...text, path: REMINDER_PATH, tag: REMINDER_TAG }, io.lastReminderAt(writing.uid))
    }

    session.onEnd(scheduleNext)

    return {
      lastReminder: null,
      update(next) {
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

export const useReminders = defineUserStore((session) => remindersState(session, remindersIo))
