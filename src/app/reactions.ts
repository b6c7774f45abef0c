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
import { startSoundEffects } from './effects.ts'
import { startReminderReactions } from './reminderReactions.ts'
import { startRadioReactions, tuneRadioToTheme } from './radioReactions.ts'
import { startVoiceReactions } from './voiceReactions.ts'
import { whenSynced } from '#src/boot/whenSynced.ts'

let started = false

/**
 * Connects the stores once, after the first sign-in. A change in one store affects other stores only through this
 * function.
 */
export function startReactions(): void {
  preventFileDrops()
  if (started) return
  started = true
  startRadioReactions()
  startVoiceReactions()
  startReminderReactions()
  startSoundEffects(playEffect)

  // Signing in opens the journal and restores the dial. Signing out closes both and removes their data from this
  // device.
  switchUser(useAuth.getState().user?.uid, undefined)
  useAuth.subscribe(({ user }, { user: before }) => {
    if (user?.uid !== before?.uid) switchUser(user?.uid, before?.uid)
  })

  // Shows and saves the theme that the dial selects. When the user leaves the page, saves the frequency and the drafts
  // that are not saved yet.
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

  // Drafts are sent only while the database accepts the user. They are persisted when the page is hidden, because a
  // hidden page may be closed.
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
    // A new entry is added to the search index when it is queued. If the server rejects the entry, it is removed from
    // the index.
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

  // The activity strip also shows entries older than the journal's window. They are counted by day when the total count
  // is exact.
  useJournal.subscribe((journal, before) => {
    if (journal.count.exact && !before.count.exact) countOlderDays(journal)
  })

  // If a read fails, a message is shown on every screen.
  useJournal.subscribe(showFetchError)
  useTrash.subscribe(showFetchError)
  useActivity.subscribe(showFetchError)

  // The journal counts its entries again after an import, because imported entries may be older than the loaded list.
  useArchive.subscribe(({ importing }, { importing: before }) => {
    if (addedCountOf(importing) > addedCountOf(before)) void useJournal.getState().recount()
  })

  // The local mirror immediately receives the changes that this device makes or receives. A sync then adds the server's
  // other changes.
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
  // Opens the local mirror when the user searches, if the local mirror is not open yet.
  useSearch.subscribe(({ text, uid }, { text: before }) => {
    if (text !== '' && text !== before && uid === null) openSearch()
  })
  useDrafts.subscribe(({ drafts, uid }, { drafts: before, uid: uidBefore }) => {
    if (drafts === before || uid !== uidBefore) return
    // After a reconnect, all waiting drafts are sent together, so one sync after the last draft is enough.
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
  // The next user must not see data of the previous user. This also applies if another tab has switched the user.
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
    tuneRadioToTheme()
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
  // If the network is lost or the server rejects the user, several reads fail together. They share a toast id, so that
  // only one message is shown.
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
    // While the device is offline, the search code may fail to load. `resume` loads it again when the network is back.
    .catch(() => {})
}

/**
 * Opens the synced settings. Until they are open, the settings stored on the device apply, so that the first screen
 * does not have to wait.
 */
function openSettings(): void {
  const { uid } = useJournal.getState()
  if (uid !== null)
    void useSettings
      .getState()
      .open(uid)
      .catch(() => {})
}

/**
 * Sends the chosen theme to the user's other devices. If both the synced theme and the chosen theme are themes of the
 * dial, nothing is sent, because each device derives such a theme from its own frequency.
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
 * Returns how many entries an import has added, or 0 while the import runs. After the import is canceled, the number
 * can still grow, because requests in progress complete.
 */
function addedCountOf(importing: ImportState): number {
  return 'added' in importing && importing.step !== 'importing' ? importing.added : 0
}

function analyzeNewEntry(id: string): void {
  if (useSettings.getState().settings.autoAnalyzeEnabled)
    import('#src/features/analysis/actions.ts')
      .then(({ autoAnalyze }) => autoAnalyze(id))
      // If the analysis code cannot be loaded, the user can still press the entry's Analyze button.
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
  // An entry whose deletion is rejected or undone must return to the local mirror. The list's live query covers only
  // the list's window, so the entry is read separately.
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
