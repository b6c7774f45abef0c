import type { ReactNode } from 'react'
import './Setting.css'

/** Renders one row of the settings: name, hint and control. */
export function Setting({
  name,
  hint,
  hintId,
  children,
}: {
  readonly name: string
  readonly hint?: string
  /** The hint's id, for the control's `aria-describedby`. */
  readonly hintId?: string
  readonly children: ReactNode
}) {
  return (
    <div className="setting">
      <div className="setting-text">
        <p className="setting-name">{name}</p>
        {hint && (
          <p id={hintId} className="secondary">
            {hint}
          </p>
        )}
      </div>
      {children}
    </div>
  )
}
