import { activityWeeks, daysNotCovered } from '#domain/activity/activity.ts'
import { oldestTimeOf } from '#domain/entry/entry.ts'
import { LOG_TEXT } from '#domain/messages.ts'
import { isChosenByHand, type Theme } from '#domain/dial/themes.ts'
import { playEffect } from '#src/io/audio/effects.ts'
import { showTheme } from '#src/io/screen.ts'
import { preventFileDrops } from '#src/io/refuseDroppedFiles.ts'
import { whenIdle } from '#src/boot/idle.ts'
import { useActivity } from '#src/stores/activity.ts'
import { useArchive, type ImportState } from '#src/stores/archive.ts'
import { useSettings } from '#src/stores/settings.ts'
import { useAnalysis } from '#src/stores/analysis.ts'
import { useAuth } from '#src/stores/auth.ts'
import { useDrafts, type DraftsState } from '#src/stores/drafts.ts'
import { useFavorites } from '#src/stores/favorites.ts'
import { useFrequency } from '#src/stores/frequency.ts'
import { exactCount, useJournal, type JournalState } from '#src/stores/journal/journal.ts'
import { useNotifications } from '#src/stores/notifications.ts'
import { useRadio } from '#src/stores/radio.ts'
import { useMusic } from '#src/stores/music.ts'
import { useSearch } from '#src/stores/search.ts'
import { useTrash } from '#src/stores/trash.ts'
import { useVoice } from '#src/stores/voice.ts'
import { toast } from '#src/ui/toast.tsx'
import { startEffects } from './effects.ts'
import { startReminderReactions } from './reminderReactions.ts'
import { startRadioReactions, tuneToTheme } from './radioReactions.ts'
import { startVoiceReactions } from './voiceReactions.ts'
import { whenSynced } from '#src/boot/whenSynced.ts'

let started = false

/** The only place where a change in one store acts on another. Started once, when somebody is signed in. */
export function startReactions(): void {
  preventFileDrops()
  if (started) return
  started = true
  startRadioReactions()
  startVoiceReactions()
  startReminderReactions()
  startEffects(playEffect)

  // Signed in: the journal is opened and the dial restored. Signed out: both close and this device forgets them.
  switchUser(useAuth.getState().user?.uid, undefined)
  useAuth.subscribe(({ user }, { user: before }) => {
    if (user?.uid !== before?.uid) switchUser(user?.uid, before?.uid)
  })

  // The dial picks the theme; what was tuned is kept when the page goes away.
  useFrequency.subscribe(({ theme, chosenTheme }, before) => {
    if (theme !== before.theme) showTheme(theme)
    if (chosenTheme !== before.chosenTheme && chosenTheme !== null) saveTheme(chosenTheme)
  })
  useSettings.subscribe(({ settings: { theme } }, { settings: before }) => {
    if (theme !== before.theme && theme !== null) useFrequency.getState().applyRemoteTheme(theme)
  })
  window.addEventListener('pagehide', () => {
    void useFrequency.getState().flush()
    useDrafts.getState().flush()
  })

  // Drafts are sent when the journal can be reached, and kept when the page may not come back.
  useJournal.subscribe(({ connection }, { connection: before }) => {
    if (connection !== before && (connection === 'connected' || connection === 'error'))
      useDrafts.getState().setUsable(connection === 'connected')
  })
  const resume = () => {
    useDrafts.getState().retry()
    if (useSearch.getState().uid === null && useJournal.getState().loaded) openSearch()
    else useSearch.getState().syncInBackground()
  }
  useDrafts.subscribe(({ lastRejected }, { lastRejected: before }) => {
    if (lastRejected === null || lastRejected === before) return
    // The copy that is searched has a new entry from the moment it is queued.
    if (lastRejected.draft.base === null) useSearch.getState().applyChanges([], [lastRejected.draft.id])
    if (lastRejected.awaited) return
    toast.error(lastRejected.draft.base === null ? LOG_TEXT.createFailed : LOG_TEXT.updateFailed, 'dashboard')
    toast.hint('Your text is kept as a draft.', 'dashboard')
  })
  window.addEventListener('online', resume)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') useDrafts.getState().flush()
    else resume()
  })

  // The journal knows how long it is: days older than its window are counted for the activity strip.
  useJournal.subscribe((journal, before) => {
    if (journal.count.exact && !before.count.exact) countOlderDays(journal)
  })

  // What cannot be read is said, whatever is looked at.
  useJournal.subscribe(showFetchError)
  useTrash.subscribe(showFetchError)
  useActivity.subscribe(showFetchError)

  // What an import adds may be older than everything in the list.
  useArchive.subscribe(({ importing }, { importing: before }) => {
    if (addedCountOf(importing) > addedCountOf(before)) void useJournal.getState().recount()
  })

  // The copy that is searched follows the journal: what this device sees or does, then what the server knows.
  useJournal.subscribe((journal, before) => {
    if (journal.uid !== before.uid) return
    if (journal.loaded && !before.loaded && journal.uid !== null) {
      if (useSearch.getState().text === '') whenSynced(openSearch)
      else openSearch()
      whenIdle(openSettings)
      whenSynced(resumeNotifications)
    }
    if (journal.entries !== before.entries) indexChanges(journal.entries, before.entries)
    if (journal.deletedHere !== before.deletedHere) indexDeletions(journal, before)
    if (journal.count.exact && journal.count.known === 0 && before.count.known > 0)
      useSearch.getState().syncInBackground(exactCount)
  })
  // Somebody searches already.
  useSearch.subscribe(({ text, uid }, { text: before }) => {
    if (text !== '' && text !== before && uid === null) openSearch()
  })
  useDrafts.subscribe(({ drafts, uid }, { drafts: before, uid: uidBefore }) => {
    if (drafts === before || uid !== uidBefore) return
    // What comes back online together is asked for together.
    if (isSending(before) && !isSending(drafts)) void useSearch.getState().sync()
  })
  // What is new is analysed, if its writer wants that.
  useDrafts.subscribe(({ lastStored }, { lastStored: before }) => {
    if (lastStored !== null && lastStored !== before && lastStored.base === null) analyzeNewEntry(lastStored.id)
  })
}

