import { useState } from 'react'
import { Eye, Sparkles } from 'lucide-react'
import type { LogEntry } from '#domain/entry/entry.ts'
import { useAnalysis } from '#src/stores/analysis.ts'
import { Fault } from '#src/ui/ErrorText.tsx'
import { Key } from '#src/ui/Button.tsx'
import { AnalyzeKey } from './AnalyzeButton.tsx'
import { SuggestionsPanel, type Insert } from './SuggestionsPanel.tsx'
import { useIsOpenToAi, usePanel, useSuggestions } from './useSuggestions.ts'
import { lazyWithPreload } from '#src/boot/lazyWithPreload.tsx'

const SentDialog = lazyWithPreload(async () => (await import('./SentDialog.tsx')).SentDialog)

/** The keys of an entry's page that have to do with its analysis. */
export function PageAnalysisKeys({ entry }: { readonly entry: LogEntry }) {
  const suggestions = useSuggestions(entry)
  const isOpenToAi = useIsOpenToAi(entry)
  const panel = usePanel(entry, true)
  const view = useAnalysis((state) => state.openPanel)
  const fault = useAnalysis((state) => state.errors.get(entry.id))
  const [sentShown, setSentShown] = useState(false)
  if (!isOpenToAi) return null
  return (
    <>
      {suggestions && panel === 'dismissed' && (
        <Key className="max-wide:px-2" onClick={() => view(entry.id)}>
          <Sparkles size={16} aria-hidden />
          Show AI Suggestions
        </Key>
      )}
      <Key
        className="max-wide:px-2"
        aria-label="What an analysis sends"
        title="What an analysis sends"
        onClick={() => setSentShown(true)}
      >
        <Eye size={16} aria-hidden />
      </Key>
      <AnalyzeKey entry={entry} name="Analyze" place="page" className="max-wide:px-2" />
      <div className="analysis-fault">
        <Fault text={fault} />
      </div>
      {sentShown && <SentDialog entry={entry} onClose={() => setSentShown(false)} />}
    </>
  )
}

type Props = {
  readonly entry: LogEntry
  /** In edit mode, where suggestions go into the text. */
  readonly onInsert?: Insert
}

/** An entry's suggestions, beside its form. */
export function PageSuggestions({ entry, onInsert }: Props) {
  const suggestions = useSuggestions(entry)
  const panel = usePanel(entry, true)
  if (!suggestions || panel === 'dismissed') return null
  return <SuggestionsPanel entry={entry} suggestions={suggestions} place="page" {...(onInsert ? { onInsert } : {})} />
}
