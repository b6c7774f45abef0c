import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DEFAULT_SETTINGS } from '#domain/account/settings.ts'
import { AccountSettings } from '#src/features/settings/AccountSettings.tsx'
import { ReminderSettings } from '#src/features/settings/ReminderSettings.tsx'
import { StationSettings } from '#src/features/settings/StationSettings.tsx'
import { useArchive } from '#src/stores/archive.ts'
import { useAuth } from '#src/stores/auth.ts'
import { useNotifications } from '#src/stores/notifications.ts'
import { UserSession } from '#src/stores/session.ts'
import { useSettings } from '#src/stores/settings.ts'
import { toast } from '#src/ui/toast.tsx'
import { inSession } from '#tests/support/session.tsx'

const said: string[] = []

beforeEach(() => {
  said.length = 0
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  for (const kind of ['success', 'error'] as const)
    vi.spyOn(toast, kind).mockImplementation((text: unknown) => {
      said.push(`${kind}: ${String(text)}`)
      return ''
    })
})
afterEach(() => void vi.restoreAllMocks())

test('when the server rejects a chosen station, reports that the station is saved on this device only', async () => {
  const session = new UserSession('alice')
  useSettings.of(session).setState({ choose: () => Promise.reject(new Error('no')) })
  render(inSession(<StationSettings />, session))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Station of Codec' }), 'Rinse FM')
  expect(said).toEqual(['error: Saved on this device only: the server did not accept the change.'])
})

test.each([
  ['permission-denied', 'the server denied access. Sign in again and retry.'],
  ['unavailable', 'the server could not be reached. Try again when you are online.'],
])("shows why the download of the user's data failed with the error %s", async (code, why) => {
  useAuth.setState({ user: { uid: 'alice', email: 'alice@example.org', displayName: '' } })
  const session = new UserSession('alice')
  useArchive.of(session).setState({ saveMyData: () => Promise.reject(Object.assign(new Error('no'), { code })) })
  render(inSession(<AccountSettings onSignOut={() => {}} />, session))
  await userEvent.click(screen.getByRole('button', { name: 'Download my data' }))
  expect(said).toEqual([`error: Your data was not downloaded, because ${why}`])
})

test.each([
  [true, ['success: Notification permissions granted!'], [{ isMeiLingEnabled: true }]],
  [false, [], []],
])(
  'turns on reminders and shows a success message only if the user permits notifications (%j)',
  async (on, texts, choices) => {
    const chosen: unknown[] = []
    const session = new UserSession('alice')
    useNotifications.of(session).setState({ enabled: false, enable: async () => on })
    const onChoose = (changes: object) => void chosen.push(changes)
    render(inSession(<ReminderSettings settings={DEFAULT_SETTINGS} onChoose={onChoose} />, session))
    await userEvent.click(screen.getByRole('switch', { name: 'Push notifications' }))
    expect([said, chosen]).toEqual([texts, choices])
  },
)
