import { readItem, writeItem } from './storage.ts'

/** When the user was last reminded, shared by all tabs of this browser. */
export type RemindersIo = {
  /** In milliseconds since 1970; 0 for never. */
  readonly lastReminderAt: (uid: string) => number
  /**
   * Records a reminder at `at`, unless any tab has recorded one after `notAfter`. Resolves with whether it was
   * recorded.
   */
  readonly claim: (uid: string, at: number, notAfter: number) => Promise<boolean>
}

const nameOf = (uid: string) => `lastReminder:${uid}`

/** If storage is blocked, each tab remembers its own reminders. */
const memoryTimes = new Map<string, number>()

/** Ignores a time in the future, which a wrong clock wrote, and an invalid one. */
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
