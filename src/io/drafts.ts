import * as z from 'zod/mini'
import { EntryContent } from '#domain/entry/content.ts'
import { DRAFT_STATES, type Draft } from '#domain/entry/draft.ts'
import type { DraftsBackup } from './draftsBackup.ts'
import { lockedNames, tryLock, whenReleased, type ReleaseLock } from './locks.ts'
import {
  browserStorage,
  hasDatabases,
  canUseDatabases,
  storedKeys,
  readItem,
  removeItem,
  writeItem,
} from './storage.ts'

/** Stores drafts on this device, separately for each user, and tracks which drafts are open in a tab. */
export type DraftsIo = {
  /** Returns all drafts that can be parsed. Invalid drafts are skipped but stay in storage. */
  readAll(uid: string): readonly Draft[]
  /**
   * Restores and returns the drafts whose backup is newer than their text in localStorage. A backup is newer if the
   * browser was killed before it wrote localStorage to disk.
   */
  recover(uid: string): Promise<readonly Draft[]>
  /** Stores a draft. Returns false if storage is full or blocked. */
  write(uid: string, draft: Draft): boolean
  remove(uid: string, key: string): void
  removeAll(uid: string): void
  /**
   * Calls `onChange` for each draft that another tab changes or removes. `draft` is undefined if the draft was removed.
   */
  watch(uid: string, onChange: (key: string, draft: Draft | undefined) => void): () => void
  /**
   * Locks a draft while its editor is open in this tab. Resolves with a function that releases the lock, or with
   * undefined if another tab has locked the draft. If a tab crashes, its locks are released.
   */
  acquire(uid: string, key: string): Promise<ReleaseLock | undefined>
  /** Resolves with the keys of the drafts that any tab has locked. */
  lockedKeys(uid: string): Promise<ReadonlySet<string>>
  /** Resolves when no tab has locked the draft. Rejects when the signal is aborted. */
  whenReleased(uid: string, key: string, signal: AbortSignal): Promise<void>
}

const StoredDraft = z.extend(EntryContent, {
  id: z.string(),
  base: z.nullable(EntryContent),
  savedAt: z.number(),
  state: z.enum(DRAFT_STATES),
  /**
   * The draft's `metadata`. The stored field has a different name, because older versions of the app are still in use
   * and expect that name.
   */
  circumstances: z.optional(
    z.object({
      clientTime: z.number(),
      timeZone: z.string(),
      frequency: z.number(),
      source: z.enum(['typed', 'voice']),
    }),
  ),
})
/**
 * When the draft was written, in milliseconds since 1970. If localStorage and the backup differ, the newer text wins.
 */
const DraftCopy = z.object({ keptAt: z._default(z.number(), 0) })

/**
 * How long to wait before the second attempt to acquire a lock. When a page reloads, the old page may release its lock
 * after the new page has requested the lock.
 */
const RELEASE_WAIT_MS = 300

const prefixOf = (uid: string): string => `draft:${uid}:`

const loadBackup = async (): Promise<DraftsBackup> => (await import('./draftsBackup.ts')).draftsBackup

/**
 * Runs `work` on the backup. If the code of the backup cannot be loaded, for example because the device goes offline
 * during the first visit, drafts are only in localStorage.
 */
const withBackup = (work: (backup: DraftsBackup) => void): void => {
  if (hasDatabases()) void loadBackup().then(work, () => {})
}

export const draftsIo: DraftsIo = {
  readAll(uid) {
    const prefix = prefixOf(uid)
    return storedKeys().flatMap((name) =>
      name.startsWith(prefix) ? (parseDraft(name.slice(prefix.length), readItem(name)) ?? []) : [],
    )
  },
  async recover(uid) {
    if (!canUseDatabases()) return []
    const prefix = prefixOf(uid)
    const backup = await loadBackup()
    const copies = await backup.readAll()
    // Updates the backup of drafts whose text in localStorage is newer. An earlier page may have closed before it wrote
    // the backup.
    for (const name of storedKeys()) {
      const text = name.startsWith(prefix) ? readItem(name) : null
      if (text !== null && writtenAt(text) > writtenAt(copies.get(name) ?? null)) backup.write(name, text)
    }
    return [...copies].flatMap(([name, text]) => {
      if (!name.startsWith(prefix) || writtenAt(text) <= writtenAt(readItem(name))) return []
      writeItem(name, text)
      return parseDraft(name.slice(prefix.length), text) ?? []
    })
  },
  write(uid, draft) {
    const name = prefixOf(uid) + draft.key
    const { metadata: circumstances, ...fields } = draft
    const text = JSON.stringify({ ...fields, circumstances, keptAt: performance.timeOrigin + performance.now() })
    withBackup((backup) => backup.write(name, text))
    return writeItem(name, text)
  },
  remove(uid, key) {
    const name = prefixOf(uid) + key
    withBackup((backup) => backup.remove(name))
    removeItem(name)
  },
  removeAll(uid) {
    const prefix = prefixOf(uid)
    for (const name of storedKeys()) if (name.startsWith(prefix)) removeItem(name)
    withBackup((backup) => backup.removeAll(prefix))
  },
  watch(uid, onChange) {
    const prefix = prefixOf(uid)
    return browserStorage.watch((name, value) => {
      if (name.startsWith(prefix)) onChange(name.slice(prefix.length), parseDraft(name.slice(prefix.length), value))
    })
  },
  async acquire(uid, key) {
    const name = prefixOf(uid) + key
    const release = await tryLock(name)
    if (release) return release
    await new Promise((resolve) => setTimeout(resolve, RELEASE_WAIT_MS))
    return tryLock(name)
  },
  lockedKeys: (uid) => lockedNames(prefixOf(uid)),
  whenReleased: (uid, key, signal) => whenReleased(prefixOf(uid) + key, signal),
}

function parseDraft(key: string, stored: string | null): Draft | undefined {
  const found = StoredDraft.safeParse(parseJson(stored))
  if (!found.success) return undefined
  const { circumstances: metadata, ...fields } = found.data
  return { ...fields, key, ...(metadata && { metadata }) }
}

function writtenAt(stored: string | null): number {
  const found = DraftCopy.safeParse(parseJson(stored))
  return found.success ? found.data.keptAt : -1
}

function parseJson(stored: string | null): unknown {
  try {
    return JSON.parse(stored ?? '')
  } catch {
    return undefined
  }
}
