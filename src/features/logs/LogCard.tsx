import { memo, useEffect, useMemo, useRef, useState, type ComponentType, type RefObject } from 'react'
import { Link, useNavigate } from 'react-router'
import { ArchiveRestore, Check, Locate, Pencil, Trash } from 'lucide-react'
import { dateText } from '#domain/clock.ts'
import { goalOf } from '#domain/entry/goals.ts'
import { isClampable, type LogEntry } from '#domain/entry/entry.ts'
import { tagsOutsideText } from '#domain/entry/hashtags.ts'
import { withoutTags } from '#domain/entry/tagNames.ts'
import { LOG_TEXT } from '#domain/texts/specification.ts'
import type { TextFinder } from '#domain/search/searchQuery.ts'
import { ENTRY_TEXT } from '#domain/texts/entry.ts'
import { useChosenEntry } from '#src/stores/chosenEntry.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { useSession } from '#src/stores/userStore.ts'
import { Button } from '#src/ui/Button.tsx'
import { firstMatchIndex, highlightMatches } from '#src/ui/highlight.ts'
import { isMotionReduced } from '#src/ui/platform.ts'
import { MarkdownText } from '#src/ui/MarkdownText.tsx'
import { EyesOnlyMark } from '#src/ui/EyesOnlyMark.tsx'
import { LevelStamp } from '#src/ui/LevelStamp.tsx'
import { TAG_LINKS } from '#src/ui/tagLinks.tsx'
import { useTimeText } from '#src/ui/useTimeText.ts'
import '#src/styles/entryParts.css'
import './LogCard.css'
import { restoreEntry } from './actions.ts'
import { cardMarkdown } from './cardMarkdown.ts'
import { LevelMenu } from './QuickEdits.tsx'
import { useClamp } from './useClamp.ts'

/** The parts that another feature adds to a row: buttons, a button that shows suggestions, and content below the row. */
export type CardParts = {
  readonly Buttons: ComponentType<{ readonly entry: LogEntry }>
  readonly Suggestions: ComponentType<{ readonly entry: LogEntry }>
  readonly Below: ComponentType<{ readonly entry: LogEntry }>
}

type Props = {
  readonly entry: LogEntry
  readonly parts: CardParts
  /** Functions that find the search matches to highlight in the text. */
  readonly finders: readonly TextFinder[]
  readonly onTag: (tag: string) => void
  readonly onDelete: (id: string) => void
}

/**
 * Renders one entry of the list, with the time and the stamp in the gutter and the text beside them. The component is
 * memoized, because a long list renders often.
 */
