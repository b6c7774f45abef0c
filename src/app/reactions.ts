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
import { useAuth } from '#src/stores/auth.ts'
import { useDrafts, type DraftsState } from '#src/stores/drafts.ts'
import { useFrequency } from '#src/stores/frequency.ts'
import { exactCount, useJournal, type JournalState } from '#src/stores/journal/journal.ts'
import { useNotifications } from '#src/stores/notifications.ts'
import { useRadio } from '#src/stores/radio.ts'
import { useMusic } from '#src/stores/music.ts'
import { useSearch } from '#src/stores/search.ts'
import type { UserSession } from '#src/stores/session.ts'
import { useTrash } from '#src/stores/trash.ts'
import { toast } from '#src/ui/toast.tsx'
import { startButtonSound, startSoundEffects } from './effects.ts'
import { startReminderReactions } from './reminderReactions.ts'
import { startRadioReactions, tuneRadioToTheme } from './radioReactions.ts'
import { subscribe } from './subscribe.ts'
import { startVoiceReactions } from './voiceReactions.ts'
import { whenSynced } from '#src/boot/whenSynced.ts'

/**
 * Connects the stores of a session until its end, then opens them. A change in one store affects other stores only
 * through this function.
 */
export function startReactions(session: UserSession): void {
  const { uid, signal } = session
  if (uid === null) return
  const frequency = useFrequency.of(session)
  const settings = useSettings.of(session)
  session.onEnd(() => closeStores(uid))
  startPageReactions()
  startRadioReactions(session)
  startVoiceReactions(session)
  startReminderReactions(session)
  startSoundEffects(session, playEffect)

  // Shows and saves the theme that the dial selects. When the user leaves the page, saves the frequency and the drafts
  // that are not saved yet.
  subscribe(session, frequency, ({ theme, chosenTheme }, before) => {
    if (theme !== before.theme) showTheme(theme)
    if (chosenTheme !== before.chosenTheme && chosenTheme !== null) saveTheme(session, chosenTheme)
  })
  subscribe(session, settings, ({ settings: { theme } }, { settings: before }) => {
    if (theme !== before.theme && theme !== null) frequency.getState().applyRemoteTheme(theme)
  })
  window.addEventListener(
    'pagehide',
    () => {
      void frequency.getState().flush()
      useDrafts.getState().flush()
    },
    { signal },
  )

  // Drafts are sent only while the database accepts the user. They are persisted when the page is hidden, because a
  // hidden page may be closed.
  subscribe(session, useJournal, ({ connection }, { connection: before }) => {
    if (connection !== before && (connection === 'connected' || connection === 'error'))
      useDrafts.getState().setUsable(connection === 'connected')
  })
  const resume = () => {
    useDrafts.getState().retry()
    if (useSearch.getState().uid === null && useJournal.getState().loaded) openSearch()
    else useSearch.getState().syncInBackground()
  }
  subscribe(session, useDrafts, ({ lastRejected }, { lastRejected: before }) => {
    if (lastRejected === null || lastRejected === before) return
    // A new entry is added to the search index when it is queued. If the server rejects the entry, it is removed from
    // the index.
    if (lastRejected.draft.base === null) useSearch.getState().applyChanges([], [lastRejected.draft.id])
    if (lastRejected.awaited) return
    toast.error(lastRejected.draft.base === null ? LOG_TEXT.createFailed : LOG_TEXT.updateFailed, 'dashboard')
    toast.hint(APP_TEXT.draftSaved, 'dashboard')
  })
  window.addEventListener('online', resume, { signal })
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'hidden') useDrafts.getState().flush()
      else resume()
    },
    { signal },
  )

  // The activity strip also shows entries older than the journal's window. They are counted by day when the total count
  // is exact.
  subscribe(session, useJournal, (journal, before) => {
    if (journal.count.exact && !before.count.exact) countOlderDays(journal)
  })

  // If a read fails, a message is shown on every screen.
  subscribe(session, useJournal, showFetchError)
  subscribe(session, useTrash, showFetchError)
  subscribe(session, useActivity, showFetchError)

  // The journal counts its entries again after an import, because imported entries may be older than the loaded list.
  subscribe(session, useArchive.of(session), ({ importing }, { importing: before }) => {
    if (addedCountOf(importing) > addedCountOf(before)) void useJournal.getState().recount()
  })

  // The local mirror immediately receives the changes that this device makes or receives. A sync then adds the server's
  // other changes.
  subscribe(session, useJournal, (journal, before) => {
    if (journal.uid !== before.uid) return
    if (journal.loaded && !before.loaded && journal.uid !== null) {
      if (useSearch.getState().text === '') whenSynced(openSearch)
      else openSearch()
      whenIdle(() => openSettings(session))
      whenSynced(() => resumeNotifications(session))
    }
    if (journal.entries !== before.entries) indexChanges(journal.entries, before.entries)
    if (journal.deletedHere !== before.deletedHere) indexDeletions(journal, before)
    if (journal.count.exact && journal.count.known === 0 && before.count.known > 0)
      useSearch.getState().syncInBackground(exactCount)
  })
  // Opens the local mirror when the user searches, if the local mirror is not open yet.
  subscribe(session, useSearch, (search, { text: before }) => {
    if (search.text !== '' && search.text !== before && search.uid === null) openSearch()
  })
  subscribe(session, useDrafts, (current, before) => {
    if (current.drafts === before.drafts || current.uid !== before.uid) return
    // After a reconnect, all waiting drafts are sent together, so one sync after the last draft is enough.
    if (isSending(before.drafts) && !isSending(current.drafts)) void useSearch.getState().sync()
  })
  subscribe(session, useDrafts, ({ lastStored }, { lastStored: before }) => {
    if (lastStored !== null && lastStored !== before && lastStored.base === null)
      analyzeNewEntry(session, lastStored.id)
  })

  useDrafts.getState().open(uid)
  useNotifications.of(session).getState().open()
  void useJournal.getState().open(uid)
  void frequency.getState().open()
  tuneRadioToTheme(session)
  useMusic.getState().setTrack('main')
}

