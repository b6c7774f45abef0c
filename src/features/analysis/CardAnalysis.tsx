import { Sparkles } from 'lucide-react'
import type { LogEntry } from '#domain/entry/entry.ts'
import { confidenceText, confidenceZone } from '#domain/analysis/suggestions.ts'
import { useAnalysis } from '#src/stores/analysis.ts'
import { Fault } from '#src/ui/ErrorText.tsx'
import { Key } from '#src/ui/Button.tsx'
import '#src/themes/analysis.css'
import { AnalyzeKey } from './AnalyzeButton.tsx'
import { SuggestionsPanel } from './SuggestionsPanel.tsx'
import { useIsOpenToAi, usePanel, useSuggestions } from './useSuggestions.ts'

type Props = { readonly entry: LogEntry }

/** The keys of a row that have to do with its analysis. */
export function CardAnalysisKeys({ entry }: Props) {
  const suggestions = useSuggestions(entry)
  const isOpenToAi = useIsOpenToAi(entry)
  const panel = usePanel(entry, false)
  const view = useAnalysis((state) => state.openPanel)
  if (!isOpenToAi) return null
  return (
    <>
      {suggestions && panel === 'dismissed' && (
        <Key onClick={() => view(entry.id)}>
          <Sparkles size={15} aria-hidden />
          View AI Suggestions{' '}
          <b className="suggestions-score" data-zone={confidenceZone(suggestions.confidence)}>
            {confidenceText(suggestions.confidence)}
          </b>
        </Key>
      )}
      <AnalyzeKey entry={entry} name="AI Analysis" place="list" look="ghost" />
    </>
  )
}

/** Below a row: what its analysis failed of, and what it proposes. */
export function CardAnalysis({ entry }: Props) {
  const suggestions = useSuggestions(entry)
  const fault = useAnalysis((state) => state.errors.get(entry.id))
  const panel = usePanel(entry, false)
  if (!fault && !(suggestions && panel === 'open')) return null
  return (
    <div className="suggestions-below">
      <Fault text={fault} />
      {suggestions && panel === 'open' && <SuggestionsPanel entry={entry} suggestions={suggestions} place="list" />}
    </div>
  )
}
