import { useState } from 'react'
import { Download, Printer } from 'lucide-react'
import type { LogEntry } from '#domain/entry/entry.ts'
import { LOG_TEXT } from '#domain/texts/specification.ts'
import { useArchive } from '#src/stores/archive.ts'
import { usePrint } from '#src/stores/print.ts'
import { useSearch } from '#src/stores/search.ts'
import { Button } from '#src/ui/Button.tsx'
import { toast } from '#src/ui/toast.tsx'

const FORMATS = [
  {
    format: 'zip',
    name: 'Markdown files',
    says: 'A .zip with one file per entry. Can be read by anything, and imported again.',
  },
  { format: 'json', name: 'JSON', says: 'One .json file for programs. Can be imported again.' },
  {
    format: 'text',
    name: 'One text',
    says: 'One .md file to read or print, as the Export key saves it: times, levels and texts.',
  },
] as const

/** Exports all entries, or the results of a search, to a file or to the printer. */
export function ExportForm() {
  const save = useArchive((state) => state.save)
  const findAll = useSearch((state) => state.findAll)
  const sync = useSearch((state) => state.sync)
  const [format, setFormat] = useState<(typeof FORMATS)[number]['format']>('zip')
  const [search, setSearch] = useState('')
  const [busy, setBusy] = useState(false)
  const print = usePrint((state) => state.print)
  const exportWith = async (output: (entries: readonly LogEntry[]) => Promise<void>) => {
    if (busy) return
    setBusy(true)
    try {
      await sync()
      const entries = await findAll(search)
      if (!useSearch.getState().complete)
        toast.error('Not all entries have been read yet. Connect and try again.', 'dashboard')
      else if (entries.length === 0) toast.error(LOG_TEXT.nothingToExport, 'dashboard')
      else await output(entries)
    } catch (error) {
      toast.error('Failed to export logs.', 'dashboard')
      console.warn('The export failed.', error)
    }
    setBusy(false)
  }
  const saveFile = () =>
    exportWith(async (entries) => {
      await save(format, entries)
      toast.success(LOG_TEXT.exported, 'dashboard')
    })
  const printAll = () => exportWith(async (entries) => print(entries, search.trim() || 'Operation Logs'))
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
        Export
      </h3>
      <fieldset className="archive-choices">
        <legend className="sr-only">Format</legend>
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
        <span className="silk">Only entries that match</span>
        <input
          className="text-input"
          placeholder="All entries"
          autoComplete="off"
          autoCapitalize="none"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </label>
      <div className="archive-actions">
        <Button large look="primary" type="submit" aria-disabled={busy}>
          <Download size={16} aria-hidden />
          {busy ? 'Exporting…' : 'Save file'}
        </Button>
        <Button large aria-disabled={busy} onClick={() => void printAll()}>
          <Printer size={16} aria-hidden />
          Print
        </Button>
      </div>
    </form>
  )
}
