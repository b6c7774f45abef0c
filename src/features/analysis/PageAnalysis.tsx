import { useState } from 'react'
import { Send, Sparkles } from 'lucide-react'
import type { LogEntry } from '#domain/entry/entry.ts'
import { ANALYSIS_TEXT } from '#domain/texts/specification.ts'
import { SUGGESTION_TEXT } from '#domain/texts/suggestions.ts'
import { useAnalysis } from '#src/stores/analysis.ts'
import { ErrorText } from '#src/ui/ErrorText.tsx'
import { Button } from '#src/ui/Button.tsx'
import { AnalyzeButton } from './AnalyzeButton.tsx'
import { SuggestionsPanel, type InsertSuggestion } from './SuggestionsPanel.tsx'
import { useIsAiAllowed, usePanelState, useSuggestions } from './useSuggestions.ts'
import { lazyWithPreload } from '#src/boot/lazyWithPreload.tsx'

const SentDialog = lazyWithPreload(async () => (await import('./SentDialog.tsx')).SentDialog)

/** Renders the analysis buttons of an entry's page. */
export function PageAnalysisButtons({ entry }: { readonly entry: LogEntry }) {
  const suggestions = useSuggestions(entry)
  const isOpenToAi = useIsAiAllowed(entry)
  const panel = usePanelState(entry, true)
  const openPanel = useAnalysis((state) => state.openPanel)
  const error = useAnalysis((state) => state.errors.get(entry.id))
  const [sentShown, setSentShown] = useState(false)
  if (!isOpenToAi) return null
  return (
    <>
      {suggestions && panel === 'dismissed' && (
        <Button onClick={() => openPanel(entry.id)}>
          <Sparkles size={16} aria-hidden />
          {ANALYSIS_TEXT.show}
        </Button>
      )}
      <Button aria-label={SUGGESTION_TEXT.sentData} title={SUGGESTION_TEXT.sentData} onClick={() => setSentShown(true)}>
        <Send size={16} aria-hidden />
      </Button>
      <AnalyzeButton entry={entry} name={ANALYSIS_TEXT.analyzeOnPage} place="page" />
      <div className="analysis-error">
        <ErrorText text={error} />
      </div>
      {sentShown && <SentDialog entry={entry} onClose={() => setSentShown(false)} />}
    </>
  )
}

type Props = {
  readonly entry: LogEntry
  /** Inserts a suggestion into the text. Set only in edit mode. */
  readonly onInsert?: InsertSuggestion
}

/** Shows the suggestions beside an entry's form. */
export function PageSuggestions({ entry, onInsert }: Props) {
  const suggestions = useSuggestions(entry)
  const panel = usePanelState(entry, true)
  if (!suggestions || panel === 'dismissed') return null
  return <SuggestionsPanel entry={entry} suggestions={suggestions} place="page" {...(onInsert ? { onInsert } : {})} />
}
