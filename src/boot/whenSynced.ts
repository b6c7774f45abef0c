import { useJournal, type JournalState } from '#src/stores/journal/journal.ts'
import { whenIdle } from './idle.ts'

/** Offline nothing confirms what is shown: after this long it is enough. */
const SYNC_TIMEOUT_MS = 5000

/**
 * Does something once the journal that is open stands as the server confirms it, and the browser has nothing better to
 * do: on a slow line everything that comes earlier takes from it. Not at all where another journal is opened first.
 * @returns takes it back
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
