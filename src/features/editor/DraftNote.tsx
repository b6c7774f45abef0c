import { dateText } from '#domain/clock.ts'
import { draftTitle, type Draft, type DraftState } from '#domain/entry/draft.ts'
import '#src/styles/draftNote.css'
import { Button } from '#src/ui/Button.tsx'
import { useTimeText } from '#src/ui/useTimeText.ts'

const STATE_TEXT: { readonly [state in DraftState]: string } = {
  writing: 'Draft',
  sent: 'On its way',
  refused: 'Refused by the server and kept',
  conflict: 'Changed elsewhere too',
}

type Props = {
  readonly draft: Draft
  /** Set for the draft that the editor has restored. */
  readonly restored?: boolean
  readonly onContinue?: () => void
  readonly onDiscard?: () => void
}

/** Shows a draft stored on the device, with its time and actions. */
export function DraftNote({ draft, restored = false, onContinue, onDiscard }: Props) {
  const timeText = useTimeText()
  const when = `${dateText(draft.savedAt)} ${timeText(draft.savedAt)}`
  return (
    <div
      className="draft-note"
      role={restored ? 'status' : 'group'}
      aria-label={restored ? undefined : `Draft of ${when}`}
    >
      <p className="lamp warn">
        <span>
          {restored && draft.state === 'writing' ? 'Your draft is back' : STATE_TEXT[draft.state]}, <time>{when}</time>
        </span>
      </p>
      {!restored && <p className="draft-title">{draftTitle(draft)}</p>}
      {onContinue && (
        <Button look="ghost" className="at-end" onClick={onContinue}>
          {draft.state === 'conflict' ? 'Compare' : 'Continue'}
        </Button>
      )}
      {onDiscard && (
        <Button look="ghost" onClick={onDiscard}>
          Discard
        </Button>
      )}
    </div>
  )
}
