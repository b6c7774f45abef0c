import { activityWeeks, daysNotCovered } from '#domain/activity/activity.ts'
import { oldestTimeOf } from '#domain/entry/entry.ts'
import { LOG_TEXT } from '#domain/texts/specification.ts'
import { isManualTheme, type Theme } from '#domain/dial/themes.ts'
import { APP_TEXT } from '#domain/texts/app.ts'
import { playEffect } from '#src/io/audio/effects.ts'
import { showTheme } from '#src/io/screen.ts'
import { preventFileDrops } from '#src/io/preventFileDrops.ts'
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

/** Connects the stores: a change in one store acts on another only here. Starts once, when a user is signed in. */
export function startReactions(): void {
  preventFileDrops()
  if (started) return
  started = true
  startRadioReactions()
  startVoiceReactions()
  startReminderReactions()
  startEffects(playEffect)

  // Signing in opens the journal and restores the dial. Signing out closes both and clears their data from this device.
  switchUser(useAuth.getState().user?.uid, undefined)
  useAuth.subscribe(({ user }, { user: before }) => {
    if (user?.uid !== before?.uid) switchUser(user?.uid, before?.uid)
  })

  // The dial selects the theme. Unsaved tuning and drafts are flushed when the page goes away.
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

  // Drafts are sent while the journal can be reached, and persisted when the page may not return.
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
    // The search index contains a new entry as soon as it is queued, so a rejected one is removed again.
    if (lastRejected.draft.base === null) useSearch.getState().applyChanges([], [lastRejected.draft.id])
    if (lastRejected.awaited) return
    toast.error(lastRejected.draft.base === null ? LOG_TEXT.createFailed : LOG_TEXT.updateFailed, 'dashboard')
    toast.hint(APP_TEXT.draftSaved, 'dashboard')
  })
  window.addEventListener('online', resume)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') useDrafts.getState().flush()
    else resume()
  })

  // Once the entry count is exact, the days before the journal's window are counted for the activity strip.
  useJournal.subscribe((journal, before) => {
    if (journal.count.exact && !before.count.exact) countOlderDays(journal)
  })

  // A failed read shows a message on every screen.
  useJournal.subscribe(showFetchError)
  useTrash.subscribe(showFetchError)
  useActivity.subscribe(showFetchError)

  // Imported entries may be older than all entries in the list, so the journal counts again.
  useArchive.subscribe(({ importing }, { importing: before }) => {
    if (addedCountOf(importing) > addedCountOf(before)) void useJournal.getState().recount()
  })

  // The local mirror receives the changes that this device sees or makes, then the server's.
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
  // Opens the local mirror if the user searches before it is open.
  useSearch.subscribe(({ text, uid }, { text: before }) => {
    if (text !== '' && text !== before && uid === null) openSearch()
  })
  useDrafts.subscribe(({ drafts, uid }, { drafts: before, uid: uidBefore }) => {
    if (drafts === before || uid !== uidBefore) return
    // After a reconnect, all waiting drafts are sent together: one sync after the last of them is enough.
    if (isSending(before) && !isSending(drafts)) void useSearch.getState().sync()
  })
  useDrafts.subscribe(({ lastStored }, { lastStored: before }) => {
    if (lastStored !== null && lastStored !== before && lastStored.base === null) analyzeNewEntry(lastStored.id)
  })
}

function switchUser(uid: string | undefined, before: string | undefined): void {
  const { open, clearDeviceCache } = useJournal.getState()
  const dial = useFrequency.getState()
  const drafts = useDrafts.getState()
  // The next user, even one who signs in from another tab, must not see data of this one.
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
  // A lost network or a rejection fails several reads together: the shared toast id shows one message for all.
  if (failed && !before) toast.error(LOG_TEXT.fetchFailed, 'dashboard', 'unread')
}

const isSending = (drafts: DraftsState['drafts']): boolean => [...drafts.values()].some(({ state }) => state === 'sent')

function openSearch(): void {
  const { uid } = useJournal.getState()
  if (uid === null || useSearch.getState().uid === uid) return
  useSearch
    .getState()
    .open(uid)
    .then(() => useSearch.getState().syncInBackground(exactCount))
    // Offline, the search code may be missing: `resume` tries again when the network is back.
    .catch(() => {})
}

/** Opens the synced settings. Until then the settings stored on the device apply, so the first screen does not wait. */
function openSettings(): void {
  const { uid } = useJournal.getState()
  if (uid !== null)
    void useSettings
      .getState()
      .open(uid)
      .catch(() => {})
}

/**
 * Sends the chosen theme to the user's other devices. Between two themes of the dial there is nothing to send: each
 * device derives that theme from its own frequency.
 */
function saveTheme(theme: Theme): void {
  const { settings, choose } = useSettings.getState()
  const saysTheSame = settings.theme !== null && !isManualTheme(theme) && !isManualTheme(settings.theme)
  if (useAuth.getState().user === null || theme === settings.theme || saysTheSame) return
  choose({ theme }).catch((error: unknown) => {
    console.warn('The theme was not stored.', error)
    toast.error(APP_TEXT.themeNotSynced)
  })
}

function resumeNotifications(): void {
  void useNotifications
    .getState()
    .resume()
    .catch((error: unknown) => console.warn('Notifications rest until the next start.', error))
}

/**
 * Returns how many entries an import has added, or 0 while it runs. The number can grow after a cancel, when requests
 * in progress complete.
 */
function addedCountOf(importing: ImportState): number {
  return 'added' in importing && importing.step !== 'importing' ? importing.added : 0
}

function analyzeNewEntry(id: string): void {
  if (useSettings.getState().settings.autoAnalyzeEnabled)
    import('#src/features/analysis/actions.ts')
      .then(({ autoAnalyze }) => autoAnalyze(id))
      // If the code cannot be loaded, the entry still has its Analyze button.
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
  // After a deletion is rejected or undone, the list restores only the entries that it shows, so the mirror is synced.
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
