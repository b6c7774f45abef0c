import { OctagonAlert } from 'lucide-react'

/** A message that something is wrong, beside the thing it is about. Screen readers hear it when it appears. */
export function Fault({ id, text }: { readonly id?: string; readonly text: string | undefined }) {
  return (
    <div role="alert" id={id}>
      {text && (
        <p className="fault">
          <OctagonAlert size={16} aria-hidden />
          <span>{text}</span>
        </p>
      )}
    </div>
  )
}
