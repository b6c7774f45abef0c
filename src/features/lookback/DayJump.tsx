import { useState } from 'react'
import { useNavigate } from 'react-router'
import { parseDay } from '#domain/activity/activity.ts'
import { dateText, isoDay } from '#domain/clock.ts'
import { searchPath } from '#domain/search/searchQuery.ts'
import { LOOKBACK_TEXT } from '#domain/texts/lookback.ts'
import { Button } from '#src/ui/Button.tsx'
import { useMinute } from '#src/ui/useMinute.ts'

/** Renders the form that shows the entries of a selected date. */
export function DayJump() {
  const navigate = useNavigate()
  const today = isoDay(useMinute())
  const [day, setDay] = useState(today)
  const chosenDay = parseDay(day)
  return (
    <form
      className="lookback-jump"
      onSubmit={(event) => {
        event.preventDefault()
        if (day !== '') void navigate(searchPath(`on:${day}`))
      }}
    >
      <label>
        <span className="silk">{LOOKBACK_TEXT.goToDay}</span>
        <span className="date-field" data-covered={chosenDay !== undefined || undefined}>
          <input
            type="date"
            className="text-input"
            max={today}
            value={day}
            onChange={({ target }) => setDay(target.value)}
          />
          {chosenDay && <span aria-hidden>{dateText(chosenDay.from)}</span>}
        </span>
      </label>
      <Button large type="submit" disabled={day === ''}>
        {LOOKBACK_TEXT.go}
      </Button>
    </form>
  )
}
