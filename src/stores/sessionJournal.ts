import { whenUserIdle } from '#src/boot/idle.ts'
import { loadWithDatabases } from '#src/io/deviceStorage.ts'
import type { Journal } from '#src/io/journal/journal.ts'
import type { UserSession } from './session.ts'

/** Returns the journal of the session's user. Rejects if its code cannot be loaded, for example offline. */
export async function loadJournal({ uid, signal }: UserSession): Promise<Journal> {
  const { journalOf } = await loadWithDatabases(() => import('#src/io/journal/journalOf.ts'))
  // A journal that is opened after the end of the session would never close.
  signal.throwIfAborted()
  return journalOf(uid ?? '', signal, whenUserIdle)
}

const RETRY_MS = 10_000

/**
 * Returns the journal of the session's user when its code can be loaded. Stays pending if the session ends before.
 * @param load rejects if the code cannot be loaded
 */
export async function whenJournalLoads(session: UserSession, load = loadJournal): Promise<Journal> {
  for (;;)
    try {
      return await load(session)
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      if (session.signal.aborted) return new Promise(() => {})
    }
}