let arePageReactionsStarted = false

/** Starts the reactions that do not end with a session. */
function startPageReactions(): void {
  if (arePageReactionsStarted) return
  arePageReactionsStarted = true
  preventFileDrops()
  startButtonSound(playEffect)
}

/**
 * Closes the stores that all sessions share, so that the next user does not see data of the previous user. Removes the
 * data from this device.
 */
function closeStores(uid: string): void {
  useActivity.getState().close()
  useSearch.getState().deleteMirror(uid)
  useTrash.getState().close()
  useDrafts.getState().close()
  // If another tab has switched the user, the radio and the music continue.
  if (useAuth.getState().user !== null) return useJournal.getState().close()
  useRadio.getState().close()
  useMusic.getState().clearTrack('main')
  useJournal
    .getState()
    .clearDeviceCache()
    .catch((error: unknown) => console.warn('The cache is cleared at the next start.', error))
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
function openSettings(session: UserSession): void {
  useSettings
    .of(session)
    .getState()
    .open()
    .catch(() => {})
}

/**
 * Sends the chosen theme to the user's other devices. If both the synced theme and the chosen theme are themes of the
 * dial, nothing is sent, because each device derives such a theme from its own frequency.
 */
function saveTheme(session: UserSession, theme: Theme): void {
  const { settings, choose } = useSettings.of(session).getState()
  const saysTheSame = settings.theme !== null && !isManualTheme(theme) && !isManualTheme(settings.theme)
  if (theme === settings.theme || saysTheSame) return
  choose({ theme }).catch((error: unknown) => {
    console.warn('The theme was not stored.', error)
    toast.error(APP_TEXT.themeNotSynced)
  })
}

function resumeNotifications(session: UserSession): void {
  useNotifications
    .of(session)
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

function analyzeNewEntry(session: UserSession, id: string): void {
  if (useSettings.of(session).getState().settings.autoAnalyzeEnabled)
    import('#src/features/analysis/actions.ts')
      .then(({ autoAnalyze }) => autoAnalyze(session, id))
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
