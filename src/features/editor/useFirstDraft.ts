import { useEffect, useState } from 'react'
import type { Draft } from '#domain/entry/draft.ts'
import { useDrafts } from '#src/stores/drafts.ts'

/**
 * The draft that an editor begins with: the first of those kept that no other tab has open, or else a fresh one.
 * Undefined while other tabs are asked, which is done only where something is kept.
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
        // The editor holds it from here on.
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

/** The key of the draft that somebody has chosen to go on with, from the state of a place in the history. */
export const draftKeyFromState = (locationState: unknown): string | undefined =>
  typeof locationState === 'object' &&
  locationState !== null &&
  'draft' in locationState &&
  typeof locationState.draft === 'string'
    ? locationState.draft
    : undefined
