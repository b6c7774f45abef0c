import { useState } from 'react'
import { RefreshCw } from 'lucide-react'
import { useUpdate } from '#src/stores/update.ts'
import { Key } from '#src/ui/Button.tsx'
import '#src/themes/update.css'

/** Offers the newer version of the app, which nobody is made to take at once. */
export function UpdateBar() {
  const replace = useUpdate((state) => state.applyUpdate)
  const [asked, setAsked] = useState(false)
  const reload = () => {
    if (asked) return
    setAsked(true)
    void replace()
  }
  return (
    <div role="status" className="update-bar">
      <Key look="primary" aria-disabled={asked} onClick={reload}>
        <RefreshCw size={14} aria-hidden />
        {asked ? 'Reloading…' : 'New version: reload'}
      </Key>
      <p className="secondary">What you are writing is kept.</p>
    </div>
  )
}
