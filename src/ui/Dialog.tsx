import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { isPartOfComposition } from '#domain/keyboard/keys.ts'

type Props = {
  readonly labelledBy: string
  readonly describedBy?: string
  readonly role?: 'dialog' | 'alertdialog'
  /** Called when the user presses Escape or the browser requests to close the dialog in another way. */
  readonly onCancel: () => void
  readonly className: string
  readonly children: ReactNode
}

/**
 * Renders a native modal dialog, which traps the focus, dims the page and restores the focus on close. The focus starts
 * on the element with `data-autofocus`.
 */
export function Dialog({ labelledBy, describedBy, role = 'dialog', onCancel, className, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  // The browser restores the focus only if the dialog is closed before it is removed from the page.
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
      // Each press of Escape is handled here. After two presses, the browser would close the dialog even if `cancel` is
      // prevented.
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        // Escape during an IME composition cancels only the composition.
        if (!isPartOfComposition(event.nativeEvent)) onCancel()
      }}
    >
      {children}
    </dialog>
  )
}
