import type { ReactNode } from 'react'
import { Locate } from 'lucide-react'
import { dateText, timeText } from '#domain/clock.ts'
import { wordCount, type LogEntry } from '#domain/log.ts'
import { LOG_TEXT } from '#domain/messages.ts'
import { MarkdownText } from '#src/ui/MarkdownText.tsx'
import { Stamp } from '#src/ui/Stamp.tsx'
import '#src/themes/rows.css'

type Props = {
  readonly entry: LogEntry
  readonly text: string
  readonly editing: boolean
  readonly onChange: (text: string) => void
}

/** The ruled message form of one entry: header cells, text, goals and tags. */
export function LogSheet({ entry, text, editing, onChange }: Props) {
  const { timestamp, lastUpdated, goals, tags } = entry
  return (
    <article className="panel sheet">
      <h1 className="sr-only">Log entry</h1>
      <header className="flex flex-wrap items-stretch border-b border-line">
        <Cell name="Date and time">
          {timestamp === null ? LOG_TEXT.dateUnknown : `${dateText(timestamp)} ${timeText(timestamp)}`}
        </Cell>
        {lastUpdated !== null && lastUpdated !== timestamp && (
          <Cell name="Last updated">{updatedText(lastUpdated, timestamp)}</Cell>
        )}
        <Cell name="Words">{wordCount(text)}</Cell>
        {entry.queued && (
          <Cell name="State">
            <span className="lamp text-warn">queued</span>
          </Cell>
        )}
        <div className="ml-auto p-3 wide:-mb-3 wide:px-7">
          <Stamp level={entry.level} large />
        </div>
      </header>
      <div className="min-h-60 p-4 wide:p-6">
        {editing ? (
          <textarea
            className="writing max-h-none min-h-60"
            aria-label="Content"
            autoFocus
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <MarkdownText text={text} className="max-w-[62ch] text-[1.0625rem] leading-[1.6]" />
        )}
      </div>
      {goals.length + tags.length > 0 && (
        <footer className="grid border-t border-line wide:grid-cols-2">
          <Cell name="Goals">
            <ul className="grid gap-2 font-text text-base">
              {goals.map((goal) => (
                <li key={goal} className="flex items-center gap-2">
                  <Locate size={14} className="flex-none text-accent" aria-hidden />
                  {goal}
                </li>
              ))}
            </ul>
          </Cell>
          <Cell name="Tags">
            <ul className="flex flex-wrap gap-3">
              {tags.map((tag) => (
                <li key={tag} className="chip chip-tag">
                  {tag}
                </li>
              ))}
            </ul>
          </Cell>
        </footer>
      )}
    </article>
  )
}

function Cell({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="sheet-cell">
      <p className="silk">{name}</p>
      <div className="mono text-sm wide:text-base">{children}</div>
    </div>
  )
}

/** The day is named only where it is another one. */
const updatedText = (updated: number, created: number | null): string =>
  created !== null && dateText(created) === dateText(updated)
    ? timeText(updated)
    : `${dateText(updated)} ${timeText(updated)}`
