import { useJournal, type JournalState } from '#src/stores/journal.ts'
import type { UserSession } from '#src/stores/session.ts'
import { whenIdle } from './idle.ts'

/**
 * The longest time to wait for the server, which confirms nothing while the device is offline. After this time, the
 * entries of the device count as synced.
 */
const SYNC_TIMEOUT_MS = 5000

/**
 * Runs `work` when the server has confirmed the journal and the browser is idle. Earlier, the requests of `work` would
 * compete for the bandwidth of a slow connection. Does not run `work` after the end of the session.
 * @returns a function that cancels the wait
 */
export function whenSynced(session: UserSession, work: () => void): () => void {
  const journal = useJournal.of(session)
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    clearTimeout(timer)
    stop()
    forget()
  }
  const settle = () => {
    end()
    whenIdle(work)
  }
  const check = ({ live, failed, loaded }: JournalState) => {
    if (live || failed) settle()
    else if (loaded) timer ??= setTimeout(settle, SYNC_TIMEOUT_MS)
  }
  const stop = journal.subscribe(check)
  const forget = session.onEnd(end)
  check(journal.getState())
  return end
}
