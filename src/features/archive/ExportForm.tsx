import { useState } from 'react'
import { Download, Printer } from 'lucide-react'
import type { LogEntry } from '#domain/entry/entry.ts'
import { LOG_TEXT } from '#domain/texts/specification.ts'
import { EXPORT_TEXT } from '#domain/texts/export.ts'
import { useArchive } from '#src/stores/archive.ts'
import { usePrint } from '#src/stores/print.ts'
import { useJournal } from '#src/stores/journal.ts'
import { useSession } from '#src/stores/userStore.ts'
import { Button } from '#src/ui/Button.tsx'
import { toast } from '#src/ui/toast.tsx'

const FORMATS = [
  {
    format: 'zip',
    name: EXPORT_TEXT.zip,
    says: EXPORT_TEXT.zipHint,
  },
  { format: 'json', name: EXPORT_TEXT.json, says: EXPORT_TEXT.jsonHint },
  {
    format: 'text',
    name: EXPORT_TEXT.text,
    says: EXPORT_TEXT.textHint,
  },
] as const

/** Exports all entries, or the results of a search, to a file or to the printer. */
export function ExportForm() {
  const save = useArchive((state) => state.save)
  const findAll = useJournal((state) => state.findAll)
  const sync = useJournal((state) => state.whenSynced)
  const [format, setFormat] = useState<(typeof FORMATS)[number]['format']>('zip')
  const [search, setSearch] = useState('')
  const [busy, setBusy] = useState(false)
  const session = useSession()
  const isComplete = () => useJournal.of(session).getState().isComplete
  const print = usePrint((state) => state.print)
  const exportWith = async (output: (entries: readonly LogEntry[]) => Promise<void>) => {
    if (busy) return
    setBusy(true)
    try {
      await sync()
      const entries = await findAll(search)
      if (!isComplete()) toast.error(EXPORT_TEXT.incomplete, 'dashboard')
      else if (entries.length === 0) toast.error(LOG_TEXT.nothingToExport, 'dashboard')
      else await output(entries)
    } catch (error) {
      toast.error(EXPORT_TEXT.failed, 'dashboard')
      console.warn('The export failed.', error)
    }
    setBusy(false)
  }
  const saveFile = () =>
    exportWith(async (entries) => {
      await save(format, entries)
      toast.success(LOG_TEXT.exported, 'dashboard')
    })
  const printAll = () => exportWith(async (entries) => print(entries, search.trim() || EXPORT_TEXT.printTitle))
  return (
    <form
      aria-labelledby="export-title"
      className="archive-form"
      onSubmit={(event) => {
        event.preventDefault()
        void saveFile()
      }}
    >
      <h3 id="export-title" className="panel-title">
        {EXPORT_TEXT.title}
      </h3>
      <fieldset className="archive-choices">
        <legend className="sr-only">{EXPORT_TEXT.format}</legend>
        {FORMATS.map((one) => (
          <label key={one.format}>
            <input type="radio" name="format" checked={one.format === format} onChange={() => setFormat(one.format)} />
            <span>
              {one.name}
              <small>{one.says}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <label className="labeled-input">
        <span className="silk">{EXPORT_TEXT.filter}</span>
        <input
          className="text-input"
          placeholder={EXPORT_TEXT.filterHint}
          autoComplete="off"
          autoCapitalize="none"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </label>
      <div className="archive-actions">
        <Button large look="primary" type="submit" aria-disabled={busy}>
          <Download size={16} aria-hidden />
          {busy ? EXPORT_TEXT.exporting : EXPORT_TEXT.save}
        </Button>
        <Button large aria-disabled={busy} onClick={() => void printAll()}>
          <Printer size={16} aria-hidden />
          {EXPORT_TEXT.print}
        </Button>
      </div>
    </form>
  )
}
