import { useEffect, useId, useState } from 'react'
import type { PreviewResponse } from '#domain/api.ts'
import { ApiError } from '#domain/errors.ts'
import { analysisCost, dollarsText, estimateTokens } from '#domain/analysis/cost.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import { COMMON_TEXT } from '#domain/texts/common.ts'
import { SENT_DATA_TEXT } from '#domain/texts/sentData.ts'
import { ANALYSIS_TEXT } from '#domain/texts/specification.ts'
import { SUGGESTION_TEXT } from '#domain/texts/suggestions.ts'
import { useAnalysis } from '#src/stores/analysis.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { ErrorText } from '#src/ui/ErrorText.tsx'
import { Button } from '#src/ui/Button.tsx'
import './analysis.css'

type Props = { readonly entry: LogEntry; readonly onClose: () => void }

/** Shows the exact data that an analysis would send to the AI model, as built by the server. */
export function SentDialog({ entry, onClose }: Props) {
  const id = useId()
  const preview = useAnalysis((state) => state.preview)
  const [sent, setSent] = useState<PreviewResponse['preview']>()
  const [errorText, setErrorText] = useState<string>()
  useEffect(() => {
    let closed = false
    preview(entry.id).then(
      (answer) => {
        if (!closed) setSent(answer)
      },
      (error: unknown) => {
        if (!closed) setErrorText(error instanceof ApiError ? error.message : ANALYSIS_TEXT.failed)
      },
    )
    return () => {
      closed = true
    }
  }, [preview, entry.id])
  return (
    <Dialog labelledBy={`${id}-title`} onCancel={onClose} className="panel layer analysis-sent">
      <h2 id={`${id}-title`} className="panel-title">
        {SUGGESTION_TEXT.sentData}
      </h2>
      <ErrorText text={errorText} />
      {!sent && !errorText && <p role="status">{SENT_DATA_TEXT.loading}</p>}
      {sent && <SentData sent={sent} />}
      <Button large data-autofocus onClick={onClose}>
        {COMMON_TEXT.close}
      </Button>
    </Dialog>
  )
}

function SentData({ sent: { model, instruction, data } }: { readonly sent: PreviewResponse['preview'] }) {
  if (model === undefined) return <p>{instruction}</p>
  const tokens = estimateTokens(instruction + data)
  return (
    <>
      <p>{SENT_DATA_TEXT.summary(model, tokens, dollarsText(analysisCost(tokens)))}</p>
      <Text name={SENT_DATA_TEXT.instruction} text={instruction} />
      <Text name={SENT_DATA_TEXT.data} text={data} />
    </>
  )
}

function Text({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <>
      <h3 className="silk">{name}</h3>
      <div role="region" aria-label={name} tabIndex={0}>
        {text}
      </div>
    </>
  )
}
