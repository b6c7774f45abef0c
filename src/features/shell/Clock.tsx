import { dayText } from '#domain/clock.ts'
import { SHELL_TEXT } from '#domain/texts/shell.ts'
import { useHydrated } from '#src/boot/useHydrated.ts'
import { useMinute } from '#src/ui/useMinute.ts'
import { useTimeText } from '#src/ui/useTimeText.ts'
import './Clock.css'

/** Shows the time and, on wide screens, the date. Until hydration, shows a placeholder. */
export function Clock() {
  const now = useMinute()
  const timeText = useTimeText()
  return (
    <p className="mono clock">
      <span className="silk wide-only">{SHELL_TEXT.clock}</span>
      <span className="silk phone-only">{SHELL_TEXT.clockShort}</span>
      {useHydrated() ? (
        <time dateTime={new Date(now).toISOString()}>
          <span className="wide-only">{dayText(now)} </span>
          {timeText(now)}
        </time>
      ) : (
        <span aria-hidden="true">
          <span className="wide-only">--- -- --- ---- </span>
          --:--
        </span>
      )}
    </p>
  )
}
