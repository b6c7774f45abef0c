import { readItem, writeItem } from './storage.ts'

/** When somebody was last reminded, for all tabs of this browser. */
export type RemindersIo = {
  /** In milliseconds since 1970; 0 for never. */
  readonly lastReminderAt: (uid: string) => number
  /** Marks a time as reminded at, unless somebody was, in any tab, after another time. */
  readonly claim: (uid: string, at: number, notAfter: number) => Promise<boolean>
}

const nameOf = (uid: string) => `lastReminder:${uid}`

/** Where storage is blocked, each tab knows its own. */
const memoryTimes = new Map<string, number>()

/** One that lies ahead was written by a clock that was wrong, or is no time at all. */
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
