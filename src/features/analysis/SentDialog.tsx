import { useEffect, useId, useState } from 'react'
import type { PreviewResponse } from '#domain/api.ts'
import { ApiError } from '#domain/errors.ts'
import { analysisCost, dollarsText, estimateTokens } from '#domain/analysis/cost.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import { ANALYSIS_TEXT } from '#domain/texts/specification.ts'
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
        What an analysis sends
      </h2>
      <ErrorText text={errorText} />
      {!sent && !errorText && <p role="status">Asking the server what it would send…</p>}
      {sent && <SentData sent={sent} />}
      <Button large data-autofocus onClick={onClose}>
        Close
      </Button>
    </Dialog>
  )
}

function SentData({ sent: { model, instruction, data } }: { readonly sent: PreviewResponse['preview'] }) {
  if (model === undefined) return <p>{instruction}</p>
  const tokens = estimateTokens(instruction + data)
  return (
    <>
      <p>
        To Google, to the model {model}: this instruction and this entry, and nothing else. About{' '}
        {tokens.toLocaleString('en-US')} tokens, {dollarsText(analysisCost(tokens))}.
      </p>
      <Text name="Instruction" text={instruction} />
      <Text name="Data" text={data} />
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
