import { dateText } from '#domain/clock.ts'
import { draftTitle, type Draft } from '#domain/entry/draft.ts'
import { COMMON_TEXT } from '#domain/texts/common.ts'
import { DRAFT_TEXT } from '#domain/texts/drafts.ts'
import '#src/styles/draftNote.css'
import { Button } from '#src/ui/Button.tsx'
import { useTimeText } from '#src/ui/useTimeText.ts'

type Props = {
  readonly draft: Draft
  /** Whether the editor has restored this draft. */
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
      aria-label={restored ? undefined : DRAFT_TEXT.draftOf(when)}
    >
      <p className="lamp warn">
        <span>
          {restored && draft.state === 'writing' ? DRAFT_TEXT.restored : DRAFT_TEXT.states[draft.state]},{' '}
          <time>{when}</time>
        </span>
      </p>
      {!restored && <p className="draft-title">{draftTitle(draft)}</p>}
      {onContinue && (
        <Button look="ghost" className="at-end" onClick={onContinue}>
          {draft.state === 'conflict' ? DRAFT_TEXT.compare : DRAFT_TEXT.resume}
        </Button>
      )}
      {onDiscard && (
        <Button look="ghost" onClick={onDiscard}>
          {COMMON_TEXT.discard}
        </Button>
      )}
    </div>
  )
}
