import { useState, type ComponentType, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { ChevronLeft, Pencil, Printer, Trash2 } from 'lucide-react'
import { editOf } from '#domain/entry/content.ts'
import { goalOf, tick } from '#domain/entry/goals.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import { CONFIRM_TEXT } from '#domain/messages.ts'
import { usePrint } from '#src/stores/print.ts'
import { Key } from '#src/ui/Button.tsx'
import { MarkdownText } from '#src/ui/MarkdownText.tsx'
import { Sheet, SheetCell } from '#src/ui/Sheet.tsx'
import '#src/themes/paper.css'
import '#src/themes/rows.css'
import { deleteOne, saveParts } from './actions.ts'
import { lazyWithPreload } from '#src/boot/lazyWithPreload.tsx'

const ConfirmDialog = lazyWithPreload(async () => (await import('#src/ui/ConfirmDialog.tsx')).ConfirmDialog)

type Props = {
  readonly entry: LogEntry
  readonly onEdit: () => void
  readonly onLeaving: () => void
  /** Keys beside its own. */
  readonly keys: ReactNode
  /** What stands beside the form. */
  readonly Beside: ComponentType<{ readonly entry: LogEntry }>
}

/** One entry, to read. */
export function LogDetail({ entry, onEdit, onLeaving, keys, Beside }: Props) {
  const navigate = useNavigate()
  const print = usePrint((state) => state.print)
  const [asking, setAsking] = useState(false)
  const remove = () => {
    onLeaving()
    deleteOne(entry.id, 'app')
    void navigate('/')
  }
  return (
    <main id="main" tabIndex={-1} className="entry-page">
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <Key className="mr-auto max-wide:px-2" onClick={() => void navigate('/')}>
          <ChevronLeft size={16} aria-hidden />
          Back
        </Key>
        <Key className="max-wide:px-2" aria-label="Print" onClick={() => print([entry])}>
          <Printer size={16} aria-hidden />
        </Key>
        <Key className="max-wide:px-2" onClick={() => setAsking(true)}>
          <Trash2 size={16} aria-hidden />
          Delete
        </Key>
        <Key className="max-wide:px-2" onClick={onEdit}>
          <Pencil size={16} aria-hidden />
          Edit
        </Key>
        {keys}
      </div>
      <div className="entry-frame">
        <Sheet title="Log entry" entry={entry} words={entry.content} footer={<Lists entry={entry} />}>
          <MarkdownText text={entry.content} className="max-w-[62ch] text-[1.0625rem] leading-[1.6]" />
        </Sheet>
        <Beside entry={entry} />
      </div>
      {asking && (
        <ConfirmDialog
          title="Delete log"
          text={CONFIRM_TEXT.deleteFromPage}
          action="Delete"
          onCancel={() => setAsking(false)}
          onConfirm={remove}
        />
      )}
    </main>
  )
}

function Lists({ entry }: { readonly entry: LogEntry }) {
  const { goals, tags } = entry
  if (goals.length + tags.length === 0) return null
  return (
    <footer className="grid border-t border-line wide:grid-cols-2">
      <SheetCell name="Goals">
        <ul className="grid gap-1 font-text text-base">
          {goals.map((stored, index) => {
            const { text, done } = goalOf(stored)
            return (
              <li key={stored}>
                <label className="goal-tick">
                  <input
                    type="checkbox"
                    checked={done}
                    onChange={() => saveParts(entry, { ...editOf(entry), goals: tick(goals, index) })}
                  />
                  <span>{text}</span>
                </label>
              </li>
            )
          })}
        </ul>
      </SheetCell>
      <SheetCell name="Tags">
        <ul className="flex flex-wrap gap-3">
          {tags.map((tag) => (
            <li key={tag} className="chip chip-tag">
              {tag}
            </li>
          ))}
        </ul>
      </SheetCell>
    </footer>
  )
}
