import { useRef, useState, type KeyboardEvent } from 'react'
import { ACTIVITY_WEEKS, activityText, activityLabel, heatPercent, weekPeriod } from '#domain/activity/activity.ts'
import { LOG_LIST_TEXT } from '#domain/texts/logList.ts'
import { useJournal } from '#src/stores/journal.ts'
import { useMediaQuery } from '#src/ui/useMediaQuery.ts'
import { PHONE_SCREEN } from './screenSizes.ts'
import './ActivityStrip.css'
import { useActivityDays } from './useActivityDays.ts'
import { useChooseDay } from './useChooseDay.ts'

/** The number of days by which each key moves the focus. */
const DAY_STEPS: { readonly [key: string]: number } = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
  Home: -Infinity,
  End: Infinity,
}

/** Shows the number of entries on each day of the last twelve weeks. Selecting a day filters the list. */
export function ActivityStrip() {
  const isPhone = useMediaQuery(PHONE_SCREEN)
  return (
    <div className="heat">
      <p className="silk">{LOG_LIST_TEXT.weeks(ACTIVITY_WEEKS)}</p>
      {isPhone ? <Weeks /> : <Days />}
    </div>
  )
}

function Days() {
  const { weeks, today, entriesOn } = useActivityDays()
  const chosen = useJournal((state) => state.day)
  const choose = useChooseDay()
  const strip = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<string>()
  const days = weeks.flatMap((week) => week.days).filter(({ from }) => from <= today.from)
  const tabStop = days.find(({ key }) => key === (focused ?? chosen?.key)) ?? today

  const onKeyDown = (event: KeyboardEvent) => {
    const step = DAY_STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    const at = days.findIndex(({ key }) => key === tabStop.key) + step
    const next = days[Math.min(Math.max(at, 0), days.length - 1)]
    setFocused(next?.key)
    strip.current?.querySelector<HTMLElement>(`[data-day="${next?.key}"]`)?.focus()
  }
  return (
    <>
      <p className="sr-only">{activityText(weeks, entriesOn)}</p>
      <div ref={strip} className="heat-weeks" role="group" aria-label={LOG_LIST_TEXT.activity} onKeyDown={onKeyDown}>
        {weeks.map((week) => (
          <div key={week.days[0]?.key} className="heat-week">
            {week.days.map((day) =>
              day.from > today.from ? (
                <i key={day.key} />
              ) : (
                <button
                  key={day.key}
                  type="button"
                  data-day={day.key}
                  style={{ '--heat': heatPercent(entriesOn(day)) }}
                  tabIndex={day.key === tabStop.key ? 0 : -1}
                  aria-pressed={day.key === chosen?.key}
                  aria-current={day.key === today.key ? 'date' : undefined}
                  aria-label={activityLabel(day, entriesOn(day))}
                  onFocus={() => setFocused(day.key)}
                  onClick={() => choose(day.key === chosen?.key ? null : day)}
                />
              ),
            )}
            <span className="heat-number">{LOG_LIST_TEXT.week(week.number)}</span>
          </div>
        ))}
      </div>
    </>
  )
}

/** On a phone, a day is too small to be pressed, so each button selects a week. */
function Weeks() {
  const { weeks, entriesOn } = useActivityDays()
  const chosen = useJournal((state) => state.day)
  const choose = useChooseDay()
  return (
    <div className="heat-keys" role="group" aria-label={LOG_LIST_TEXT.activityByWeek}>
      {weeks.map((week) => {
        const period = weekPeriod(week)
        const counts = week.days.map(entriesOn)
        const entries = counts.some((count) => count === undefined)
          ? undefined
          : counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
        return (
          <button
            key={period.key}
            type="button"
            style={{ '--heat': heatPercent(entries) }}
            aria-pressed={period.key === chosen?.key}
            aria-label={`${LOG_LIST_TEXT.weekOf(week.number)}, ${activityLabel(period, entries)}`}
            onClick={() => choose(period.key === chosen?.key ? null : period)}
          >
            <span aria-hidden="true">{week.number}</span>
          </button>
        )
      })}
    </div>
  )
}
