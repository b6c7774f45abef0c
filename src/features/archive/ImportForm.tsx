import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { Upload } from 'lucide-react'
import { dateTimeText } from '#domain/clock.ts'
import type { ImportedEntry, ImportIssue } from '#domain/archive/importedEntry.ts'
import { excerptOf } from '#domain/entry/entry.ts'
import { COMMON_TEXT } from '#domain/texts/common.ts'
import { IMPORT_TEXT } from '#domain/texts/import.ts'
import { useArchive, type ImportState } from '#src/stores/archive.ts'
import { useJournal } from '#src/stores/journal.ts'
import { Button } from '#src/ui/Button.tsx'
import { toast } from '#src/ui/toast.tsx'

/** The maximum number of errors and notes in the list. Further errors and notes are only counted. */
const MAX_SHOWN_ERRORS = 100
const MAX_PREVIEW_ENTRIES = 20

/** Reads files, shows the entries that would be added, and adds them when the user confirms. */
export function ImportForm() {
  const importing = useArchive((state) => state.importing)
  const readFiles = useArchive((state) => state.readFiles)
  const runImport = useArchive((state) => state.runImport)
  const cancel = useArchive((state) => state.cancel)
  const reset = useArchive((state) => state.reset)
  const findAll = useJournal((state) => state.findAll)
  const sync = useJournal((state) => state.whenSynced)
  /** Whether the journal is syncing. The files are compared with the entries on the device. */
  const [isSyncing, setSyncing] = useState(false)
  const [isDragging, setDragging] = useState(false)
  const fileInput = useRef<HTMLInputElement>(null)
  const isReading = isSyncing || importing.step === 'reading'
  const isBusy = isReading || importing.step === 'importing'
  const prepareImport = async (files: readonly File[]) => {
    if (files.length === 0 || isBusy) return
    setSyncing(true)
    try {
      await sync()
      await readFiles(files, await findAll(''))
    } catch (error) {
      reset()
      toast.error(IMPORT_TEXT.unreadable, 'dashboard')
      console.warn('The files could not be read.', error)
    }
    setSyncing(false)
  }
  const startImport = async () => {
    // The server detects duplicates too, so the import works even if the device lacks entries.
    try {
      await runImport()
    } catch (error) {
      toast.error(IMPORT_TEXT.interrupted, 'dashboard')
      console.warn('The import was cut off.', error)
    }
    await sync()
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setDragging(false)
    void prepareImport([...event.dataTransfer.files])
  }
  return (
    <section
      aria-labelledby="import-title"
      className="archive-form"
      data-dragging={isDragging || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setDragging(true)
      }}
      onDragLeave={() => setDragging(false)}
      onDrop={onDrop}
    >
      <h3 id="import-title" className="panel-title">
        {IMPORT_TEXT.title}
      </h3>
      <p className="muted">{IMPORT_TEXT.hint}</p>
      <input
        ref={fileInput}
        type="file"
        multiple
        hidden
        aria-label={IMPORT_TEXT.files}
        accept=".zip,.json,.md,.markdown,.txt"
        onChange={({ target }) => {
          void prepareImport([...(target.files ?? [])])
          // Without this line, selecting the same file again would not fire a `change` event.
          target.value = ''
        }}
      />
      <Button large className="archive-choose" disabled={isBusy} onClick={() => fileInput.current?.click()}>
        <Upload size={16} aria-hidden />
        {IMPORT_TEXT.choose}
      </Button>
      <div role="status">{isReading && <p>{IMPORT_TEXT.reading}</p>}</div>
      {'fresh' in importing && (
        <ImportReport importing={importing} onStart={() => void startImport()} onCancel={cancel} onReset={reset} />
      )}
    </section>
  )
}

type ReportProps = {
  readonly importing: Extract<ImportState, { fresh: unknown }>
  readonly onStart: () => void
  readonly onCancel: () => void
  readonly onReset: () => void
}

