import * as z from 'zod/mini'
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

/** Keeps drafts on this device, apart by their writer, and says which are open in some tab. */
export type DraftsIo = {
  /** Unreadable ones are left where they are. */
  readAll(uid: string): readonly Draft[]
  /** Those of which the device has a newer copy than `readAll` gives: the browser was killed before it wrote them. */
  recover(uid: string): Promise<readonly Draft[]>
  /** False where nothing can be kept: storage is full or blocked. */
  write(uid: string, draft: Draft): boolean
  remove(uid: string, key: string): void
  /** Drops all of somebody's. */
  removeAll(uid: string): void
  /** Calls back with each draft that another tab has changed; undefined where it is gone. */
  watch(uid: string, onChange: (key: string, draft: Draft | undefined) => void): () => void
  /**
   * Holds a draft for as long as its editor is open here. Resolves with the way to let it go, or with nothing where
   * another tab holds it. A tab that crashes lets go.
   */
  acquire(uid: string, key: string): Promise<ReleaseLock | undefined>
  /** The keys that are held, by any tab. */
  lockedKeys(uid: string): Promise<ReadonlySet<string>>
}

const EditText = {
  content: z.string(),
  level: z.string(),
  goals: z.array(z.string()),
  tags: z.array(z.string()),
  eyesOnly: z._default(z.boolean(), false),
}
const StoredDraft = z.object({
  id: z.string(),
  ...EditText,
  base: z.nullable(z.object(EditText)),
  savedAt: z.number(),
  state: z.enum(DRAFT_STATES),
  circumstances: z.optional(
    z.object({
      clientTime: z.number(),
      timeZone: z.string(),
      frequency: z.number(),
      source: z.enum(['typed', 'voice']),
    }),
  ),
})
/** When a copy was written, in milliseconds since 1970: of two the newer one counts. */
const DraftCopy = z.object({ keptAt: z._default(z.number(), 0) })

/** A page that is being reloaded lets go of its draft only when the next one may have asked for it already. */
const RELEASE_WAIT_MS = 300

const prefixOf = (uid: string): string => `draft:${uid}:`

const loadBackup = async (): Promise<DraftsBackup> => (await import('./draftsBackup.ts')).draftsBackup

/** Without its code, offline on a first visit, the storage alone has them. */
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
    // A page that was closed may not have come to the second copy.
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
    const text = JSON.stringify({ ...draft, keptAt: performance.timeOrigin + performance.now() })
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
  return found.success ? { ...found.data, key } : undefined
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
