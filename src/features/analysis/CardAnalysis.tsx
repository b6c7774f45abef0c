import { Sparkles } from 'lucide-react'
import type { LogEntry } from '#domain/entry/entry.ts'
import { confidenceText, confidenceZone } from '#domain/analysis/suggestions.ts'
import { ANALYSIS_TEXT } from '#domain/texts/specification.ts'
import { useAnalysis } from '#src/stores/analysis.ts'
import { ErrorText } from '#src/ui/ErrorText.tsx'
import { Button } from '#src/ui/Button.tsx'
import './analysis.css'
import { AnalyzeButton } from './AnalyzeButton.tsx'
import { SuggestionsPanel } from './SuggestionsPanel.tsx'
import { useIsAiAllowed, usePanelState, useSuggestions } from './useSuggestions.ts'

type Props = { readonly entry: LogEntry }

/** Renders the button that analyzes the entry of a row. */
export function CardAnalysisButtons({ entry }: Props) {
  return (
    useIsAiAllowed(entry) && (
      <AnalyzeButton entry={entry} name={ANALYSIS_TEXT.analyzeOnList} place="list" look="ghost" />
    )
  )
}

/** Renders the button that shows the suggestions of a row. It is quiet once the suggestions have been applied. */
export function CardSuggestionsButton({ entry }: Props) {
  const suggestions = useSuggestions(entry)
  const isAllowed = useIsAiAllowed(entry)
  const panel = usePanelState(entry, false)
  const openPanel = useAnalysis((state) => state.openPanel)
  if (!isAllowed || !suggestions || panel !== 'dismissed') return null
  return (
    <Button {...(suggestions.applied ? { look: 'ghost' } : {})} className="at-end" onClick={() => openPanel(entry.id)}>
      <Sparkles size={15} aria-hidden />
      {ANALYSIS_TEXT.view}{' '}
      <b className="suggestions-score" data-zone={confidenceZone(suggestions.confidence)}>
        {confidenceText(suggestions.confidence)}
      </b>
    </Button>
  )
}

/** Shows the error or the suggestions of the analysis below an entry in the list. */
export function CardAnalysis({ entry }: Props) {
  const suggestions = useSuggestions(entry)
  const error = useAnalysis((state) => state.errors.get(entry.id))
  const panel = usePanelState(entry, false)
  if (!error && !(suggestions && panel === 'open')) return null
  return (
    <div className="suggestions-below">
      <ErrorText text={error} />
      {suggestions && panel === 'open' && <SuggestionsPanel entry={entry} suggestions={suggestions} place="list" />}
    </div>
  )
}
