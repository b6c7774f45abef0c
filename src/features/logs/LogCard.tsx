import { memo, useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Locate, Pencil, Trash2 } from 'lucide-react'
import { dateText, timeText } from '#domain/clock.ts'
import { excerptOf, offersMore, type LogEntry } from '#domain/log.ts'
import { LOG_TEXT } from '#domain/messages.ts'
import { Key } from '#src/ui/Key.tsx'
import { MarkdownText } from '#src/ui/MarkdownText.tsx'
import { Stamp } from '#src/ui/Stamp.tsx'
import '#src/themes/rows.css'

type Props = { readonly entry: LogEntry; readonly onDelete: (id: string) => void }

/** One row of the message form: time and stamp in the gutter, text beside it. Renders only when its entry changes. */
export const LogCard = memo(function LogCard({ entry, onDelete }: Props) {
  const id = useId()
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const clamped = !open
  return (
    <article className="log-row" aria-labelledby={`${id}-when`} data-log-id={entry.id}>
      <header className="log-gutter">
        <h3 id={`${id}-when`} className="mono">
          {entry.timestamp === null ? (
            LOG_TEXT.dateUnknown
          ) : (
            <time
              dateTime={new Date(entry.timestamp).toISOString()}
              className="flex items-baseline gap-3 wide:grid wide:gap-1.5"
            >
              <span className="text-base leading-none wide:text-[1.375rem]">{timeText(entry.timestamp)}</span>
              <span className="text-xs leading-none text-muted">{dateText(entry.timestamp)}</span>
            </time>
          )}
        </h3>
        <Stamp level={entry.level} />
        {entry.queued && <p className="lamp mono text-xs text-warn">queued</p>}
      </header>
      <div className="log-body">
        <MarkdownText
          text={clamped ? excerptOf(entry.content) : entry.content}
          className={`max-w-[72ch] ${clamped ? 'clamp' : ''}`}
        />
        {offersMore(entry.content) && (
          <button type="button" className="text-key" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Show less' : 'Show more'}
          </button>
        )}
        <footer className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
          {entry.goals.length > 0 && (
            <ul aria-label="Goals" className="flex flex-wrap gap-2">
              {entry.goals.map((goal) => (
                <li key={goal} className="chip chip-goal">
                  <Locate size={13} aria-hidden />
                  {goal}
                </li>
              ))}
            </ul>
          )}
          {entry.tags.length > 0 && (
            <ul aria-label="Tags" className="flex flex-wrap gap-3">
              {entry.tags.map((tag) => (
                <li key={tag} className="chip chip-tag">
                  {tag}
                </li>
              ))}
            </ul>
          )}
          <div className="-mr-3 ml-auto flex">
            <Key look="ghost" onClick={() => void navigate(`/logs/${entry.id}?edit=true`)}>
              <Pencil size={15} aria-hidden />
              Edit
            </Key>
            <Key look="ghost" onClick={() => onDelete(entry.id)}>
              <Trash2 size={15} aria-hidden />
              Delete
            </Key>
          </div>
        </footer>
      </div>
    </article>
  )
})