export const LogCard = memo(function LogCard({ entry, parts, finders, onTag, onDelete }: Props) {
  const session = useSession()
  const timeText = useTimeText()
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const isChosen = useChosenEntry((state) => state.id === entry.id)
  const isNew = useDrafts((state) => state.newEntryId === entry.id)
  const endNewEntry = useDrafts((state) => state.endNewEntry)
  const row = useRef<HTMLElement>(null)
  useStampLanding(row, entry.queued)
  const clampable = isClampable(entry.content)
  const isClamped = clampable && !open
  const excerpt = cardMarkdown(entry.content, firstMatchIndex(entry.content, finders))
  const textBox = useRef<HTMLDivElement>(null)
  const { isClipped, visibleTags } = useClamp(textBox, excerpt.text, isClamped)
  const hidesText = isClipped || excerpt.text !== entry.content
  const tags =
    isClamped && visibleTags
      ? withoutTags(entry.tags, visibleTags)
      : tagsOutsideText(entry.tags, isClamped ? excerpt.text : entry.content)
  const mark = useMemo(() => (finders.length === 0 ? undefined : highlightMatches(finders)), [finders])
  return (
    <article
      ref={row}
      data-new={isNew || undefined}
      data-chosen={isChosen || undefined}
      onAnimationEnd={({ animationName }) => {
        if (animationName === 'log-lit') endNewEntry()
      }}
      className="log-row"
      aria-label={
        entry.timestamp === null ? LOG_TEXT.dateUnknown : `${dateText(entry.timestamp)} ${timeText(entry.timestamp)}`
      }
      data-log-id={entry.id}
      tabIndex={-1}
    >
      <header className="log-gutter">
        <h4 className="mono">
          <When entry={entry} />
        </h4>
        {entry.deleted ? <LevelStamp level={entry.level} /> : <LevelMenu entry={entry} />}
        {entry.deletedAt !== null && entry.deleted && (
          <p className="mono fine muted">{ENTRY_TEXT.deletedOn(dateText(entry.deletedAt))}</p>
        )}
        {entry.eyesOnly && <EyesOnlyMark />}
        {entry.queued && <p className="lamp mono fine warn">{ENTRY_TEXT.queued}</p>}
      </header>
      <div className="log-body">
        <MarkdownText
          ref={textBox}
          {...(open ? { text: entry.content, tagLinks: TAG_LINKS } : { ...excerpt, cacheKey: entry })}
          mark={mark}
          className={`log-text ${isClamped ? 'clamp' : ''}`}
        />
        {clampable && (open || hidesText) && (
          <button type="button" className="text-key" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? ENTRY_TEXT.showLess : ENTRY_TEXT.showMore}
          </button>
        )}
        <footer className="log-foot">
          {entry.goals.length > 0 && (
            <ul aria-label={ENTRY_TEXT.goals} className="log-goals">
              {entry.goals.map((stored) => {
                const { text, done } = goalOf(stored)
                return (
                  <li key={stored} className="chip chip-goal" data-done={done || undefined}>
                    {done ? <Check size={13} aria-label={ENTRY_TEXT.goalDone} /> : <Locate size={13} aria-hidden />}
                    {text}
                  </li>
                )
              })}
            </ul>
          )}
          {tags.length > 0 && (
            <ul aria-label={ENTRY_TEXT.tags} className="log-tags">
              {tags.map((tag) => (
                <li key={tag}>
                  <button type="button" className="chip chip-tag" onClick={() => onTag(tag)}>
                    {tag}
                  </button>
                </li>
              ))}
            </ul>
          )}
          {!entry.deleted && <parts.Suggestions entry={entry} />}
          <div className="log-keys">
            {!entry.deleted && <parts.Buttons entry={entry} />}
            {entry.deleted ? (
              <Button look="ghost" onClick={() => restoreEntry(session, entry.id)}>
                <ArchiveRestore size={15} aria-hidden />
                <span>{ENTRY_TEXT.restore}</span>
              </Button>
            ) : (
              <Button look="ghost" onClick={() => void navigate(`/logs/${entry.id}?edit=true`)}>
                <Pencil size={15} aria-hidden />
                <span>{ENTRY_TEXT.edit}</span>
              </Button>
            )}
            <Button look="ghost" onClick={() => onDelete(entry.id)}>
              <Trash size={15} aria-hidden />
              <span>{entry.deleted ? ENTRY_TEXT.deleteForever : ENTRY_TEXT.delete}</span>
            </Button>
          </div>
        </footer>
      </div>
      {!entry.deleted && <parts.Below entry={entry} />}
    </article>
  )
})

/** Shows the time of an entry as a link to the entry's page. A deleted entry has no page, so its time is not a link. */
function When({ entry: { id, timestamp, deleted } }: Pick<Props, 'entry'>) {
  const timeText = useTimeText()
  const time =
    timestamp === null ? (
      LOG_TEXT.dateUnknown
    ) : (
      <time dateTime={new Date(timestamp).toISOString()} className="log-time">
        {timeText(timestamp)}
        {deleted && <span className="fine muted">{dateText(timestamp)}</span>}
      </time>
    )
  return deleted ? (
    time
  ) : (
    <Link to={`/logs/${id}`} className="log-when">
      {time}
    </Link>
  )
}

/** The stamp lands when the server has confirmed the entry. */
function useStampLanding(row: RefObject<HTMLElement | null>, isQueued: boolean): void {
  const wasQueued = useRef(isQueued)
  useEffect(() => {
    if (wasQueued.current && !isQueued && !isMotionReduced())
      row.current?.querySelector('.stamp')?.animate({ rotate: ['-4deg', '0deg'], scale: [1.6, 1] }, LANDING)
    wasQueued.current = isQueued
  }, [row, isQueued])
}

const LANDING: KeyframeAnimationOptions = { duration: 120, easing: 'ease-in' }
