import { useState } from 'react'
import { unexpiredSuggestions, type Suggestions } from '#domain/analysis/suggestions.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import { useSettings } from '#src/stores/settings.ts'
import { useAnalysis } from '#src/stores/analysis.ts'

/** Returns whether AI is enabled in the settings and the entry is not EYES ONLY. */
export function useIsAiAllowed({ eyesOnly }: Pick<LogEntry, 'eyesOnly'>): boolean {
  const enabled = useSettings((state) => state.settings.aiEnabled)
  return enabled && !eyesOnly
}

/** Returns the entry's unexpired suggestions, or undefined if there are none. */
export function useSuggestions(entry: LogEntry): Suggestions | undefined {
  // `now` is not updated while the suggestions are on the screen. Suggestions are kept for days, so it does no harm if
  // expired suggestions are hidden slightly late.
  const [now] = useState(Date.now)
  const days = useSettings((state) => state.settings.retainSuggestions)
  const retainedSuggestions = unexpiredSuggestions(entry.suggestions, days, now)
  return useIsAiAllowed(entry) ? retainedSuggestions : undefined
}

/**
 * Returns the state of the entry's suggestions panel.
 * @param isOpenByDefault whether the panel is initially open if the suggestions have not been applied
 */
export function usePanelState(entry: LogEntry, isOpenByDefault: boolean): 'open' | 'dismissed' {
  const chosen = useAnalysis((state) => state.panels.get(entry.id))
  return chosen ?? (isOpenByDefault && entry.suggestions?.applied === false ? 'open' : 'dismissed')
}
