import { activityWeeks, daysNotCovered } from '#domain/activity.ts'
import { showTheme } from '#src/io/screen.ts'
import { playTick } from '#src/io/sound.ts'
import { useActivity } from '#src/stores/activity.ts'
import { useAuth } from '#src/stores/auth.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { useFrequency } from '#src/stores/frequency.ts'
import { useJournal, type JournalState } from '#src/stores/journal.ts'
import { usePreferences } from '#src/stores/preferences.ts'

let started = false

/** The only place where a change in one store acts on another. Started once, when somebody is signed in. */
export function startReactions(): void {
  if (started) return
  started = true

  // Signed in: the journal is opened and the dial restored. Signed out: both close and this device forgets them.
  follow(useAuth.getState().user?.uid)
  useAuth.subscribe(({ user }, { user: before }) => {
    if (user?.uid !== before?.uid) follow(user?.uid)
  })

  // The dial picks the theme; what was tuned is kept when the page goes away.
  useFrequency.subscribe(({ theme }) => showTheme(theme))
  window.addEventListener('pagehide', () => {
    void useFrequency.getState().flush()
    useDrafts.getState().flush()
  })

  // Drafts are sent when the journal can be reached, and kept when the page may not come back.
  useJournal.subscribe(({ connection }, { connection: before }) => {
    if (connection !== before && (connection === 'connected' || connection === 'error'))
      useDrafts.getState().connected(connection === 'connected')
  })
  window.addEventListener('online', () => useDrafts.getState().retry())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') useDrafts.getState().flush()
    else useDrafts.getState().retry()
  })

  // The journal knows how long it is: days older than its window are counted for the activity strip.
  useJournal.subscribe((journal, before) => {
    if (journal.count.exact && !before.count.exact) countOlderDays(journal)
  })

  // Keys click, while sound is on.
  document.addEventListener('click', ({ target }) => {
    const { soundEnabled, soundVolume } = usePreferences.getState()
    if (soundEnabled && target instanceof Element && target.closest('button')) playTick(soundVolume)
  })
}

function follow(uid: string | undefined): void {
  const { open, forgetDevice } = useJournal.getState()
  const dial = useFrequency.getState()
  const drafts = useDrafts.getState()
  // Whoever comes next, by another tab too, sees nothing of the one before.
  useActivity.getState().close()
  if (uid !== undefined) {
    drafts.open(uid)
    void open(uid)
    void dial.open(uid)
    return
  }
  dial.close()
  drafts.close()
  forgetDevice().catch((error: unknown) => console.warn('The cache is cleared at the next start.', error))
}

function countOlderDays({ uid, hasMore, order, entries }: JournalState): void {
  const oldest = entries.get(order.at(-1) ?? '')?.timestamp
  if (uid === null || !hasMore || typeof oldest !== 'number') return
  void useActivity.getState().count(uid, daysNotCovered(activityWeeks(Date.now()), oldest))
}
