import { useState } from 'react'
import { RefreshCw } from 'lucide-react'
import { BAR_TEXT } from '#domain/texts/shellBars.ts'
import { useUpdate } from '#src/stores/update.ts'
import { Button } from '#src/ui/Button.tsx'
import './UpdateBar.css'

/** Offers to reload with a new version of the app. */
export function UpdateBar() {
  const applyUpdate = useUpdate((state) => state.applyUpdate)
  const [isReloading, setReloading] = useState(false)
  const reload = () => {
    if (isReloading) return
    setReloading(true)
    void applyUpdate()
  }
  return (
    <div role="status" className="update-bar">
      <Button look="primary" aria-disabled={isReloading} onClick={reload}>
        <RefreshCw size={14} aria-hidden />
        {isReloading ? BAR_TEXT.reloading : BAR_TEXT.newVersion}
      </Button>
      <p className="secondary">{BAR_TEXT.textKept}</p>
    </div>
  )
}
