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
import { useSettings } from '#src/stores/settings.ts'
import { toast } from '#src/ui/toast.tsx'

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
  useSettings.setState({ choose: () => Promise.reject(new Error('no')) })
  render(<StationSettings />)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Station of Codec' }), 'Rinse FM')
  expect(said).toEqual(['error: Saved on this device only: the server did not accept the change.'])
})

test.each([
  ['permission-denied', 'the server denied access. Sign in again and retry.'],
  ['unavailable', 'the server could not be reached. Try again when you are online.'],
])("shows why the download of the user's data failed with the error %s", async (code, why) => {
  useAuth.setState({ user: { uid: 'alice', email: 'alice@example.org', displayName: '' } })
  useArchive.setState({ saveMyData: () => Promise.reject(Object.assign(new Error('no'), { code })) })
  render(<AccountSettings onSignOut={() => {}} />)
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
    useNotifications.setState({ enabled: false, enable: async () => on })
    render(<ReminderSettings settings={DEFAULT_SETTINGS} onChoose={(changes) => void chosen.push(changes)} />)
    await userEvent.click(screen.getByRole('switch', { name: 'Push notifications' }))
    expect([said, chosen]).toEqual([texts, choices])
  },
)
