import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { isPartOfComposition } from '#domain/keyboard/keys.ts'

type Props = {
  readonly labelledBy: string
  readonly describedBy?: string
  readonly role?: 'dialog' | 'alertdialog'
  /** Escape, or anything else by which the browser would close it. */
  readonly onCancel: () => void
  readonly className: string
  readonly children: ReactNode
}

/**
 * The browser's own modal dialog: it holds the focus, dims the rest and gives the focus back.
 * The focus starts on the part marked `data-autofocus`.
 */
export function Dialog({ labelledBy, describedBy, role = 'dialog', onCancel, className, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Closed before it is taken off the page: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    opened?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => opened?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      className={className}
      onCancel={(event) => {
        event.preventDefault()
        onCancel()
      }}
      // A second Escape closes a dialog even where `cancel` was prevented: it is always handled as the first.
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        // That Escape gives up what is being composed, and nothing else.
        if (!isPartOfComposition(event.nativeEvent)) onCancel()
      }}
    >
      {children}
    </dialog>
  )
}
