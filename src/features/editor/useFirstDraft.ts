import { useEffect, useState } from 'react'
import type { Draft } from '#domain/entry/draft.ts'
import { useDrafts } from '#src/stores/drafts.ts'

/**
 * The draft that an editor begins with: the first of those kept that no other tab has open, or else a fresh one.
 * Undefined while other tabs are asked, which is done only where something is kept.
 */
export function useFirstDraft(kept: readonly Draft[], fresh: () => Draft): Draft | undefined {
  const hold = useDrafts((state) => state.acquire)
  const [asked] = useState({ kept, fresh })
  const [first, setFirst] = useState(() => (kept.length === 0 ? fresh() : undefined))
  useEffect(() => {
    let left = false
    const ask = async () => {
      for (const draft of asked.kept) {
        const letGo = await hold(draft.key)
        // The editor holds it from here on.
        await letGo?.()
        if (letGo) return draft
      }
      return asked.fresh()
    }
    if (asked.kept.length > 0)
      void ask().then((draft) => {
        if (!left) setFirst(draft)
      })
    return () => {
      left = true
    }
  }, [asked, hold])
  return first
}

/** The key of the draft that somebody has chosen to go on with, from the state of a place in the history. */
export const chosenIn = (place: unknown): string | undefined =>
  typeof place === 'object' && place !== null && 'draft' in place && typeof place.draft === 'string'
    ? place.draft
    : undefined
