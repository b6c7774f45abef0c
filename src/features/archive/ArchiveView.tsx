import './ArchiveView.css'
import '#src/styles/filterField.css'
import { ExportForm } from './ExportForm.tsx'
import { ImportForm } from './ImportForm.tsx'

/** The journal as files: out of here, and from elsewhere. */
export function ArchiveView() {
  return (
    <div className="archive-view">
      <ExportForm />
      <ImportForm />
    </div>
  )
}
