import { useEffect, useState } from 'react'
import type { Draft } from '#domain/entry/draft.ts'
import { useDrafts } from '#src/stores/drafts.ts'

/**
 * Returns the draft that an editor starts with: the first candidate that is not open in another tab, or a new draft.
 * Returns undefined while the locks of the candidates are checked.
 */
export function useFirstDraft(candidates: readonly Draft[], createDraft: () => Draft): Draft | undefined {
  const acquire = useDrafts((state) => state.acquire)
  const [initial] = useState({ candidates, createDraft })
  const [first, setFirst] = useState(() => (candidates.length === 0 ? createDraft() : undefined))
  useEffect(() => {
    let isCanceled = false
    const pickDraft = async () => {
      for (const draft of initial.candidates) {
        const release = await acquire(draft.key)
        // Releases the lock, so that `useEditing` can acquire it.
        await release?.()
        if (release) return draft
      }
      return initial.createDraft()
    }
    if (initial.candidates.length > 0)
      void pickDraft().then((draft) => {
        if (!isCanceled) setFirst(draft)
      })
    return () => {
      isCanceled = true
    }
  }, [initial, acquire])
  return first
}

/** Returns the key of the draft that the user has chosen to continue, from the state of a history entry. */
export const draftKeyFromState = (locationState: unknown): string | undefined =>
  typeof locationState === 'object' &&
  locationState !== null &&
  'draft' in locationState &&
  typeof locationState.draft === 'string'
    ? locationState.draft
    : undefined
