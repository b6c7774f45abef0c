import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { StationSettings } from '#src/features/settings/StationSettings.tsx'
import { useSettings } from '#src/stores/settings.ts'
import { Toasters } from '#src/ui/toast.tsx'

test('stations that the server refuses are said to be this device’s alone', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  useSettings.setState({ choose: () => Promise.reject(new Error('no')) })
  render(
    <>
      <StationSettings />
      <Toasters />
    </>,
  )
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Station of Codec' }), 'Rinse FM')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The stations hold on this device only: the server has not taken them.',
  )
  vi.restoreAllMocks()
})
