import { useId, type ReactNode } from 'react'
import { Trash, TriangleAlert } from 'lucide-react'
import { COMMON_TEXT } from '#domain/texts/common.ts'
import './Dialog.css'
import { Dialog } from './Dialog.tsx'
import { Button } from './Button.tsx'

type Choice = { readonly name: string; readonly onChoose: () => void }

type Props = {
  readonly title: string
  readonly text: ReactNode
  readonly action: string
  readonly onConfirm: () => void
  readonly onCancel: () => void
  /** The label of the cancel button. */
  readonly cancel?: string
  /** Buttons for alternatives that delete no data. */
  readonly others?: readonly Choice[]
  readonly children?: ReactNode
}

/** Asks for confirmation of a destructive action. The focus starts on the cancel button. */
export function ConfirmDialog({
  title,
  text,
  action,
  onConfirm,
  onCancel,
  cancel = COMMON_TEXT.cancel,
  others,
  children,
}: Props) {
  const id = useId()
  const Icon = others ? TriangleAlert : Trash
  return (
    <Dialog
      role="alertdialog"
      labelledBy={`${id}-title`}
      describedBy={`${id}-text`}
      onCancel={onCancel}
      className={`panel layer ask ${children ? 'ask-wide' : ''}`}
    >
      <h2 id={`${id}-title`} className="panel-title confirm-title">
        <Icon size={16} aria-hidden />
        {title}
      </h2>
      <p id={`${id}-text`} className="confirm-text">
        {text}
      </p>
      {children}
      <div className="dialog-actions">
        <Button large data-autofocus onClick={onCancel}>
          {cancel}
        </Button>
        {others?.map(({ name, onChoose }) => (
          <Button key={name} large onClick={onChoose}>
            {name}
          </Button>
        ))}
        <Button large look="danger" onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
