import { GENERAL_SETTINGS_TEXT } from '#domain/texts/generalSettings.ts'
import './Switch.css'
export function Switch({
  name,
  on,
  busy = false,
  onChange,
}: {
  readonly name: string
  readonly on: boolean
  /** If true, presses have no effect. */
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
      <span>{on ? GENERAL_SETTINGS_TEXT.on : GENERAL_SETTINGS_TEXT.off}</span>
    </button>
  )
}
