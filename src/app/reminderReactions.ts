import { pushText } from '#domain/account/push.ts'
import { REMINDER_TAG } from '#domain/account/reminders.ts'
import { useSettings } from '#src/stores/settings.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { useJournal } from '#src/stores/journal/journal.ts'
import { useNotifications } from '#src/stores/notifications.ts'
import { useReminders } from '#src/stores/reminders.ts'
import { toast } from '#src/ui/toast.tsx'

/** Who is reminded of writing, and how; and what becomes of pushed messages. Part of `reactions.ts`; started once. */
export function startReminderReactions(): void {
  // It counts from the last entry, and from the last letter of one that is being written.
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

  // By toast, with permission by a notification that stays, and by sound (`effects.ts`).
  useReminders.subscribe(({ lastReminder }, { lastReminder: before }) => {
    if (!lastReminder || lastReminder === before) return
    toast.hint(pushText(lastReminder))
    useNotifications.getState().show(lastReminder)
  })

  // A pushed reminder is none where the app itself has just reminded.
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

/** Whoever reminds this person while the app is closed has to know what time it is for them. */
function saveTimeZone(): void {
  const { settings, choose } = useSettings.getState()
  if (!settings.isMeiLingEnabled) return
  // 30 ms, the first time.
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  if (settings.timeZone !== timeZone)
    choose({ timeZone }).catch((error: unknown) => console.warn('The time zone was not stored.', error))
}
