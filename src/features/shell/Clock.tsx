import { dayText } from '#domain/clock.ts'
import { useHydrated } from '#src/boot/useHydrated.ts'
import { useMinute } from '#src/ui/useMinute.ts'
import { useTimeText } from '#src/ui/useTimeText.ts'

/** The time: with its date on wide screens. Refreshed on the minute, every 60 seconds. */
export function Clock() {
  const now = useMinute()
  const timeText = useTimeText()
  return (
    <p className="mono flex items-center gap-2.5 text-[0.8125rem] wide:border-x wide:border-line wide:px-4">
      <span className="silk hidden wide:inline">OPS TIME</span>
      <span className="silk wide:hidden">OPS</span>
      {useHydrated() ? (
        <time className="font-semibold" dateTime={new Date(now).toISOString()}>
          <span className="hidden wide:inline">{dayText(now)} </span>
          {timeText(now)}
        </time>
      ) : (
        <span aria-hidden="true">
          <span className="hidden wide:inline">--- -- --- ---- </span>
          --:--
        </span>
      )}
    </p>
  )
}
