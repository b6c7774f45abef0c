import { RefreshCw } from 'lucide-react'
import { Button } from '#src/ui/Button.tsx'
import './UpdateBar.css'

/** Shows that IndexedDB does not respond, and offers a reload when it responds again. */
export function StorageBar({ state }: { readonly state: 'silent' | 'back' }) {
  return (
    <div role="status" className="update-bar">
      {state === 'back' && (
        <Button look="primary" onClick={() => window.location.reload()}>
          <RefreshCw size={14} aria-hidden />
          Reload
        </Button>
      )}
      <p className="secondary">
        {state === 'back'
          ? 'This browser’s storage answers again. Reload to use it; what you are writing is kept.'
          : 'This browser’s storage does not answer. Your entries come from the server, and only drafts are kept on this device. Close other tabs of SITREP, or restart the browser.'}
      </p>
    </div>
  )
}
