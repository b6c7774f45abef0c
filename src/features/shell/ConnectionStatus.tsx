import { linkLamp } from '#domain/connection.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { useJournal } from '#src/stores/journal/journal.ts'

const COLOURS = { ok: 'text-ok', warn: 'text-warn', danger: 'text-danger', muted: 'text-muted' } as const

/** Said in words where there is little room, too: what is not as it should be. */
const LOUD: ReadonlySet<string> = new Set(['warn', 'danger'])

/** Whether the database can be reached, and how much waits for it. */
export function LinkStatus() {
  const { connection, live, allSent, entries } = useJournal()
  const drafts = useDrafts((state) => state.drafts)
  const queued = new Set([
    ...[...entries.values()].filter((entry) => entry.queued).map(({ id }) => id),
    ...[...drafts.values()].filter(({ state }) => state === 'sent').map(({ id }) => id),
  ])
  const { colour, text } = linkLamp({ connection, live, allSent, queued: queued.size })
  return (
    <p role="status" aria-label="Connection" className={`lamp mono pl-2 text-xs wide:px-4 ${COLOURS[colour]}`}>
      <span className={LOUD.has(colour) ? 'max-[379px]:sr-only' : 'max-wide:sr-only'}>{text}</span>
    </p>
  )
}
