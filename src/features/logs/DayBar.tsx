import { ChevronLeft, ChevronRight, Printer, X } from 'lucide-react'
import { dayOf, dayText, type Day } from '#domain/activity/activity.ts'
import { dateText } from '#domain/clock.ts'
import { useActivity } from '#src/stores/activity.ts'
import { usePrint } from '#src/stores/print.ts'
import { Key } from '#src/ui/Button.tsx'
import { useMinute } from '#src/ui/useMinute.ts'
import { useChooseDay } from './useChooseDay.ts'
import { listedEntry, useListed } from './useListed.ts'

/** The day that the list is narrowed to, with its neighbours and the way back to all entries. */
export function DayBar() {
  const day = useActivity((state) => state.day)
  return day && <Bar day={day} />
}

function Bar({ day }: { readonly day: Day }) {
  const { ids } = useListed()
  const print = usePrint((state) => state.print)
  const today = dayOf(useMinute())
  const choose = useChooseDay()
  return (
    <div className="day-bar">
      <Key look="ghost" aria-label="Day before" onClick={() => choose(dayOf(day.from - 1))}>
        <ChevronLeft size={16} aria-hidden />
      </Key>
      <p role="status">{dayText(day, ids.length)}</p>
      <Key look="ghost" aria-label="Day after" disabled={day.to > today.from} onClick={() => choose(dayOf(day.to))}>
        <ChevronRight size={16} aria-hidden />
      </Key>
      <Key
        look="ghost"
        className="ml-auto"
        disabled={ids.length === 0}
        onClick={() =>
          print(
            ids.flatMap((id) => listedEntry(id) ?? []),
            dateText(day.from),
          )
        }
      >
        <Printer size={16} aria-hidden />
        Print
      </Key>
      <Key look="ghost" onClick={() => choose(null)}>
        <X size={16} aria-hidden />
        Show all
      </Key>
    </div>
  )
}
