import { dateText } from '#domain/clock.ts'
import type { EntryContent } from '#domain/entry/content.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import { CONFLICT_TEXT } from '#domain/texts/conflict.ts'
import { EDITOR_TEXT } from '#domain/texts/editor.ts'
import './ConflictDialog.css'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { useTimeText } from '#src/ui/useTimeText.ts'

type Props = {
  readonly mine: EntryContent
  /** The stored entry; undefined if it was deleted or rejected. */
  readonly theirs: LogEntry | undefined
  /** Whether the server has rejected the new entry that the user edits. */
  readonly isRejected: boolean
  readonly onCancel: () => void
  /** Replaces the stored version with the user's version. */
  readonly onKeepMine: () => void
  /** Keeps the stored version and discards the user's version. */
  readonly onKeepTheirs: () => void
  /** Keeps the stored version and saves the user's version as a new entry. */
  readonly onKeepBoth: () => void
}

/** Shows what happened to the entry in the meantime, and lets the user choose which text to keep. */
export function ConflictDialog({ mine, theirs, isRejected, onCancel, onKeepMine, onKeepTheirs, onKeepBoth }: Props) {
  const timeText = useTimeText()
  if (!theirs)
    return (
      <ConfirmDialog
        title={isRejected ? CONFLICT_TEXT.rejectedTitle : CONFLICT_TEXT.deletedTitle}
        text={isRejected ? CONFLICT_TEXT.rejectedText : CONFLICT_TEXT.deletedText}
        cancel={EDITOR_TEXT.keepWriting}
        others={[{ name: CONFLICT_TEXT.saveAsNew, onChoose: onKeepBoth }]}
        action={CONFLICT_TEXT.discardMine}
        onCancel={onCancel}
        onConfirm={onKeepTheirs}
      />
    )
  const changedAt = theirs.lastUpdated ?? theirs.timestamp
  return (
    <ConfirmDialog
      title={CONFLICT_TEXT.changedTitle}
      text={CONFLICT_TEXT.changedText}
      cancel={EDITOR_TEXT.keepWriting}
      others={[
        { name: CONFLICT_TEXT.keepBoth, onChoose: onKeepBoth },
        { name: CONFLICT_TEXT.keepMine, onChoose: onKeepMine },
      ]}
      action={CONFLICT_TEXT.keepSaved}
      onCancel={onCancel}
      onConfirm={onKeepTheirs}
    >
      <div className="versions">
        <Version title={CONFLICT_TEXT.mine} edit={mine} />
        <Version
          title={
            changedAt === null
              ? CONFLICT_TEXT.saved
              : CONFLICT_TEXT.savedAt(`${dateText(changedAt)} ${timeText(changedAt)}`)
          }
          edit={theirs}
        />
      </div>
    </ConfirmDialog>
  )
}

function Version({
  title,
  edit: { content, level, goals, tags },
}: {
  readonly title: string
  readonly edit: EntryContent
}) {
  const details = [level, ...goals, ...tags.map((tag) => `#${tag}`)].join(' · ')
  return (
    <div role="region" aria-label={title} className="version" tabIndex={0}>
      <h3 className="silk">{title}</h3>
      <p className="version-text">{content}</p>
      <p className="secondary">{details}</p>
    </div>
  )
}
