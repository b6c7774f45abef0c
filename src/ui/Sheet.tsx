import type { ReactNode } from 'react'
import { dateText } from '#domain/clock.ts'
import { wordCount, type LogEntry } from '#domain/entry/entry.ts'
import { LOG_TEXT } from '#domain/texts/specification.ts'
import { ENTRY_TEXT } from '#domain/texts/entry.ts'
import './Sheet.css'
import { EyesOnlyMark } from './EyesOnlyMark.tsx'
import { useTimeText } from './useTimeText.ts'

/** Smaller differences between the clocks of the server and the device are not shown. */
const CLOCK_DIFFERENCE_MS = 5 * 60_000

type Props = {
  readonly title: string
  readonly titleShown?: boolean
  readonly entry: LogEntry | undefined
  readonly countedText: string
  readonly children: ReactNode
  readonly footer?: ReactNode
  /** Shown at the end of the header. */
  readonly stamp?: ReactNode
}

/** Renders an entry as a message form: header cells, then the content. */
export function Sheet({ title, titleShown = false, entry, countedText, children, footer, stamp }: Props) {
  return (
    <article className="panel sheet">
      <header className="sheet-head">
        <h1 className={titleShown ? 'sheet-cell sheet-title page-title' : 'sr-only'}>{title}</h1>
        {entry && <Times entry={entry} />}
        <SheetCell name={ENTRY_TEXT.words}>{wordCount(countedText)}</SheetCell>
        {entry?.eyesOnly && (
          <SheetCell name={ENTRY_TEXT.analysis}>
            <EyesOnlyMark />
          </SheetCell>
        )}
        {entry?.queued && (
          <SheetCell name={ENTRY_TEXT.state}>
            <span className="lamp warn">{ENTRY_TEXT.queued}</span>
          </SheetCell>
        )}
        {stamp && <div className="sheet-stamp">{stamp}</div>}
      </header>
      <div className="sheet-body">{children}</div>
      {footer}
    </article>
  )
}

function Times({ entry: { timestamp, lastUpdated, updatedAt, clientTime, frequency } }: { readonly entry: LogEntry }) {
  const timeText = useTimeText()
  /** Returns the time, with its date only if the date differs from the entry's date. */
  const momentText = (moment: number): string =>
    timestamp !== null && dateText(timestamp) === dateText(moment)
      ? timeText(moment)
      : `${dateText(moment)} ${timeText(moment)}`
  const changed = updatedAt ?? lastUpdated
  const isWrittenEarlier = timestamp !== null && clientTime !== null && timestamp - clientTime > CLOCK_DIFFERENCE_MS
  return (
    <>
      <SheetCell name={ENTRY_TEXT.time}>
        {timestamp === null ? LOG_TEXT.dateUnknown : `${dateText(timestamp)} ${timeText(timestamp)}`}
      </SheetCell>
      {isWrittenEarlier && <SheetCell name={ENTRY_TEXT.written}>{momentText(clientTime)}</SheetCell>}
      {changed !== null && changed !== timestamp && (
        <SheetCell name={ENTRY_TEXT.updated}>{momentText(changed)}</SheetCell>
      )}
      {frequency !== null && <SheetCell name={ENTRY_TEXT.megahertz}>{frequency.toFixed(1)}</SheetCell>}
    </>
  )
}

export function SheetCell({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="sheet-cell">
      <p className="silk">{name}</p>
      <div className="mono sheet-value">{children}</div>
    </div>
  )
}
