import { ChevronLeft, Eraser, Pencil, Save, Trash2, X, type LucideIcon } from 'lucide-react'
import { Key } from '#src/ui/Key.tsx'

type Props = {
  readonly editing: boolean
  readonly saving: boolean
  readonly onBack: () => void
  readonly onDelete: () => void
  readonly onEdit: () => void
  readonly onCancel: () => void
  readonly onClear: () => void
  readonly onSave: () => void
}

/** The keys over one entry: those for reading, or those for editing. */
export function LogToolbar({ editing, saving, onBack, onDelete, onEdit, onCancel, onClear, onSave }: Props) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <ToolKey icon={ChevronLeft} name="Back" className="mr-auto" onClick={onBack} />
      {editing ? (
        <>
          <ToolKey icon={X} name="Cancel" onClick={onCancel} />
          <ToolKey icon={Eraser} name="Clear" onClick={onClear} />
          <Key look="primary" className="max-wide:px-2" aria-disabled={saving} onClick={onSave}>
            <Save size={16} aria-hidden />
            {saving ? 'Saving...' : 'Save'}
          </Key>
        </>
      ) : (
        <>
          <ToolKey icon={Trash2} name="Delete" onClick={onDelete} />
          <ToolKey icon={Pencil} name="Edit" onClick={onEdit} />
        </>
      )}
    </div>
  )
}

type ToolKeyProps = {
  readonly icon: LucideIcon
  readonly name: string
  readonly className?: string
  readonly onClick: () => void
}

function ToolKey({ icon: Icon, name, className = '', onClick }: ToolKeyProps) {
  return (
    <Key className={`max-wide:px-2 ${className}`} onClick={onClick}>
      <Icon size={16} aria-hidden />
      {name}
    </Key>
  )
}
