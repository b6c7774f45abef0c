import { useJournal, type JournalState } from '#src/stores/journal/journal.ts'
import { whenIdle } from './idle.ts'

/**
 * The longest time to wait for the server, which confirms nothing while the device is offline. After this time, the
 * cached entries count as synced.
 */
const SYNC_TIMEOUT_MS = 5000

/**
 * Runs `work` when the server has confirmed the open journal and the browser is idle. Earlier, the requests of `work`
 * would compete for the bandwidth of a slow connection. Does not run `work` if another journal is opened first.
 * @returns a function that cancels the wait
 */
export function whenSynced(work: () => void): () => void {
  const { uid } = useJournal.getState()
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    clearTimeout(timer)
    stop()
  }
  const settle = () => {
    end()
    whenIdle(work)
  }
  const checkJournal = (journal: JournalState) => {
    if (journal.uid !== uid) end()
    else if (journal.live || journal.failed) settle()
    else if (journal.loaded) timer ??= setTimeout(settle, SYNC_TIMEOUT_MS)
  }
  const stop = useJournal.subscribe(checkJournal)
  checkJournal(useJournal.getState())
  return end
}
