import type { ReactNode } from 'react'
import './Setting.css'

/** One ruled row of the settings: what it is, what it does, and its control. */
export function Setting({
  name,
  hint,
  hintId,
  children,
}: {
  readonly name: string
  readonly hint?: string
  /** For a control that the hint describes. */
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
