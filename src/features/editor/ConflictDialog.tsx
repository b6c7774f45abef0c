import { dateText } from '#domain/clock.ts'
import type { Edit } from '#domain/entry/content.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import '#src/themes/drafts.css'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { useTimeText } from '#src/ui/useTimeText.ts'

type Props = {
  readonly mine: Edit
  /** What is stored now; undefined where the entry was deleted. */
  readonly theirs: LogEntry | undefined
  readonly onCancel: () => void
  /** Mine is stored, theirs is not kept. */
  readonly onMine: () => void
  /** Theirs stays, mine is not kept. */
  readonly onTheirs: () => void
  /** Theirs stays, mine becomes an entry of its own. */
  readonly onBoth: () => void
}

/** The entry was changed or deleted elsewhere while somebody wrote on it here: they choose, and see both. */
export function ConflictDialog({ mine, theirs, onCancel, onMine, onTheirs, onBoth }: Props) {
  const timeText = useTimeText()
  if (!theirs)
    return (
      <ConfirmDialog
        title="This entry was deleted"
        text="It was deleted elsewhere while you were writing. Your text can become an entry of its own."
        cancel="Go on writing"
        others={[{ name: 'Save as new entry', onChoose: onBoth }]}
        action="Discard my text"
        onCancel={onCancel}
        onConfirm={onTheirs}
      />
    )
  const changed = theirs.lastUpdated ?? theirs.timestamp
  return (
    <ConfirmDialog
      title="This entry was changed elsewhere"
      text="Another tab or device saved it while you were writing. Nothing has been overwritten: choose what stays."
      cancel="Go on writing"
      others={[
        { name: 'Keep both', onChoose: onBoth },
        { name: 'Keep mine', onChoose: onMine },
      ]}
      action="Keep the saved one"
      onCancel={onCancel}
      onConfirm={onTheirs}
    >
      <div className="mt-4 grid gap-3 wide:grid-cols-2">
        <Version title="Yours" edit={mine} />
        <Version title={changed === null ? 'Saved' : `Saved ${dateText(changed)} ${timeText(changed)}`} edit={theirs} />
      </div>
    </ConfirmDialog>
  )
}

function Version({ title, edit: { content, level, goals, tags } }: { readonly title: string; readonly edit: Edit }) {
  const more = [level, ...goals, ...tags.map((tag) => `#${tag}`)].join(' · ')
  return (
    <div role="region" aria-label={title} className="version" tabIndex={0}>
      <h3 className="silk">{title}</h3>
      <p className="mt-2 whitespace-pre-wrap">{content}</p>
      <p className="secondary mt-2 text-muted">{more}</p>
    </div>
  )
}
