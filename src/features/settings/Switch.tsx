/** Something that is on or off. */
export function Switch({
  name,
  on,
  onChange,
}: {
  readonly name: string
  readonly on: boolean
  readonly onChange: (on: boolean) => void
}) {
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={on}
      aria-label={name}
      onClick={() => onChange(!on)}
    >
      <span className="w-6 text-left">{on ? 'On' : 'Off'}</span>
    </button>
  )
}
