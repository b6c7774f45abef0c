import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DEFAULT_SETTINGS } from '#domain/account/settings.ts'
import type { PushMessage } from '#domain/account/push.ts'
import { startReminderReactions } from '#src/app/reminderReactions.ts'
import { useSettings } from '#src/stores/settings.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { useJournal } from '#src/stores/journal.ts'
import { useNotifications } from '#src/stores/notifications.ts'
import { UserSession } from '#src/stores/session.ts'
import { useReminders, type WritingActivity } from '#src/stores/reminders.ts'
import { draft } from '#tests/support/draft.ts'
import { logEntry } from '#tests/support/logEntry.ts'
import { listView } from '#tests/support/shownView.ts'

const follow = vi.fn<(writing: WritingActivity | null) => void>()
const look = vi.fn<() => void>()
const pushed = vi.fn<(message: PushMessage) => void>()
const show = vi.fn<(message: PushMessage) => void>()
const choose = vi.fn<(changes: object) => Promise<void>>(async () => {})
const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone
const REMINDER: PushMessage = { title: 'Voice assistant', body: 'Anything?', path: '/logs/new', tag: 'reminder' }

const session = new UserSession('alice')
const journal = useJournal.of(session)
const drafts = useDrafts.of(session)
const reminders = useReminders.of(session)
const notifications = useNotifications.of(session)
const settingsStore = useSettings.of(session)

beforeAll(() => {
  reminders.setState({ update: follow, recheck: look, handlePush: pushed })
  notifications.setState({ show })
  settingsStore.setState({ choose })
  startReminderReactions(session)
})
beforeEach(() => {
  journal.setState({ loaded: true, entries: new Map(), views: new Map() })
  drafts.setState({ drafts: new Map() })
  settingsStore.setState({ settings: DEFAULT_SETTINGS })
  vi.clearAllMocks()
})

describe('reminder updates', () => {
  test('updates reminders with the time of the newest entry', () => {
    const shown = ['b', 'a'].map((id, index) => logEntry({ id, timestamp: 2000 - index }))
    journal.setState({
      entries: new Map(shown.map((entry) => [entry.id, entry])),
      views: new Map([['list', listView(shown.map(({ id }) => id))]]),
    })
    expect(follow).toHaveBeenLastCalledWith(expect.objectContaining({ uid: 'alice', lastEntry: 2000, lastWritten: 0 }))
  })

  test('updates reminders with the time of the latest draft', () => {
    const written = [draft({ key: 'a', savedAt: 3000 }), draft({ key: 'b', savedAt: 1000 })]
    drafts.setState({ drafts: new Map(written.map((one) => [one.key, one])) })
    expect(follow).toHaveBeenLastCalledWith(expect.objectContaining({ lastEntry: undefined, lastWritten: 3000 }))
  })

  test('updates reminders with the settings', () => {
    const settings = { ...DEFAULT_SETTINGS, isMeiLingEnabled: true, timeZone: HERE }
    settingsStore.setState({ settings })
    expect(follow).toHaveBeenLastCalledWith(expect.objectContaining({ settings }))
    expect(choose).not.toHaveBeenCalled()
  })

  test('clears reminders while the journal is not loaded', () => {
    journal.setState({ loaded: false })
    expect(follow).toHaveBeenLastCalledWith(null)
  })

  test('clears reminders while no user is signed in', () => {
    const visit = new UserSession(null)
    useReminders.of(visit).setState({ update: follow })
    useJournal.of(visit).setState({ loaded: true })
    startReminderReactions(visit)
    expect(follow).toHaveBeenLastCalledWith(null)
  })

  test('rechecks reminders when the page becomes visible', () => {
    document.dispatchEvent(new Event('visibilitychange'))
    expect(look).toHaveBeenCalledOnce()
  })
})

test('stores the time zone of a user who has turned reminders on', () => {
  settingsStore.setState({ settings: { ...DEFAULT_SETTINGS, isMeiLingEnabled: true, timeZone: 'Pacific/Chatham' } })
  expect(choose).toHaveBeenCalledExactlyOnceWith({ timeZone: HERE })
  choose.mockClear()
  settingsStore.setState({ settings: { ...DEFAULT_SETTINGS, timeZone: 'Pacific/Chatham' } })
  expect(choose, 'changes of the settings while reminders are off').not.toHaveBeenCalled()
})

test('shows each reminder as a notification', () => {
  reminders.setState({ lastReminder: REMINDER })
  expect(show).toHaveBeenCalledExactlyOnceWith(REMINDER)
})

test('passes push messages to the reminders store only if they are reminders', () => {
  notifications.setState({ lastMessage: REMINDER })
  expect(pushed).toHaveBeenCalledExactlyOnceWith(REMINDER)
  notifications.setState({ lastMessage: { ...REMINDER, tag: 'news' } })
  expect(pushed).toHaveBeenCalledOnce()
})
