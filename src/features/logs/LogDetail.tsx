import { useState, type ComponentType, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { ChevronLeft, Pencil, Printer, Trash } from 'lucide-react'
import type { LogEntry } from '#domain/entry/entry.ts'
import { CONFIRM_TEXT } from '#domain/texts/specification.ts'
import { ENTRY_TEXT } from '#domain/texts/entry.ts'
import { usePrint } from '#src/stores/print.ts'
import { useSession } from '#src/stores/userStore.ts'
import { Button } from '#src/ui/Button.tsx'
import '#src/styles/print.css'
import '#src/styles/entryParts.css'
import { deleteEntry } from './actions.ts'
import { EntrySheet } from './EntrySheet.tsx'
import { lazyWithPreload } from '#src/boot/lazyWithPreload.tsx'

const ConfirmDialog = lazyWithPreload(async () => (await import('#src/ui/ConfirmDialog.tsx')).ConfirmDialog)

type Props = {
  readonly entry: LogEntry
  readonly onEdit: () => void
  readonly onLeaving: () => void
  /** Buttons from other features. */
  readonly buttons: ReactNode
  readonly SidePanel: ComponentType<{ readonly entry: LogEntry }>
}

/** Shows one entry with its actions. */
export function LogDetail({ entry, onEdit, onLeaving, buttons, SidePanel }: Props) {
  const session = useSession()
  const navigate = useNavigate()
  const print = usePrint((state) => state.print)
  const [isConfirming, setConfirming] = useState(false)
  const remove = () => {
    onLeaving()
    deleteEntry(session, entry.id, 'app')
    void navigate('/')
  }
  return (
    <main id="main" tabIndex={-1} className="entry-page">
      <div className="entry-keys">
        <Button onClick={() => void navigate('/')}>
          <ChevronLeft size={16} aria-hidden />
          {ENTRY_TEXT.back}
        </Button>
        <Button aria-label={ENTRY_TEXT.print} title={ENTRY_TEXT.print} onClick={() => print([entry])}>
          <Printer size={16} aria-hidden />
        </Button>
        <Button onClick={() => setConfirming(true)}>
          <Trash size={16} aria-hidden />
          {ENTRY_TEXT.delete}
        </Button>
        <Button onClick={onEdit}>
          <Pencil size={16} aria-hidden />
          {ENTRY_TEXT.edit}
        </Button>
        {buttons}
      </div>
      <div className="entry-frame">
        <EntrySheet entry={entry} />
        <SidePanel entry={entry} />
      </div>
      {isConfirming && (
        <ConfirmDialog
          title={ENTRY_TEXT.deleteTitle}
          text={CONFIRM_TEXT.deleteFromPage}
          action={ENTRY_TEXT.delete}
          onCancel={() => setConfirming(false)}
          onConfirm={remove}
        />
      )}
    </main>
  )
}
