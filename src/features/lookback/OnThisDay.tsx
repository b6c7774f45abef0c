import { Link } from 'react-router'
import { dateText } from '#domain/clock.ts'
import { draftTitle } from '#domain/entry/draft.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import { LOOKBACK_TEXT } from '#domain/texts/lookback.ts'
import { useTimeText } from '#src/ui/useTimeText.ts'

const MAX_SHOWN_ENTRIES = 20

/** Lists the entries of this date in other years. */
export function OnThisDay({ entries }: { readonly entries: readonly LogEntry[] }) {
  const timeText = useTimeText()
  return (
    <section aria-labelledby="on-this-day">
      <h3 id="on-this-day" className="page-title">
        {LOOKBACK_TEXT.onThisDay}
      </h3>
      {entries.length === 0 ? (
        <p className="lookback-empty muted">{LOOKBACK_TEXT.nothingOnThisDay}</p>
      ) : (
        <ul className="lookback-days">
          {entries.slice(0, MAX_SHOWN_ENTRIES).map((entry) => (
            <li key={entry.id}>
              <Link to={`/logs/${entry.id}`}>
                <span className="mono small muted">
                  {entry.timestamp !== null && `${dateText(entry.timestamp)} ${timeText(entry.timestamp)}`}
                </span>
                <span>{draftTitle(entry)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
