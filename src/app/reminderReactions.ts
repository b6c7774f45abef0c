import { pushText } from '#domain/account/push.ts'
import { REMINDER_TAG } from '#domain/account/reminders.ts'
import { useSettings } from '#src/stores/settings.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { useJournal } from '#src/stores/journal/journal.ts'
import { useNotifications } from '#src/stores/notifications.ts'
import { useReminders } from '#src/stores/reminders.ts'
import { toast } from '#src/ui/toast.tsx'

/** Schedules and shows reminders, and handles pushed messages. Part of `reactions.ts`; starts once. */
export function startReminderReactions(): void {
  // The interval starts at the last entry or at the last edit of a draft.
  const updateReminders = () => useReminders.getState().update(currentWriting())
  useJournal.subscribe((journal, before) => {
    if (journal.entries !== before.entries || journal.loaded !== before.loaded || journal.uid !== before.uid)
      updateReminders()
  })
  useDrafts.subscribe(({ drafts }, { drafts: before }) => {
    if (drafts !== before) updateReminders()
  })
  useSettings.subscribe(({ settings }, { settings: before }) => {
    if (settings === before) return
    saveTimeZone()
    updateReminders()
  })
  saveTimeZone()
  updateReminders()
  document.addEventListener('visibilitychange', () => useReminders.getState().recheck())

  // A reminder shows as a toast and, with permission, as a notification. Its sound is in `effects.ts`.
  useReminders.subscribe(({ lastReminder }, { lastReminder: before }) => {
    if (!lastReminder || lastReminder === before) return
    toast.hint(pushText(lastReminder))
    useNotifications.getState().show(lastReminder)
  })

  // The store drops a pushed reminder if the app has just shown its own.
  useNotifications.subscribe(({ lastMessage }, { lastMessage: before }) => {
    if (!lastMessage || lastMessage === before) return
    if (lastMessage.tag === REMINDER_TAG) useReminders.getState().handlePush(lastMessage)
    else toast.hint(pushText(lastMessage))
  })
}

function currentWriting() {
  const { uid, loaded, entries, order } = useJournal.getState()
  if (uid === null || !loaded) return null
  const lastEntry = entries.get(order[0] ?? '')?.timestamp ?? undefined
  const lastWritten = Math.max(0, ...[...useDrafts.getState().drafts.values()].map(({ savedAt }) => savedAt))
  return { uid, settings: useSettings.getState().settings, lastEntry, lastWritten }
}

/** Sends the time zone, which the server needs to time reminders while the app is closed. */
function saveTimeZone(): void {
  const { settings, choose } = useSettings.getState()
  if (!settings.isMeiLingEnabled) return
  // The first call takes 30 ms, so it runs only when reminders are on.
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  if (settings.timeZone !== timeZone)
    choose({ timeZone }).catch((error: unknown) => console.warn('The time zone was not stored.', error))
}
