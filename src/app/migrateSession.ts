import { whenIdle } from '#src/boot/idle.ts'
import { deleteFirestoreCache, migrateFirestoreCache } from '#src/io/migration/firestoreCache.ts'
import { queueUnsentSettings } from '#src/io/migration/unsentSettings.ts'
import { browserStorage } from '#src/io/storage.ts'
import type { UserSession } from '#src/stores/session.ts'
import { whenJournalLoads } from '#src/stores/sessionJournal.ts'

/**
 * Sends the changes that an earlier page has stored on this device, also a page of an earlier version of the app.
 * Returns a function that opens the settings after these changes are in the queue, because the server's values would
 * otherwise replace them.
 */
export function migrateSession(session: UserSession): (open: () => void) => void {
  const { uid, signal } = session
  if (uid === null) return (open) => open()
  const queued = queueUnsentSettings(uid, browserStorage, () => whenJournalLoads(session))
  migrateFirestoreCache(uid, signal, {
    whenIdle: () => new Promise((resolve) => whenIdle(resolve)),
    sendWrites: async () => (await import('#src/io/migration/earlierWrites.ts')).sendEarlierWrites(uid, signal),
  }).catch(warnOfDelay)
  session.onEnd(() => void deleteFirestoreCache().catch(warnOfDelay))
  return (open) => (queued ? void queued.then(open) : open())
}

const warnOfDelay = (error: unknown): void =>
  console.warn('The changes that an earlier version has stored are sent at the next start.', error)
