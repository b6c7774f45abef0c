import { readItem, writeItem } from './storage.ts'

/** Stores when the user was last reminded, for all tabs of this browser. */
export type RemindersIo = {
  /** Returns the time of the last reminder in milliseconds since 1970; 0 if there was none. */
  readonly lastReminderAt: (uid: string) => number
  /**
   * Records that the user is reminded at the time `at`, unless a tab has recorded a reminder after `notAfter`. Resolves
   * with true if the reminder was recorded.
   */
  readonly claim: (uid: string, at: number, notAfter: number) => Promise<boolean>
}

const nameOf = (uid: string) => `lastReminder:${uid}`

/** The time of this tab's last reminder, by uid. It is used if storage is blocked. */
const memoryTimes = new Map<string, number>()

/** Returns the stored time, or 0 if it is invalid or in the future. A wrong clock may have written a future time. */
function storedTime(uid: string): number {
  const at = Number(readItem(nameOf(uid)))
  return at <= Date.now() ? at : 0
}

const lastReminderAt = (uid: string): number => Math.max(storedTime(uid), memoryTimes.get(uid) ?? 0)

export const remindersIo: RemindersIo = {
  lastReminderAt,
  async claim(uid, at, notAfter) {
    const claimNow = () => {
      if (lastReminderAt(uid) > notAfter) return false
      memoryTimes.set(uid, at)
      writeItem(nameOf(uid), String(at))
      return true
    }
    return 'locks' in navigator ? navigator.locks.request('reminder', claimNow).catch(claimNow) : claimNow()
  },
}
