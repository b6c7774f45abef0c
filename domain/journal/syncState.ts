import * as z from 'zod/mini'

/** The fields of a user's settings on the server, without the time of the last change. */
export const StoredSettings = z.record(z.string(), z.unknown())
export type StoredSettings = z.infer<typeof StoredSettings>

/** How much of a journal this device has. All times are the server's, in milliseconds since 1970. */
export const SyncState = z.object({
  /** The device has all changes before this time of the entries that it has; null before the first sync. */
  cursor: z.nullable(z.number()),
  /** The device knows all permanent deletions before this time. */
  removedTo: z.number(),
  /** When the server last told this device of the permanent deletions, by the clock of the device. */
  removalsReadAt: z.optional(z.number()),
  /**
   * The pages of entries, in the order of their ids, that the device still has to read. `after` is the last id that was
   * read. `all`: the device lacks entries. `check`: the device may have entries that no longer exist. `since` is the
   * `cursor` of the time when the reading began. Null if nothing is left to read.
   */
  fill: z.nullable(
    z.object({ scope: z.enum(['all', 'check']), after: z.nullable(z.string()), since: z.nullable(z.number()) }),
  ),
  /**
   * The number of the period in which one tab of the device follows the server. Each later period has a higher number, so
   * that the previous tab stores nothing more. Missing before the first period.
   */
  period: z.optional(z.number()),
  /** While the device is filled: it has all listed entries that are not older than this time. */
  listedTo: z.nullable(z.number()),
})
export type SyncState = z.infer<typeof SyncState>

/** The state of a device that has no entries. */
export const FIRST_SYNC: SyncState = {
  cursor: null,
  removedTo: 0,
  fill: { scope: 'all', after: null, since: null },
  listedTo: null,
}

/** Whether a sync state was stored by a tab that no longer follows the server. */
export const isOutdated = (sync: SyncState, current: SyncState): boolean => (sync.period ?? 0) < (current.period ?? 0)
