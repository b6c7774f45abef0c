import * as z from 'zod/mini'
import { DRAFT_STATES, type Draft } from '#domain/entry/draft.ts'
import type { DraftsBackup } from './draftsBackup.ts'
import { heldNames, lock, type LetGo } from './locks.ts'
import { browserStorage, hasDatabases, keepsDatabases, keptItems, readItem, removeItem, writeItem } from './storage.ts'

/** Keeps drafts on this device, apart by their writer, and says which are open in some tab. */
export type DraftsIo = {
  /** Unreadable ones are left where they are. */
  readAll(uid: string): readonly Draft[]
  /** Those of which the device has a newer copy than `readAll` gives: the browser was killed before it wrote them. */
  recover(uid: string): Promise<readonly Draft[]>
  /** False where nothing can be kept: storage is full or blocked. */
  write(uid: string, draft: Draft): boolean
  drop(uid: string, key: string): void
  /** Drops all of somebody's. */
  forget(uid: string): void
  /** Calls back with each draft that another tab has changed; undefined where it is gone. */
  watch(uid: string, onChange: (key: string, draft: Draft | undefined) => void): () => void
  /**
   * Holds a draft for as long as its editor is open here. Resolves with the way to let it go, or with nothing where
   * another tab holds it. A tab that crashes lets go.
   */
  hold(uid: string, key: string): Promise<LetGo | undefined>
  /** The keys that are held, by any tab. */
  held(uid: string): Promise<ReadonlySet<string>>
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
const Copy = z.object({ keptAt: z._default(z.number(), 0) })

/** A page that is being reloaded lets go of its draft only when the next one may have asked for it already. */
const LET_GO_WITHIN_MS = 300

const prefixOf = (uid: string): string => `draft:${uid}:`

const backup = async (): Promise<DraftsBackup> => (await import('./draftsBackup.ts')).draftsBackup

/** Without its code, offline on a first visit, the storage alone has them. */
const backUp = (work: (kept: DraftsBackup) => void): void => {
  if (hasDatabases()) void backup().then(work, () => {})
}

export const draftsIo: DraftsIo = {
  readAll(uid) {
    const prefix = prefixOf(uid)
    return keptItems().flatMap((name) =>
      name.startsWith(prefix) ? (parse(name.slice(prefix.length), readItem(name)) ?? []) : [],
    )
  },
  async recover(uid) {
    if (!keepsDatabases()) return []
    const prefix = prefixOf(uid)
    const kept = await backup()
    const copies = await kept.readAll()
    // A page that was closed may not have come to the second copy.
    for (const name of keptItems()) {
      const text = name.startsWith(prefix) ? readItem(name) : null
      if (text !== null && keptAt(text) > keptAt(copies.get(name) ?? null)) kept.write(name, text)
    }
    return [...copies].flatMap(([name, text]) => {
      if (!name.startsWith(prefix) || keptAt(text) <= keptAt(readItem(name))) return []
      writeItem(name, text)
      return parse(name.slice(prefix.length), text) ?? []
    })
  },
  write(uid, draft) {
    const name = prefixOf(uid) + draft.key
    const text = JSON.stringify({ ...draft, keptAt: performance.timeOrigin + performance.now() })
    backUp((kept) => kept.write(name, text))
    return writeItem(name, text)
  },
  drop(uid, key) {
    const name = prefixOf(uid) + key
    backUp((kept) => kept.drop(name))
    removeItem(name)
  },
  forget(uid) {
    const prefix = prefixOf(uid)
    for (const name of keptItems()) if (name.startsWith(prefix)) removeItem(name)
    backUp((kept) => kept.dropAll(prefix))
  },
  watch(uid, onChange) {
    const prefix = prefixOf(uid)
    return browserStorage.watch((name, value) => {
      if (name.startsWith(prefix)) onChange(name.slice(prefix.length), parse(name.slice(prefix.length), value))
    })
  },
  async hold(uid, key) {
    const name = prefixOf(uid) + key
    const letGo = await lock(name)
    if (letGo) return letGo
    await new Promise((resolve) => setTimeout(resolve, LET_GO_WITHIN_MS))
    return lock(name)
  },
  held: (uid) => heldNames(prefixOf(uid)),
}

function parse(key: string, stored: string | null): Draft | undefined {
  const found = StoredDraft.safeParse(jsonOf(stored))
  return found.success ? { ...found.data, key } : undefined
}

function keptAt(stored: string | null): number {
  const found = Copy.safeParse(jsonOf(stored))
  return found.success ? found.data.keptAt : -1
}

function jsonOf(stored: string | null): unknown {
  try {
    return JSON.parse(stored ?? '')
  } catch {
    return undefined
  }
}
