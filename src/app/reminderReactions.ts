import { pushText } from '#domain/account/push.ts'
import { REMINDER_TAG } from '#domain/account/reminders.ts'
import { useSettings } from '#src/stores/settings.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { useJournal } from '#src/stores/journal.ts'
import { useNotifications } from '#src/stores/notifications.ts'
import { useReminders } from '#src/stores/reminders.ts'
import type { UserSession } from '#src/stores/session.ts'
import { toast } from '#src/ui/toast.tsx'
import { subscribe } from './subscribe.ts'

/** Schedules and shows reminders, and handles push messages, until the session ends. */
export function startReminderReactions(session: UserSession): void {
  const reminders = useReminders.of(session)
  const notifications = useNotifications.of(session)
  // The reminder interval starts at the last entry or at the last edit of a draft, whichever is later.
  const updateReminders = () => reminders.getState().update(currentWriting(session))
  subscribe(session, useJournal.of(session), (journal, before) => {
    if (journal.entries !== before.entries || journal.loaded !== before.loaded) updateReminders()
  })
  subscribe(session, useDrafts.of(session), ({ drafts }, { drafts: before }) => {
    if (drafts !== before) updateReminders()
  })
  subscribe(session, useSettings.of(session), ({ settings }, { settings: before }) => {
    if (settings === before) return
    saveTimeZone(session)
    updateReminders()
  })
  saveTimeZone(session)
  updateReminders()
  document.addEventListener('visibilitychange', () => reminders.getState().recheck(), { signal: session.signal })

  // A reminder is shown as a toast and, with permission, as a notification. `effects.ts` plays its sound.
  subscribe(session, reminders, ({ lastReminder }, { lastReminder: before }) => {
    if (!lastReminder || lastReminder === before) return
    toast.hint(pushText(lastReminder))
    notifications.getState().show(lastReminder)
  })

  // The store ignores a pushed reminder if the app has just shown a reminder itself.
  subscribe(session, notifications, ({ lastMessage }, { lastMessage: before }) => {
    if (!lastMessage || lastMessage === before) return
    if (lastMessage.tag === REMINDER_TAG) reminders.getState().handlePush(lastMessage)
    else toast.hint(pushText(lastMessage))
  })
}

function currentWriting(session: UserSession) {
  const { uid } = session
  const { loaded, entries, views } = useJournal.of(session).getState()
  if (uid === null || !loaded) return null
  const lastEntry = entries.get(views.get('list')?.ids[0] ?? '')?.timestamp ?? undefined
  const lastWritten = Math.max(
    0,
    ...[...useDrafts.of(session).getState().drafts.values()].map(({ savedAt }) => savedAt),
  )
  return { uid, settings: useSettings.of(session).getState().settings, lastEntry, lastWritten }
}

/** Saves the time zone in the settings. The server needs the time zone to time reminders while the app is closed. */
function saveTimeZone(session: UserSession): void {
  const { settings, choose } = useSettings.of(session).getState()
  if (!settings.isMeiLingEnabled) return
  // The first call of `Intl.DateTimeFormat` takes 30 ms, so it runs only when reminders are on.
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  if (settings.timeZone !== timeZone)
    choose({ timeZone }).catch((error: unknown) => console.warn('The time zone was not stored.', error))
}
