import { LOG_TEXT } from '#domain/texts/specification.ts'
import { isManualTheme, type Theme } from '#domain/dial/themes.ts'
import { APP_TEXT } from '#domain/texts/app.ts'
import { entryIdOf } from '#domain/journal/operations.ts'
import { playEffect } from '#src/io/audio/effects.ts'
import { showTheme } from '#src/io/screen.ts'
import { deleteJournal } from '#src/io/journal/databaseName.ts'
import { preventFileDrops } from '#src/io/preventFileDrops.ts'
import { whenIdle } from '#src/boot/idle.ts'
import { useSettings } from '#src/stores/settings.ts'
import { useAuth } from '#src/stores/auth.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { useFrequency } from '#src/stores/frequency.ts'
import { isConfirmedEntry, useJournal } from '#src/stores/journal.ts'
import { useNotifications } from '#src/stores/notifications.ts'
import { useRadio } from '#src/stores/radio.ts'
import { useMusic } from '#src/stores/music.ts'
import type { UserSession } from '#src/stores/session.ts'
import { toast } from '#src/ui/toast.tsx'
import { startDeletionReactions } from './deletionReactions.ts'
import { startButtonSound, startSoundEffects } from './effects.ts'
import { migrateSession } from './migrateSession.ts'
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
  session.onEnd(() => endSession(uid))
  startPageReactions()
  startRadioReactions(session)
  startVoiceReactions(session)
  startReminderReactions(session)
  startSoundEffects(session, playEffect)
  startDeletionReactions(session)

  // Shows and saves the theme that the dial selects.
  subscribe(session, frequency, ({ theme, chosenTheme }, before) => {
    if (theme !== before.theme) showTheme(theme)
    if (chosenTheme !== before.chosenTheme && chosenTheme !== null) saveTheme(session, chosenTheme)
  })
  subscribe(session, settings, ({ settings: { theme } }, { settings: before }) => {
    if (theme !== before.theme && theme !== null) frequency.getState().applyRemoteTheme(theme)
  })
  const whenMigrated = migrateSession(session)
  const journal = useJournal.of(session)
  const drafts = useDrafts.of(session)
  window.addEventListener('pagehide', () => drafts.getState().flush(), { signal })
  subscribe(session, drafts, ({ lastRejected }, { lastRejected: before }) => {
    if (lastRejected === null || lastRejected === before || lastRejected.awaited) return
    toast.error(lastRejected.draft.base === null ? LOG_TEXT.createFailed : LOG_TEXT.updateFailed, 'dashboard')
    toast.hint(APP_TEXT.draftSaved, 'dashboard')
  })

  // Drafts are stored when the page is hidden, because a hidden page may be closed.
  const retry = () => journal.getState().retry()
  window.addEventListener('online', retry, { signal })
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'hidden') drafts.getState().flush()
      else retry()
    },
    { signal },
  )

  // If the journal cannot be read, a message is shown on every screen.
  subscribe(session, journal, ({ failed }, { failed: before }) => {
    if (failed && !before) toast.error(LOG_TEXT.fetchFailed, 'dashboard', 'unread')
  })
  subscribe(session, journal, ({ loaded }, { loaded: before }) => {
    if (!loaded || before) return
    whenIdle(() => whenMigrated(() => openSettings(session)))
    whenSynced(session, () => resumeNotifications(session))
  })
  subscribe(session, journal, ({ lastAnswered }, { lastAnswered: before }) => {
    if (lastAnswered === before || !isConfirmedEntry(lastAnswered)) return
    const id = entryIdOf(lastAnswered?.queued.operation)
    if (id !== undefined) analyzeNewEntry(session, id)
  })

  void drafts.getState().open()
  useNotifications.of(session).getState().open()
  void journal.getState().open()
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

/** Stops the radio when no user is signed in, and removes the journal of the previous user from this device. */
function endSession(uid: string): void {
  deleteJournal(uid)
  // If another tab has switched the user, the radio and the music continue.
  if (useAuth.getState().user !== null) return
  useRadio.getState().close()
  useMusic.getState().clearTrack('main')
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

function analyzeNewEntry(session: UserSession, id: string): void {
  if (useSettings.of(session).getState().settings.autoAnalyzeEnabled)
    import('#src/features/analysis/actions.ts')
      .then(({ autoAnalyze }) => autoAnalyze(session, id))
      // If the analysis code cannot be loaded, the user can still press the entry's Analyze button.
      .catch(() => {})
}