/** Shows the preview of the import, then its progress and its result. */
function ImportReport({ importing, onStart, onCancel, onReset }: ReportProps) {
  const { step, fresh, duplicates, errors, notes, ignored, added, handled } = importing
  const remaining = fresh.length - handled
  return (
    <div className="archive-report">
      <div role="status">
        <p>{HEADLINE[step](importing)}</p>
        {duplicates > 0 && <p className="muted">{IMPORT_TEXT.duplicates(duplicates)}</p>}
        {Object.keys(ignored).length > 0 && (
          <p className="muted">{IMPORT_TEXT.ignored(extensionCountsText(ignored))}</p>
        )}
      </div>
      {step === 'importing' && (
        <progress className="archive-progress" aria-label={IMPORT_TEXT.title} max={fresh.length} value={handled} />
      )}
      {step === 'ready' && <Preview fresh={fresh} />}
      <ErrorList title={IMPORT_TEXT.errorCount(errors.length)} name={IMPORT_TEXT.errors} errors={errors} />
      <ErrorList title={IMPORT_TEXT.changeCount(notes.length)} name={IMPORT_TEXT.changes} errors={notes} />
      <div className="archive-actions">
        {step === 'importing' ? (
          <Button large onClick={onCancel}>
            {COMMON_TEXT.cancel}
          </Button>
        ) : (
          <>
            {remaining > 0 && (
              <Button large look="primary" onClick={onStart}>
                {IMPORT_TEXT.start(remaining)}
              </Button>
            )}
            <Button large onClick={onReset}>
              {added > 0 || remaining === 0 ? COMMON_TEXT.close : COMMON_TEXT.cancel}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

/** Lists the entries as they would be imported. */
function Preview({ fresh }: { readonly fresh: readonly ImportedEntry[] }) {
  if (fresh.length === 0) return null
  return (
    <LimitedList title={IMPORT_TEXT.preview} name={IMPORT_TEXT.preview} rest={fresh.length - MAX_PREVIEW_ENTRIES}>
      {fresh.slice(0, MAX_PREVIEW_ENTRIES).map(({ id, time, level, content, tags }) => (
        <li key={id}>
          <span className="mono small">
            [{dateTimeText(time)}] [{level}]
          </span>{' '}
          {excerptOf(content.trim().split('\n', 1)[0] ?? '')}
          {tags.length > 0 && <span className="muted"> {tags.map((tag) => `#${tag}`).join(' ')}</span>}
        </li>
      ))}
    </LimitedList>
  )
}

type ErrorListProps = { readonly title: string; readonly name: string; readonly errors: readonly ImportIssue[] }

function ErrorList({ title, name, errors }: ErrorListProps) {
  if (errors.length === 0) return null
  return (
    <LimitedList title={<span className="warn">{title}</span>} name={name} rest={errors.length - MAX_SHOWN_ERRORS}>
      {errors.slice(0, MAX_SHOWN_ERRORS).map(({ where, what }) => (
        <li key={`${where} ${what}`}>
          <span className="mono small">{where}</span> {what}
        </li>
      ))}
    </LimitedList>
  )
}

type LimitedListProps = {
  readonly title: ReactNode
  readonly name: string
  /** The number of items that do not fit in the list. Zero or negative if all items fit. */
  readonly rest: number
  readonly children: ReactNode
}

const LimitedList = ({ title, name, rest, children }: LimitedListProps) => (
  <div>
    <p>{title}</p>
    <ul className="archive-errors" aria-label={name}>
      {children}
      {rest > 0 && <li>{IMPORT_TEXT.more(rest)}</li>}
    </ul>
  </div>
)

type Headline = (importing: ReportProps['importing']) => string

const extensionCountsText = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([ending, count]) => `${count} ${ending}`)
    .join(', ')

const HEADLINE: { readonly [step in ReportProps['importing']['step']]: Headline } = {
  ready: ({ fresh, duplicates, errors }) =>
    fresh.length > 0
      ? IMPORT_TEXT.ready(fresh.length)
      : duplicates > 0 && errors.length === 0
        ? IMPORT_TEXT.nothingNew
        : IMPORT_TEXT.nothingToImport,
  importing: ({ fresh, handled }) => IMPORT_TEXT.progress(handled, fresh.length),
  done: ({ added }) => IMPORT_TEXT.done(added),
  canceled: ({ added, fresh }) => IMPORT_TEXT.canceled(added, fresh.length),
  failed: ({ added, fresh }) => IMPORT_TEXT.failed(added, fresh.length),
}
