import { dayOf } from '#domain/activity/activity.ts'
import { dayText } from '#domain/clock.ts'
import { entriesText } from '#domain/entry/entryCount.ts'
import { LOG_TEXT } from '#domain/texts/specification.ts'
import './LogDays.css'

/** The rendered rows of one day, as positions in the list in px. */
export type RenderedDay = { readonly key: string; readonly text: string; readonly from: number; readonly to: number }

/**
 * Shows the day of the rows at the top of the screen. The headings of the days are in the rows themselves, so assistive
 * technology ignores these copies.
 */
export function LogDays({ days }: { readonly days: readonly RenderedDay[] }) {
  return (
    <div className="log-days" aria-hidden="true">
      {days.map(({ key, text, from, to }) => (
        <div key={key} style={{ top: from, height: to - from }}>
          <p className="log-day">{text}</p>
        </div>
      ))}
    </div>
  )
}

/** The heading above the first row of a day. */
export function DayHeading({ text }: { readonly text: string }) {
  return <h3 className="log-day">{text}</h3>
}

const NO_TIME = 'none'

export const dayKeyOf = (time: number | null): string => (time === null ? NO_TIME : dayOf(time).key)

/**
 * Returns the heading of a day, such as `Mon 16 Nov 2026, 3 entries`.
 * @param entries undefined if the list may not contain all entries of the day
 */
export const dayHeading = (time: number | null, entries: number | undefined): string =>
  [time === null ? LOG_TEXT.dateUnknown : dayText(time), ...(entries === undefined ? [] : [entriesText(entries)])].join(
    ', ',
  )