function switchUser(uid: string | undefined, before: string | undefined): void {
  const { open, clearDeviceCache } = useJournal.getState()
  const dial = useFrequency.getState()
  const drafts = useDrafts.getState()
  // Whoever comes next, by another tab too, sees nothing of the one before.
  useActivity.getState().close()
  if (before === undefined) useSearch.getState().close()
  else useSearch.getState().deleteMirror(before)
  useTrash.getState().close()
  useAnalysis.getState().close()
  useFavorites.getState().close()
  if (before !== undefined) useSettings.getState().close()
  useArchive.getState().reset()
  useVoice.getState().close()
  if (before !== undefined) useNotifications.getState().close()
  if (uid !== undefined) {
    drafts.open(uid)
    useVoice.getState().open(uid)
    useNotifications.getState().open(uid)
    void open(uid)
    void dial.open(uid)
    tuneToTheme()
    useMusic.getState().setTrack('main')
    return
  }
  dial.close()
  useRadio.getState().close()
  useMusic.getState().clearTrack('main')
  drafts.close()
  clearDeviceCache().catch((error: unknown) => console.warn('The cache is cleared at the next start.', error))
}

type FetchState = { readonly failed: boolean }

function showFetchError({ failed }: FetchState, { failed: before }: FetchState): void {
  // One network, or one refusal, takes all of them.
  if (failed && !before) toast.error(LOG_TEXT.fetchFailed, 'dashboard', 'unread')
}

const isSending = (drafts: DraftsState['drafts']): boolean => [...drafts.values()].some(({ state }) => state === 'sent')

/** Once the first screen stands: nobody waits for a search that they have not asked for. */
function openSearch(): void {
  const { uid } = useJournal.getState()
  if (uid === null || useSearch.getState().uid === uid) return
  useSearch
    .getState()
    .open(uid)
    .then(() => useSearch.getState().syncInBackground(exactCount))
    // Offline its code may be missing: it is tried again when the network is back.
    .catch(() => {})
}

/** The device's own hold until the database is there, which the first screen does not wait for. */
function openSettings(): void {
  const { uid } = useJournal.getState()
  if (uid !== null)
    void useSettings
      .getState()
      .open(uid)
      .catch(() => {})
}

/** Other devices have a theme that was chosen by hand; which one of the dial it is, each dial knows. */
function saveTheme(theme: Theme): void {
  const { settings, choose } = useSettings.getState()
  const saysTheSame = settings.theme !== null && !isChosenByHand(theme) && !isChosenByHand(settings.theme)
  if (useAuth.getState().user === null || theme === settings.theme || saysTheSame) return
  choose({ theme }).catch((error: unknown) => {
    console.warn('The theme was not stored.', error)
    toast.error('The theme holds on this device only: the server has not taken it.')
  })
}

/** Nothing of it is loaded where nobody has asked for it. */
function resumeNotifications(): void {
  void useNotifications
    .getState()
    .resume()
    .catch((error: unknown) => console.warn('Notifications rest until the next start.', error))
}

/** How many entries an import has added once it rests; what is on its way when it is cancelled arrives after that. */
function addedCountOf(importing: ImportState): number {
  return 'added' in importing && importing.step !== 'importing' ? importing.added : 0
}

function analyzeNewEntry(id: string): void {
  if (useSettings.getState().settings.autoAnalyzeEnabled)
    import('#src/features/analysis/actions.ts')
      .then(({ autoAnalyze }) => autoAnalyze(id))
      // Without its code the entry has its key.
      .catch(() => {})
}

function indexChanges(entries: JournalState['entries'], before: JournalState['entries']): void {
  const changed = [...entries.values()].filter((entry) => before.get(entry.id) !== entry)
  if (changed.length > 0) useSearch.getState().applyChanges(changed, [])
}

function indexDeletions({ deletedHere, watchEntry }: JournalState, { deletedHere: before }: JournalState): void {
  const { applyChanges } = useSearch.getState()
  const deleted = deletedHere.difference(before)
  if (deleted.size > 0) applyChanges([], [...deleted])
  // Refused or taken back: the list brings only those back that it shows.
  for (const id of before.difference(deletedHere)) {
    const stop = watchEntry(
      id,
      (entry) => {
        if (entry && !entry.deleted) applyChanges([entry], [])
        stop()
      },
      () => {},
    )
  }
}

function countOlderDays({ uid, hasMore, order, entries }: JournalState): void {
  const oldest = oldestTimeOf(order, entries)
  if (uid === null || !hasMore || oldest === undefined) return
  void useActivity.getState().count(uid, daysNotCovered(activityWeeks(Date.now()), oldest))
}
