import { ChevronLeft, ChevronRight, Printer, X } from 'lucide-react'
import { activityLabel, adjacentPeriod, dayOf, isWeek, type Period } from '#domain/activity/activity.ts'
import { dateText } from '#domain/clock.ts'
import { LIST_TOOL_TEXT } from '#domain/texts/listTools.ts'
import { usePrint } from '#src/stores/print.ts'
import { useJournal } from '#src/stores/journal.ts'
import { Button } from '#src/ui/Button.tsx'
import { useMinute } from '#src/ui/useMinute.ts'
import { useChooseDay } from './useChooseDay.ts'
import { useEntryList, useReadEntry } from './useEntryList.ts'
import './DayBar.css'

/** Shows the day or week that filters the list, with buttons for the previous and the next one and for all entries. */
export function DayBar() {
  const day = useJournal((state) => state.day)
  return day && <Bar day={day} />
}

function Bar({ day }: { readonly day: Period }) {
  const { ids } = useEntryList()
  const print = usePrint((state) => state.print)
  const today = dayOf(useMinute())
  const choose = useChooseDay()
  const readEntry = useReadEntry()
  return (
    <div className="day-bar">
      <Button
        look="ghost"
        aria-label={isWeek(day) ? LIST_TOOL_TEXT.previousWeek : LIST_TOOL_TEXT.previousDay}
        onClick={() => choose(adjacentPeriod(day, -1))}
      >
        <ChevronLeft size={16} aria-hidden />
      </Button>
      <p role="status">{activityLabel(day, ids.length)}</p>
      <Button
        look="ghost"
        aria-label={isWeek(day) ? LIST_TOOL_TEXT.nextWeek : LIST_TOOL_TEXT.nextDay}
        disabled={day.to > today.from}
        onClick={() => choose(adjacentPeriod(day, 1))}
      >
        <ChevronRight size={16} aria-hidden />
      </Button>
      <Button
        look="ghost"
        className="at-end"
        disabled={ids.length === 0}
        onClick={() =>
          print(
            ids.flatMap((id) => readEntry(id) ?? []),
            dateText(day.from),
          )
        }
      >
        <Printer size={16} aria-hidden />
        {LIST_TOOL_TEXT.print}
      </Button>
      <Button look="ghost" onClick={() => choose(null)}>
        <X size={16} aria-hidden />
        {LIST_TOOL_TEXT.showAll}
      </Button>
    </div>
  )
}
