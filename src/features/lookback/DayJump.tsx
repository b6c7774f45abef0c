import { useState } from 'react'
import { useNavigate } from 'react-router'
import { isoDay } from '#domain/clock.ts'
import { searchPath } from '#domain/search/searchQuery.ts'
import { LOOKBACK_TEXT } from '#domain/texts/lookback.ts'
import { Button } from '#src/ui/Button.tsx'
import { useMinute } from '#src/ui/useMinute.ts'

/** Renders the form that shows the entries of a selected date. */
export function DayJump() {
  const navigate = useNavigate()
  const today = isoDay(useMinute())
  const [day, setDay] = useState(today)
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
        <input
          type="date"
          className="text-input"
          max={today}
          value={day}
          onChange={({ target }) => setDay(target.value)}
        />
      </label>
      <Button large type="submit" disabled={day === ''}>
        {LOOKBACK_TEXT.go}
      </Button>
    </form>
  )
}
