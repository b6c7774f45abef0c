import { RefreshCw } from 'lucide-react'
import { BAR_TEXT } from '#domain/texts/shellBars.ts'
import { Button } from '#src/ui/Button.tsx'
import './UpdateBar.css'

/** Reports that IndexedDB does not respond. When IndexedDB responds again, offers a reload. */
export function StorageBar({ state }: { readonly state: 'silent' | 'back' }) {
  return (
    <div role="status" className="update-bar">
      {state === 'back' && (
        <Button look="primary" onClick={() => window.location.reload()}>
          <RefreshCw size={14} aria-hidden />
          {BAR_TEXT.reload}
        </Button>
      )}
      <p className="secondary">{state === 'back' ? BAR_TEXT.storageBack : BAR_TEXT.storageSilent}</p>
    </div>
  )
}
