import { useState } from 'react'
import { unexpiredSuggestions, type Suggestions } from '#domain/analysis/suggestions.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import { useSettings } from '#src/stores/settings.ts'
import { useAnalysis } from '#src/stores/analysis.ts'

/** Whether there is any AI for this entry: it is switched on, and the entry is not for its writer's eyes only. */
export function useIsAiAllowed({ eyesOnly }: Pick<LogEntry, 'eyesOnly'>): boolean {
  const enabled = useSettings((state) => state.settings.aiEnabled)
  return enabled && !eyesOnly
}

/** An entry's suggestions as long as they are kept; undefined for none. */
export function useSuggestions(entry: LogEntry): Suggestions | undefined {
  // They are kept for days: what expires while it is looked at may be looked at.
  const [now] = useState(Date.now)
  const days = useSettings((state) => state.settings.retainSuggestions)
  const retainedSuggestions = unexpiredSuggestions(entry.suggestions, days, now)
  return useIsAiAllowed(entry) ? retainedSuggestions : undefined
}

/**
 * Whether an entry's panel stands open.
 * @param isOpenByDefault where suggestions that wait for a decision show without being asked for
 */
export function usePanelState(entry: LogEntry, isOpenByDefault: boolean): 'open' | 'dismissed' {
  const chosen = useAnalysis((state) => state.panels.get(entry.id))
  return chosen ?? (isOpenByDefault && entry.suggestions?.applied === false ? 'open' : 'dismissed')
}
