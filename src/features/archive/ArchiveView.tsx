import './ArchiveView.css'
import '#src/styles/labeledInput.css'
import { ExportForm } from './ExportForm.tsx'
import { ImportForm } from './ImportForm.tsx'

export function ArchiveView() {
  return (
    <div className="archive-view">
      <ExportForm />
      <ImportForm />
    </div>
  )
}
