import { connectionIndicator } from '#domain/connection.ts'
import { SHELL_TEXT } from '#domain/texts/shell.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { useJournal } from '#src/stores/journal/journal.ts'
import './ConnectionStatus.css'

const COLORS = { ok: 'ok', warn: 'warn', danger: 'danger', muted: 'muted' } as const

/** The colors that indicate a problem. The text of a problem is visible even on narrow screens. */
const ALERT_COLORS: ReadonlySet<string> = new Set(['warn', 'danger'])

/** Shows the state of the database connection and the number of pending entries. */
export function ConnectionStatus() {
  const connection = useJournal((state) => state.connection)
  const live = useJournal((state) => state.live)
  const allSent = useJournal((state) => state.allSent)
  const queued = usePendingCount()
  const { color, text } = connectionIndicator({ connection, live, allSent, queued })
  return (
    <p role="status" aria-label={SHELL_TEXT.connection} className={`lamp mono fine connection ${COLORS[color]}`}>
      <span className={ALERT_COLORS.has(color) ? 'connection-alert' : 'sr-only-phone'}>{text}</span>
    </p>
  )
}

/** Returns the number of entries with a write that the server has not confirmed. */
function usePendingCount(): number {
  const queued = useJournal(({ entries }) => pendingIdsOf(entries.values(), (entry) => entry.queued))
  const sent = useDrafts(({ drafts }) => pendingIdsOf(drafts.values(), ({ state }) => state === 'sent'))
  return new Set([...queued.split(' '), ...sent.split(' ')]).difference(new Set([''])).size
}

/**
 * Returns the pending ids as one string, separated by spaces. An array would be a new value on every call, and a
 * selector must return an equal value as long as the ids are the same.
 */
const pendingIdsOf = <One extends { readonly id: string }>(
  all: Iterable<One>,
  isPending: (one: One) => boolean,
): string =>
  Array.from(all)
    .filter(isPending)
    .map(({ id }) => id)
    .join(' ')
