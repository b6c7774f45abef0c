import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { Upload } from 'lucide-react'
import { stampText } from '#domain/clock.ts'
import type { ImportedEntry, ImportFault } from '#domain/archive/importedEntry.ts'
import { excerptOf } from '#domain/entry/entry.ts'
import { entriesText } from '#domain/entry/entryCount.ts'
import { useArchive, type ImportState } from '#src/stores/archive.ts'
import { useAuth } from '#src/stores/auth.ts'
import { useSearch } from '#src/stores/search.ts'
import { Key } from '#src/ui/Button.tsx'
import { toast } from '#src/ui/toast.tsx'

/** Faults and notes beyond these are counted. */
const SHOWN = 100
/** And entries beyond these. */
const PREVIEWED = 20

/** Reads files, says what would be added, and adds it. */
export function ImportForm() {
  const importing = useArchive((state) => state.importing)
  const read = useArchive((state) => state.readFiles)
  const run = useArchive((state) => state.runImport)
  const cancel = useArchive((state) => state.cancel)
  const reset = useArchive((state) => state.reset)
  const all = useSearch((state) => state.findAll)
  const sync = useSearch((state) => state.sync)
  /** The copy that files are compared with hears what is new. */
  const [hearing, setHearing] = useState(false)
  const [dragging, setDragging] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const reading = hearing || importing.step === 'reading'
  const busy = reading || importing.step === 'importing'
  const take = async (files: readonly File[]) => {
    if (files.length === 0 || busy) return
    setHearing(true)
    try {
      await sync()
      await read(files, await all(''))
    } catch (error) {
      reset()
      toast.error('These files could not be read.', 'dashboard')
      console.warn('The files could not be read.', error)
    }
    setHearing(false)
  }
  const start = async () => {
    // What is there already the server knows, also where the copy could not be opened.
    const { user } = useAuth.getState()
    if (!user) return
    try {
      await run(user.uid)
    } catch (error) {
      toast.error('The import was cut off. Connect and press Import again for the rest.', 'dashboard')
      console.warn('The import was cut off.', error)
    }
    await sync()
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setDragging(false)
    void take([...event.dataTransfer.files])
  }
  return (
    <section
      aria-labelledby="import-title"
      className="archive-form"
      data-dragging={dragging || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setDragging(true)
      }}
      onDragLeave={() => setDragging(false)}
      onDrop={onDrop}
    >
      <h3 id="import-title" className="panel-title">
        Import
      </h3>
      <p className="text-muted">
        From SITREP (.zip, .json, .md), Day One (.zip or .json), or any Markdown and text files. Nothing is written
        before you have seen what would be.
      </p>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label="Files to import"
        accept=".zip,.json,.md,.markdown,.txt"
        onChange={({ target }) => {
          void take([...(target.files ?? [])])
          // The same file can be chosen again.
          target.value = ''
        }}
      />
      <Key large className="justify-self-start" disabled={busy} onClick={() => chooser.current?.click()}>
        <Upload size={16} aria-hidden />
        Choose files
      </Key>
      <div role="status">{reading && <p>Reading files…</p>}</div>
      {'fresh' in importing && (
        <Report importing={importing} onStart={() => void start()} onCancel={cancel} onReset={reset} />
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

/** The dry run, then the import itself. */
function Report({ importing, onStart, onCancel, onReset }: ReportProps) {
  const { step, fresh, duplicates, faults, notes, ignored, added, handled } = importing
  const rest = fresh.length - handled
  return (
    <div className="grid gap-3">
      <div role="status">
        <p>{HEADLINE[step](importing)}</p>
        {duplicates > 0 && <p className="text-muted">{entriesText(duplicates)} there already, skipped.</p>}
        {Object.keys(ignored).length > 0 && (
          <p className="text-muted">Other files are not imported: {endings(ignored)}.</p>
        )}
      </div>
      {step === 'importing' && (
        <progress className="archive-progress" aria-label="Import" max={fresh.length} value={handled} />
      )}
      {step === 'ready' && <Preview fresh={fresh} />}
      <Faults
        title={`${entriesText(faults.length)} cannot be imported`}
        name="What cannot be imported"
        faults={faults}
      />
      <Faults
        title={
          notes.length === 1 ? '1 change to what the files have' : `${notes.length} changes to what the files have`
        }
        name="What is changed"
        faults={notes}
      />
      <div className="flex flex-wrap gap-3">
        {step === 'importing' ? (
          <Key large onClick={onCancel}>
            Cancel
          </Key>
        ) : (
          <>
            {rest > 0 && (
              <Key large look="primary" onClick={onStart}>
                Import {entriesText(rest)}
              </Key>
            )}
            <Key large onClick={onReset}>
              {added > 0 || rest === 0 ? 'Close' : 'Cancel'}
            </Key>
          </>
        )}
      </div>
    </div>
  )
}

/** The entries as they would be: when, what and with which tags. */
function Preview({ fresh }: { readonly fresh: readonly ImportedEntry[] }) {
  if (fresh.length === 0) return null
  return (
    <Listed title="Preview" name="Preview" rest={fresh.length - PREVIEWED}>
      {fresh.slice(0, PREVIEWED).map(({ id, time, level, content, tags }) => (
        <li key={id}>
          <span className="mono text-sm">
            [{stampText(time)}] [{level}]
          </span>{' '}
          {excerptOf(content.trim().split('\n', 1)[0] ?? '')}
          {tags.length > 0 && <span className="text-muted"> {tags.map((tag) => `#${tag}`).join(' ')}</span>}
        </li>
      ))}
    </Listed>
  )
}

type FaultsProps = { readonly title: string; readonly name: string; readonly faults: readonly ImportFault[] }

function Faults({ title, name, faults }: FaultsProps) {
  if (faults.length === 0) return null
  return (
    <Listed title={<span className="text-warn">{title}</span>} name={name} rest={faults.length - SHOWN}>
      {faults.slice(0, SHOWN).map(({ where, what }) => (
        <li key={`${where} ${what}`}>
          <span className="mono text-sm">{where}</span> {what}
        </li>
      ))}
    </Listed>
  )
}

type ListedProps = {
  readonly title: ReactNode
  readonly name: string
  /** How many are not shown. */
  readonly rest: number
  readonly children: ReactNode
}

const Listed = ({ title, name, rest, children }: ListedProps) => (
  <div>
    <p>{title}</p>
    <ul className="archive-faults" aria-label={name}>
      {children}
      {rest > 0 && <li>and {rest} more</li>}
    </ul>
  </div>
)

type Headline = (importing: ReportProps['importing']) => string

const endings = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([ending, count]) => `${count} ${ending}`)
    .join(', ')

const HEADLINE: { readonly [step in ReportProps['importing']['step']]: Headline } = {
  ready: ({ fresh }) =>
    fresh.length === 0 ? 'There is nothing new in these files.' : `${entriesText(fresh.length)} would be added.`,
  importing: ({ fresh, handled }) => `Adding entries… ${handled} of ${fresh.length}`,
  done: ({ added }) => `${entriesText(added)} added.`,
  cancelled: ({ added, fresh }) => `Cancelled: ${added} of ${entriesText(fresh.length)} added.`,
  failed: ({ added, fresh }) => `Cut off: ${added} of ${entriesText(fresh.length)} added.`,
}
