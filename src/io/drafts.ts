import * as z from 'zod/mini'
import { DRAFT_STATES, type Draft } from '#domain/draft.ts'
import { heldNames, lock, type LetGo } from './locks.ts'
import { readItem, removeItem, writeItem } from './storage.ts'

/** Keeps drafts on this device, apart by their writer, and says which are open in some tab. */
export type DraftsIo = {
  /** Unreadable ones are left where they are. */
  readAll(uid: string): readonly Draft[]
  /** False where nothing can be kept: storage is full or blocked. */
  write(uid: string, draft: Draft): boolean
  drop(uid: string, key: string): void
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
})

/** A page that is being reloaded lets go of its draft only when the next one may have asked for it already. */
const LET_GO_WITHIN_MS = 300

const prefixOf = (uid: string): string => `draft:${uid}:`

export const draftsIo: DraftsIo = {
  readAll(uid) {
    const prefix = prefixOf(uid)
    return storedKeys().flatMap((name) =>
      name.startsWith(prefix) ? (parse(name.slice(prefix.length), readItem(name)) ?? []) : [],
    )
  },
  write: (uid, draft) => writeItem(prefixOf(uid) + draft.key, JSON.stringify(draft)),
  drop: (uid, key) => removeItem(prefixOf(uid) + key),
  watch(uid, onChange) {
    const prefix = prefixOf(uid)
    const onStorage = ({ key: name, newValue }: StorageEvent) => {
      if (!name?.startsWith(prefix)) return
      const key = name.slice(prefix.length)
      onChange(key, parse(key, newValue))
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
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

function storedKeys(): readonly string[] {
  try {
    return Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
  } catch {
    return []
  }
}

function parse(key: string, stored: string | null): Draft | undefined {
  try {
    const found = StoredDraft.safeParse(JSON.parse(stored ?? ''))
    return found.success ? { ...found.data, key } : undefined
  } catch {
    return undefined
  }
}
