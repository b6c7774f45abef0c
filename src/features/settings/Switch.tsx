import './Switch.css'
/** Something that is on or off. */
export function Switch({
  name,
  on,
  busy = false,
  onChange,
}: {
  readonly name: string
  readonly on: boolean
  /** It is being switched: another press does nothing. */
  readonly busy?: boolean
  readonly onChange: (on: boolean) => void
}) {
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={on}
      aria-label={name}
      aria-disabled={busy || undefined}
      onClick={() => {
        if (!busy) onChange(!on)
      }}
    >
      <span>{on ? 'On' : 'Off'}</span>
    </button>
  )
}
