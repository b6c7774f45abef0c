import { useId } from 'react'
import { Trash2 } from 'lucide-react'
import { Dialog } from './Dialog.tsx'
import { Key } from './Key.tsx'

type Props = {
  readonly title: string
  readonly text: string
  readonly action: string
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** Asks before something is destroyed. The focus starts on the way out. */
export function ConfirmDialog({ title, text, action, onConfirm, onCancel }: Props) {
  const id = useId()
  return (
    <Dialog
      role="alertdialog"
      labelledBy={`${id}-title`}
      describedBy={`${id}-text`}
      onCancel={onCancel}
      className="panel layer m-auto w-[25rem] max-w-[calc(100vw-1.5rem)] bg-raised p-5"
    >
      <h2 id={`${id}-title`} className="panel-title flex items-center gap-2 text-danger normal-case">
        <Trash2 size={16} aria-hidden />
        {title}
      </h2>
      <p id={`${id}-text`} className="mt-4">
        {text}
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Key large data-autofocus onClick={onCancel}>
          Cancel
        </Key>
        <Key large look="danger" onClick={onConfirm}>
          {action}
        </Key>
      </div>
    </Dialog>
  )
}
