import { dateText } from '#domain/clock.ts'
import type { EntryContent } from '#domain/entry/content.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import './ConflictDialog.css'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { useTimeText } from '#src/ui/useTimeText.ts'

type Props = {
  readonly mine: EntryContent
  /** The stored entry; undefined if it was deleted. */
  readonly theirs: LogEntry | undefined
  readonly onCancel: () => void
  /** Replaces the stored version with the user's. */
  readonly onKeepMine: () => void
  /** Keeps the stored version and discards the user's. */
  readonly onKeepTheirs: () => void
  /** Keeps the stored version and saves the user's as a new entry. */
  readonly onKeepBoth: () => void
}

/** Shows both versions of an entry that was changed or deleted elsewhere during an edit, and lets the user choose. */
export function ConflictDialog({ mine, theirs, onCancel, onKeepMine, onKeepTheirs, onKeepBoth }: Props) {
  const timeText = useTimeText()
  if (!theirs)
    return (
      <ConfirmDialog
        title="This entry was deleted"
        text="It was deleted elsewhere while you were writing. Your text can become an entry of its own."
        cancel="Go on writing"
        others={[{ name: 'Save as new entry', onChoose: onKeepBoth }]}
        action="Discard my text"
        onCancel={onCancel}
        onConfirm={onKeepTheirs}
      />
    )
  const changedAt = theirs.lastUpdated ?? theirs.timestamp
  return (
    <ConfirmDialog
      title="This entry was changed elsewhere"
      text="Another tab or device saved it while you were writing. Nothing has been overwritten: choose what stays."
      cancel="Go on writing"
      others={[
        { name: 'Keep both', onChoose: onKeepBoth },
        { name: 'Keep mine', onChoose: onKeepMine },
      ]}
      action="Keep the saved one"
      onCancel={onCancel}
      onConfirm={onKeepTheirs}
    >
      <div className="versions">
        <Version title="Yours" edit={mine} />
        <Version
          title={changedAt === null ? 'Saved' : `Saved ${dateText(changedAt)} ${timeText(changedAt)}`}
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
