import { operationsByEntry, type QueuedOperation } from '#domain/journal/operations.ts'
import { connectionIndicator } from '#domain/connection.ts'
import { SHELL_TEXT } from '#domain/texts/shell.ts'
import { useJournal } from '#src/stores/journal.ts'
import './ConnectionStatus.css'

const COLORS = { ok: 'ok', warn: 'warn', danger: 'danger', muted: 'muted' } as const

/** The colors that indicate a problem. The text of a problem is visible even on narrow screens. */
const ALERT_COLORS: ReadonlySet<string> = new Set(['warn', 'danger'])

/** Shows the state of the database connection and the number of pending entries. */
export function ConnectionStatus() {
  const connection = useJournal((state) => state.connection)
  const live = useJournal((state) => state.live)
  const allSent = useJournal(({ revision, queue }) => revision > 0 && queue.length === 0)
  const queued = usePendingCount()
  const { color, text } = connectionIndicator({ connection, live, allSent, queued })
  return (
    <p role="status" aria-label={SHELL_TEXT.connection} className={`lamp mono fine connection ${COLORS[color]}`}>
      <span className={ALERT_COLORS.has(color) ? 'connection-alert' : 'sr-only-phone'}>{text}</span>
    </p>
  )
}

/** Returns the number of visible entries with a change that the server has not confirmed. */
const usePendingCount = (): number =>
  useJournal(
    ({ queue }) => [...operationsByEntry(queue).values()].filter((operations) => !isDeletion(operations.at(-1))).length,
  )

const isDeletion = (queued: QueuedOperation | undefined): boolean =>
  queued?.operation.kind === 'delete' || queued?.operation.kind === 'remove'
