import { memo } from 'react'
import { dayText } from '#domain/clock.ts'
import { entriesText } from '#domain/entry/entryCount.ts'
import { LOG_TEXT } from '#domain/texts/specification.ts'
import './LogDays.css'

type HeadingProps = {
  /** The start of the day; null for entries without a time. */
  readonly time: number | null
  /** The number of entries of the day. Undefined if some of them may not be loaded yet. */
  readonly entries: number | undefined
}

/** A day in the list. `top` and `bottom` are the edges of its rendered rows in px. */
export type RenderedDay = HeadingProps & { readonly top: number; readonly bottom: number }

/**
 * Shows the day of the rows at the top of the screen. The headings of the days are in the rows themselves, so assistive
 * technology ignores these copies.
 */
export function LogDays({ days }: { readonly days: readonly RenderedDay[] }) {
  return (
    <div className="log-days" aria-hidden="true">
      {days.map(({ time, entries, top, bottom }) => (
        <div key={time ?? 'unknown'} style={{ top, height: bottom - top }}>
          <p className="log-day">
            <DayText time={time} entries={entries} />
          </p>
        </div>
      ))}
    </div>
  )
}

/** The heading above the first row of a day. */
export function DayHeading(props: HeadingProps) {
  return (
    <h3 className="log-day">
      <DayText {...props} />
    </h3>
  )
}

/** Shows a day, such as `Mon 16 Nov 2026, 3 entries`. Memoized, because formatting a date at each scroll is slow. */
const DayText = memo(function DayText({ time, entries }: HeadingProps) {
  const day = time === null ? LOG_TEXT.dateUnknown : dayText(time)
  return entries === undefined ? day : `${day}, ${entriesText(entries)}`
})
