import * as z from 'zod/mini'
import { EntryContent } from '#domain/entry/content.ts'
import { DRAFT_STATES, type Draft } from '#domain/entry/draft.ts'
import type { DraftsBackup } from './draftsBackup.ts'
import { lockedNames, tryLock, type ReleaseLock } from './locks.ts'
import {
  browserStorage,
  hasDatabases,
  canUseDatabases,
  storedKeys,
  readItem,
  removeItem,
  writeItem,
} from './storage.ts'

/** Stores drafts on this device, separately for each user, and tracks which are open in a tab. */
export type DraftsIo = {
  /** Returns all readable drafts. Unreadable ones stay in storage. */
  readAll(uid: string): readonly Draft[]
  /**
   * Returns drafts whose backup is newer than the draft in storage, because the browser was killed before writing it.
   */
  recover(uid: string): Promise<readonly Draft[]>
  /** Returns false if storage is full or blocked. */
  write(uid: string, draft: Draft): boolean
  remove(uid: string, key: string): void
  /** Removes all drafts of a user. */
  removeAll(uid: string): void
  /** Calls back with each draft that another tab changes; undefined if it was removed. */
  watch(uid: string, onChange: (key: string, draft: Draft | undefined) => void): () => void
  /**
   * Locks a draft while its editor is open in this tab. Resolves with a function that releases it, or undefined if
   * another tab has the lock. A tab that crashes releases its locks.
   */
  acquire(uid: string, key: string): Promise<ReleaseLock | undefined>
  /** The keys that any tab has locked. */
  lockedKeys(uid: string): Promise<ReadonlySet<string>>
}

const StoredDraft = z.extend(EntryContent, {
  id: z.string(),
  base: z.nullable(EntryContent),
  savedAt: z.number(),
  state: z.enum(DRAFT_STATES),
  /** The metadata. Versions of the app that are still in use store and expect this name. */
  circumstances: z.optional(
    z.object({
      clientTime: z.number(),
      timeZone: z.string(),
      frequency: z.number(),
      source: z.enum(['typed', 'voice']),
    }),
  ),
})
/** When a draft was written, in milliseconds since 1970. Of two versions the newer one wins. */
const DraftCopy = z.object({ keptAt: z._default(z.number(), 0) })

/** A page that reloads may release its lock after the new page has requested it. */
const RELEASE_WAIT_MS = 300

const prefixOf = (uid: string): string => `draft:${uid}:`

const loadBackup = async (): Promise<DraftsBackup> => (await import('./draftsBackup.ts')).draftsBackup

/** Runs work on the backup. Without its code, on a first visit that goes offline, drafts are only in storage. */
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
    // A page may have closed before it wrote the backup.
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
