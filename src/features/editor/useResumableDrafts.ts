import { useEffect, useState } from 'react'
import type { Draft } from '#domain/entry/draft.ts'
import { useDrafts } from '#src/stores/drafts.ts'

const NO_KEYS: ReadonlySet<string> = new Set()

/** Returns the drafts that the user can continue, newest first: drafts that are neither sent nor open in any tab. */
export function useResumableDrafts(openKey?: string): readonly Draft[] {
  const drafts = useDrafts((state) => state.drafts)
  const lockRevision = useDrafts((state) => state.lockRevision)
  const readLockedKeys = useDrafts((state) => state.lockedKeys)
  const [lockedKeys, setLockedKeys] = useState<ReadonlySet<string>>()
  useEffect(() => {
    let isCanceled = false
    const read = () =>
      void readLockedKeys().then((keys) => {
        if (!isCanceled) setLockedKeys(keys)
      })
    read()
    // Another tab may have released a draft while this tab was hidden.
    document.addEventListener('visibilitychange', read)
    return () => {
      isCanceled = true
      document.removeEventListener('visibilitychange', read)
    }
  }, [readLockedKeys, drafts, lockRevision])
  return [...drafts.values()]
    .filter(({ key, state }) => lockedKeys && state !== 'sent' && key !== openKey && !(lockedKeys ?? NO_KEYS).has(key))
    .toSorted((a, b) => b.savedAt - a.savedAt)
}
