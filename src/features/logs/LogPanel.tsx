import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Download, SlidersHorizontal, Trash2 } from 'lucide-react'
import { CONFIRM_TEXT, LOG_TEXT } from '#domain/messages.ts'
import { countText } from '#domain/stats.ts'
import { useJournal } from '#src/stores/journal.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Key } from '#src/ui/Key.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { deleteAll, deleteOne, exportAll } from './actions.ts'

const LogRows = lazy(async () => ({ default: (await import('./LogRows.tsx')).LogRows }))

/** What the panel waits for: nothing, a first or second yes to delete everything, or a yes to delete one entry. */
type Question = { readonly kind: 'all' | 'allFinally' } | { readonly kind: 'one'; readonly id: string } | undefined

/** The log list with its head. */
export function LogPanel() {
  const navigate = useNavigate()
  const [question, setQuestion] = useState<Question>()
  const count = useJournal((state) => state.count)
  const loaded = useJournal((state) => state.loaded)
  const isEmpty = count.known === 0
  return (
    <Panel
      title="Operation Logs"
      className="min-w-0"
      aside={
        <>
          {loaded && (
            <span className="mono text-sm text-muted" data-testid="log-count">
              {countText(count)}
            </span>
          )}
          <div className="ml-auto -mr-2 flex">
            <HeadKey icon={SlidersHorizontal} name="Settings" onClick={() => void navigate('/settings')} />
            <HeadKey icon={Download} name="Export" disabled={isEmpty} onClick={() => void exportAll()} />
            <HeadKey icon={Trash2} name="Delete All" disabled={isEmpty} onClick={() => setQuestion({ kind: 'all' })} />
          </div>
        </>
      }
    >
      <Body onDelete={(id) => setQuestion({ kind: 'one', id })} />
      {question && <Confirmation question={question} ask={setQuestion} />}
    </Panel>
  )
}

function HeadKey({
  icon: Icon,
  name,
  disabled = false,
  onClick,
}: {
  readonly icon: typeof Download
  readonly name: string
  readonly disabled?: boolean
  readonly onClick: () => void
}) {
  return (
    <Key look="ghost" disabled={disabled} onClick={onClick}>
      <Icon size={16} aria-hidden />
      <span className="max-wide:sr-only">{name}</span>
    </Key>
  )
}

function Body({ onDelete }: { readonly onDelete: (id: string) => void }) {
  const shown = useJournal((state) => state.listShown)
  const failed = useJournal((state) => state.failed)
  const loaded = useJournal((state) => state.loaded)
  const isEmpty = useJournal((state) => state.order.length === 0)
  if (!shown) return <Note text={LOG_TEXT.hidden} />
  if (failed) return <Note text={LOG_TEXT.fetchFailed} alert />
  if (!loaded) return <Note text={LOG_TEXT.loadingList} />
  if (isEmpty) return <Note text={LOG_TEXT.empty} hint={LOG_TEXT.emptyHint} />
  return (
    <Suspense fallback={<Note text={LOG_TEXT.loadingList} />}>
      <LogRows onDelete={onDelete} />
    </Suspense>
  )
}

function Note({
  text,
  hint,
  alert = false,
}: {
  readonly text: string
  readonly hint?: string
  readonly alert?: boolean
}) {
  return (
    <div role={alert ? 'alert' : 'status'} className={`px-4 py-6 ${alert ? 'text-danger' : 'text-muted'}`}>
      <p>{text}</p>
      {hint && <p className="secondary mt-1">{hint}</p>}
    </div>
  )
}

function Confirmation({
  question,
  ask,
}: {
  readonly question: NonNullable<Question>
  readonly ask: (question: Question) => void
}) {
  const cancel = () => ask(undefined)
  if (question.kind === 'one')
    return (
      <ConfirmDialog
        title="Delete log"
        text={CONFIRM_TEXT.deleteFromList}
        action="Delete"
        onCancel={cancel}
        onConfirm={() => {
          cancel()
          deleteOne(question.id)
        }}
      />
    )
  const final = question.kind === 'allFinally'
  return (
    <ConfirmDialog
      key={question.kind}
      title="Delete all logs"
      text={final ? CONFIRM_TEXT.deleteAllFinally : CONFIRM_TEXT.deleteAll}
      action="Delete All"
      onCancel={cancel}
      onConfirm={() => {
        ask(final ? undefined : { kind: 'allFinally' })
        if (final) void deleteAll()
      }}
    />
  )
}
