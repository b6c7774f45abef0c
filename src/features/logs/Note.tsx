import type { ReactNode } from 'react'
import { useRootAttribute } from '#src/ui/useRootAttribute.ts'

type Props = {
  readonly text: string
  readonly hints?: readonly string[]
  readonly alert?: boolean
  readonly isLoading?: boolean
  readonly children?: ReactNode
}

/** Says why the panel shows no entries. */
export function Note({ text, hints, alert = false, isLoading = false, children }: Props) {
  useRootAttribute('data-list-loading', isLoading)
  return (
    <div role={alert ? 'alert' : 'status'} className={`log-panel-note ${alert ? 'danger' : 'muted'}`}>
      <p>{text}</p>
      {hints?.map((hint) => (
        <p key={hint} className="secondary">
          {hint}
        </p>
      ))}
      {children}
    </div>
  )
}
