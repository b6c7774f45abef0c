import { useEffect, useId, useState } from 'react'
import type { PreviewAnswer } from '#domain/api.ts'
import { CallFailed } from '#domain/errors.ts'
import { analysisCost, dollars, estimatedTokens } from '#domain/analysis/cost.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import { ANALYSIS_TEXT } from '#domain/messages.ts'
import { useAnalysis } from '#src/stores/analysis.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Fault } from '#src/ui/ErrorText.tsx'
import { Key } from '#src/ui/Button.tsx'
import '#src/themes/analysis.css'

type Props = { readonly entry: LogEntry; readonly onClose: () => void }

/** What an analysis of an entry would send, to the letter, as the server would send it. */
export function SentDialog({ entry, onClose }: Props) {
  const id = useId()
  const preview = useAnalysis((state) => state.preview)
  const [sent, setSent] = useState<PreviewAnswer['preview']>()
  const [fault, setFault] = useState<string>()
  useEffect(() => {
    let closed = false
    preview(entry.id).then(
      (found) => {
        if (!closed) setSent(found)
      },
      (error: unknown) => {
        if (!closed) setFault(error instanceof CallFailed ? error.message : ANALYSIS_TEXT.failed)
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
      <Fault text={fault} />
      {!sent && !fault && <p role="status">Asking the server what it would send…</p>}
      {sent && <Sent sent={sent} />}
      <Key large data-autofocus onClick={onClose}>
        Close
      </Key>
    </Dialog>
  )
}

function Sent({ sent: { model, instruction, data } }: { readonly sent: PreviewAnswer['preview'] }) {
  if (model === undefined) return <p>{instruction}</p>
  const tokens = estimatedTokens(instruction + data)
  return (
    <>
      <p>
        To Google, to the model {model}: this instruction and this entry, and nothing else. About{' '}
        {tokens.toLocaleString('en-US')} tokens, {dollars(analysisCost(tokens))}.
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
