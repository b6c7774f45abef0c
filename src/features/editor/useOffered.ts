import { useEffect, useState } from 'react'
import type { Draft } from '#domain/entry/draft.ts'
import { useDrafts } from '#src/stores/drafts.ts'

const NONE: ReadonlySet<string> = new Set()

/** Drafts that can be gone on with: not on their way, and not open in an editor, here or in another tab. Newest first. */
export function useOffered(openHere?: string): readonly Draft[] {
  const drafts = useDrafts((state) => state.drafts)
  const holdChanges = useDrafts((state) => state.lockRevision)
  const readHeld = useDrafts((state) => state.lockedKeys)
  const [held, setHeld] = useState<ReadonlySet<string>>()
  useEffect(() => {
    let left = false
    const read = () =>
      void readHeld().then((keys) => {
        if (!left) setHeld(keys)
      })
    read()
    // Another tab may have been closed, or its editor.
    document.addEventListener('visibilitychange', read)
    return () => {
      left = true
      document.removeEventListener('visibilitychange', read)
    }
  }, [readHeld, drafts, holdChanges])
  return [...drafts.values()]
    .filter(({ key, state }) => held && state !== 'sent' && key !== openHere && !(held ?? NONE).has(key))
    .toSorted((a, b) => b.savedAt - a.savedAt)
}
