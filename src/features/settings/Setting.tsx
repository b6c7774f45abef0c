import type { ReactNode } from 'react'

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
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line px-4 py-3 [.panel-head+&]:border-t-0">
      <div className="min-w-0">
        <p className="font-semibold">{name}</p>
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
