import { useEffect, useState, type KeyboardEvent } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { contentFault, isBlank, type LogEntry } from '#domain/log.ts'
import { CONFIRM_TEXT, LOG_TEXT } from '#domain/messages.ts'
import { writeFailure } from '#domain/storageUnavailable.ts'
import { useJournal } from '#src/stores/journal.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Fault } from '#src/ui/Fault.tsx'
import { toast } from '#src/ui/toast.tsx'
import '#src/themes/sheet.css'
import '#src/themes/writing.css'
import { LogSheet } from './LogSheet.tsx'
import { LogToolbar } from './LogToolbar.tsx'

/** After saving, the dashboard follows (specification §9). */
const REDIRECT_AFTER_SAVE_MS = 1000

type Props = { readonly entry: LogEntry; readonly onLeaving: () => void }

/** One entry, to read or to edit. `edit=true` in the address opens it for editing. */
export function LogDetail({ entry, onLeaving }: Props) {
  const navigate = useNavigate()
  const [parameters, setParameters] = useSearchParams()
  const { saveContent, softDelete, keptText, dropKeptText } = useJournal()
  const editing = parameters.get('edit') === 'true'
  const [kept] = useState(() => keptText(entry.id))
  const [draft, setDraft] = useState<string | undefined>(kept?.content)
  const [fault, setFault] = useState<string>()
  const [saving, setSaving] = useState(false)
  const [question, setQuestion] = useState<'delete' | 'clear'>()
  const text = draft ?? entry.content
  useEffect(() => {
    if (!saving) return
    const timer = setTimeout(() => void navigate('/'), REDIRECT_AFTER_SAVE_MS)
    return () => clearTimeout(timer)
  }, [saving, navigate])

  const edit = (on: boolean) => setParameters(on ? { edit: 'true' } : {}, { replace: true })
  const cancel = () => {
    setDraft(undefined)
    setFault(undefined)
    dropKeptText(entry.id)
    edit(false)
  }
  const save = () => {
    if (saving) return
    const found = isBlank(text) ? 'An entry needs text. Write something, or delete the entry.' : contentFault(text)
    if (found) return setFault(found)
    setSaving(true)
    // The local write counts; the server's answer only matters when it is a refusal.
    saveContent(entry.id, text, entry.level).catch((error: unknown) => {
      setSaving(false)
      toast.error(writeFailure(error, LOG_TEXT.saveFailed))
      toast.error('Your text is kept: edit the entry to go on with it.')
      console.warn('The change was refused.', error)
    })
    toast.success(LOG_TEXT.saved)
  }
  const remove = () => {
    onLeaving()
    toast.success(LOG_TEXT.deleted)
    softDelete(entry.id).catch((error: unknown) => toast.error(writeFailure(error, LOG_TEXT.deleteFailed)))
    void navigate('/')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!editing || event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    save()
  }

  return (
    <main id="main" className="mx-auto w-full max-w-[840px] px-3 py-4 wide:px-6" onKeyDown={onKeyDown}>
      <LogToolbar
        editing={editing}
        saving={saving}
        onBack={() => void navigate('/')}
        onDelete={() => setQuestion('delete')}
        onEdit={() => edit(true)}
        onCancel={cancel}
        onClear={() => setQuestion('clear')}
        onSave={save}
      />
      {editing && kept && draft === kept.content && (
        <p className="lamp mb-3 text-warn">
          <span>This text was refused earlier and kept for you.</span>
        </p>
      )}
      <LogSheet
        entry={entry}
        text={text}
        editing={editing}
        onChange={(changed) => {
          setDraft(changed)
          setFault(undefined)
        }}
      />
      <div className="mt-3">
        <Fault text={fault} />
      </div>
      {question === 'delete' && (
        <ConfirmDialog
          title="Delete log"
          text={CONFIRM_TEXT.deleteFromPage}
          action="Delete"
          onCancel={() => setQuestion(undefined)}
          onConfirm={remove}
        />
      )}
      {question === 'clear' && (
        <ConfirmDialog
          title="Clear content"
          text={CONFIRM_TEXT.clearContent}
          action="Clear"
          onCancel={() => setQuestion(undefined)}
          onConfirm={() => {
            setQuestion(undefined)
            setDraft('')
            toast.success(LOG_TEXT.cleared)
          }}
        />
      )}
    </main>
  )
}
