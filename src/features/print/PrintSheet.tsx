import { memo, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { dateText, isoDay } from '#domain/clock.ts'
import { goalOf } from '#domain/entry/goals.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import { LOG_TEXT } from '#domain/texts/specification.ts'
import { entriesText } from '#domain/entry/entryCount.ts'
import { COMMON_TEXT } from '#domain/texts/common.ts'
import { CODEC_TEXT } from '#domain/texts/codec.ts'
import { ENTRY_TEXT } from '#domain/texts/entry.ts'
import { EXPORT_TEXT } from '#domain/texts/export.ts'
import { usePrint, type PrintJob } from '#src/stores/print.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Button } from '#src/ui/Button.tsx'
import Markdown from '#src/ui/Markdown.tsx'
import { useTimeText } from '#src/ui/useTimeText.ts'
import '#src/ui/Dialog.css'
import '#src/styles/print.css'
import './PrintSheet.css'

/** The number of entries rendered in one step. Between steps, the page can respond to input. */
const ENTRIES_PER_STEP = 50

/** Renders the entries for print media only, then opens the browser's print dialog. */
export function PrintSheet({ job }: { readonly job: PrintJob }) {
  const { heading, entries } = job
  const clearJob = usePrint((state) => state.clear)
  const [renderedCount, setRenderedCount] = useState(ENTRIES_PER_STEP)
  const isReady = renderedCount >= entries.length
  useEffect(() => {
    const next = setTimeout(() => (isReady ? window.print() : setRenderedCount(renderedCount + ENTRIES_PER_STEP)))
    return () => clearTimeout(next)
  }, [renderedCount, isReady])
  useEffect(() => {
    window.addEventListener('afterprint', clearJob)
    return () => window.removeEventListener('afterprint', clearJob)
  }, [clearJob])
  usePrintFileName(entries)
  return (
    <>
      {!isReady && (
        <Dialog labelledBy="print-title" onCancel={clearJob} className="panel layer ask">
          <h2 id="print-title" className="panel-title">
            {EXPORT_TEXT.preparing}
          </h2>
          <p role="status" className="mono print-progress">
            {EXPORT_TEXT.printProgress(renderedCount, entries.length)}
          </p>
          <Button large className="print-cancel" data-autofocus onClick={clearJob}>
            {COMMON_TEXT.cancel}
          </Button>
        </Dialog>
      )}
      {createPortal(
        <div className="paper">
          {heading && (
            <div className="paper-head">
              <h1>{heading}</h1>
              <p>{entriesText(entries.length)}</p>
            </div>
          )}
          {entries.slice(0, renderedCount).map((entry) => (
            <PaperEntry key={entry.id} entry={entry} />
          ))}
        </div>,
        document.body,
      )}
    </>
  )
}

const PaperEntry = memo(function PaperEntry({ entry }: { readonly entry: LogEntry }) {
  const { timestamp, level, frequency, eyesOnly, content, goals, tags } = entry
  const timeText = useTimeText()
  return (
    <article className="paper-entry">
      <header>
        <p>{timestamp === null ? LOG_TEXT.dateUnknown : `${dateText(timestamp)} ${timeText(timestamp)}`}</p>
        {frequency !== null && <p>{CODEC_TEXT.frequency(frequency.toFixed(1))}</p>}
        {eyesOnly && <p>{ENTRY_TEXT.eyesOnly}</p>}
        <p className="paper-level">{level}</p>
      </header>
      <div dir="auto" className="prose">
        <Markdown text={content} />
      </div>
      {goals.length > 0 && (
        <ul className="paper-goals" aria-label={ENTRY_TEXT.goals}>
          {goals.map((stored) => {
            const { text, done } = goalOf(stored)
            return <li key={stored}>{`${done ? '☑' : '☐'} ${text}`}</li>
          })}
        </ul>
      )}
      {tags.length > 0 && <p className="paper-tags">{tags.map((tag) => `#${tag}`).join(' ')}</p>}
    </article>
  )
})

/** Sets the document title, which browsers suggest as the file name when printing to a file. */
function usePrintFileName(entries: readonly LogEntry[]): void {
  useEffect(() => {
    const previousTitle = document.title
    const [first, ...more] = entries
    document.title =
      first && more.length === 0 && first.timestamp !== null
        ? `SITREP log ${isoDay(first.timestamp)}`
        : `SITREP logs ${isoDay(Date.now())}`
    return () => {
      document.title = previousTitle
    }
  }, [entries])
}
