import { useEffect, useState } from 'react'
import type { Draft } from '#domain/entry/draft.ts'
import { useDrafts } from '#src/stores/drafts.ts'

const NO_KEYS: ReadonlySet<string> = new Set()

/** Returns the drafts that the user can continue, newest first: drafts that are neither sent nor open in any tab. */
export function useResumableDrafts(openKey?: string): readonly Draft[] {
  const drafts = useDrafts((state) => state.drafts)
  const lockRevision = useDrafts((state) => state.lockRevision)
  const readLockedKeys = useDrafts((state) => state.lockedKeys)
  const whenReleased = useDrafts((state) => state.whenReleased)
  const [lockedKeys, setLockedKeys] = useState<ReadonlySet<string>>()
  useEffect(() => {
    const canceled = new AbortController()
    const read = async () => {
      const keys = await readLockedKeys()
      if (canceled.signal.aborted) return
      setLockedKeys(keys)
      const locked = [...drafts.keys()].filter((key) => keys.has(key))
      if (locked.length === 0) return
      // Another tab may close or crash at any time, and the browser then releases the drafts of that tab.
      await Promise.race(locked.map((key) => whenReleased(key, canceled.signal)))
      await read()
    }
    read().catch(() => {})
    return () => canceled.abort()
  }, [readLockedKeys, whenReleased, drafts, lockRevision])
  return [...drafts.values()]
    .filter(({ key, state }) => lockedKeys && state !== 'sent' && key !== openKey && !(lockedKeys ?? NO_KEYS).has(key))
    .toSorted((a, b) => b.savedAt - a.savedAt)
}
