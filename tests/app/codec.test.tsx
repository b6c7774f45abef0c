import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Codec } from '#src/features/frequency/Codec.tsx'
import type { StationKey } from '#domain/radio/stations.ts'
import { useFrequency } from '#src/stores/frequency.ts'
import { useRadio } from '#src/stores/radio.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { UserSession } from '#src/stores/session.ts'
import { inSession } from '#tests/support/session.tsx'

const play = vi.fn<(station: StationKey) => Promise<void>>(async () => {})
let session: UserSession
const vibrate = vi.fn<(pattern: number[]) => boolean>(() => true)

beforeEach(() => {
  vi.useFakeTimers()
  vibrate.mockClear()
  Object.defineProperty(navigator, 'vibrate', { value: vibrate, configurable: true })
  session = new UserSession(null)
  usePreferences.setState(usePreferences.getInitialState())
  play.mockClear()
  useRadio.setState({ ...useRadio.getInitialState(), station: 'groovesalad', play })
  render(
    inSession(
      <MemoryRouter>
        <Codec canBeCompact={false} isPinned={false} />
        <Address />
      </MemoryRouter>,
      session,
    ),
  )
})
afterEach(() => void vi.useRealTimers())

const Address = () => <p data-testid="address">{useLocation().pathname}</p>
const key = (name: string | RegExp) => screen.getByRole('button', { name })
const frequency = () => useFrequency.of(session).getState().frequency
const after = (ms: number): void => act(() => void vi.advanceTimersByTime(ms))

describe('a pressed button of the codec', () => {
  test.each([
    ['by pointer', (on: HTMLElement) => fireEvent.pointerDown(on, { button: 0 }), fireEvent.pointerUp],
    [
      'by Enter',
      (on: HTMLElement) => fireEvent.keyDown(on, { key: 'Enter' }),
      (on: HTMLElement) => fireEvent.keyUp(on, { key: 'Enter' }),
    ],
    [
      'by Space',
      (on: HTMLElement) => fireEvent.keyDown(on, { key: ' ' }),
      (on: HTMLElement) => fireEvent.keyUp(on, { key: ' ' }),
    ],
  ])(
    'a button pressed %s changes the frequency immediately, after 300 ms, and then every 150 ms until it is released',
    (_, down, up) => {
      const up1 = key('Frequency up')
      down(up1)
      expect(frequency()).toBe(112.9)
      after(299)
      expect(frequency()).toBe(112.9)
      after(1)
      expect(frequency()).toBe(113.4)
      after(149)
      expect(frequency()).toBe(113.4)
      after(1)
      expect(frequency()).toBe(113.9)
      up(up1)
      after(5000)
      expect(frequency()).toBe(113.9)
    },
  )

  test.each([
    ['the pointer leaves', (on: HTMLElement) => fireEvent.pointerLeave(on)],
    ['the page scrolls during the press', (on: HTMLElement) => fireEvent.pointerCancel(on)],
    ['the focus leaves', (on: HTMLElement) => fireEvent.blur(on)],
  ])('a pressed button stops changing the frequency when %s', (_, leave) => {
    fireEvent.pointerDown(key('Frequency down'), { button: 0 })
    leave(key('Frequency down'))
    after(5000)
    expect(frequency()).toBe(111.9)
  })

  test('a pressed button stops changing the frequency at the end of the dial', () => {
    act(() => useFrequency.of(session).getState().tune(134.8))
    fireEvent.pointerDown(key('Frequency up'), { button: 0 })
    after(2000)
    expect(frequency()).toBe(135)
    expect(key('Frequency up')).toHaveAttribute('aria-disabled', 'true')
  })

  test('a click event without pointer events, as assistive technology sends it, changes the frequency by one step', () => {
    fireEvent.click(key('Frequency up'), { detail: 0 })
    after(5000)
    expect(frequency()).toBe(112.9)
  })

  test('a press of the right mouse button does not change the frequency', () => {
    fireEvent.pointerDown(key('Frequency up'), { button: 2 })
    after(5000)
    expect(frequency()).toBe(112.4)
  })
})

describe('the transmit button', () => {
  const transmit = () => within(screen.getByRole('group', { name: 'Transmit' })).getByRole('button')

  test('a press of 800 ms opens a new entry and causes two vibrations of 100 ms with a pause of 50 ms', () => {
    fireEvent.pointerDown(transmit(), { button: 0 })
    expect(screen.getByText('Transmit', { selector: '.lamp *' })).toBeInTheDocument()
    expect(transmit()).toHaveTextContent('Keep holding...')
    after(799)
    expect(screen.getByTestId('address')).toHaveTextContent(/^\/$/)
    after(1)
    expect(screen.getByTestId('address')).toHaveTextContent('/logs/new')
    expect(vibrate.mock.calls).toEqual([[[100, 50, 100]]])
    fireEvent.pointerUp(transmit())
    expect(vibrate).toHaveBeenCalledOnce()
  })

  test('a short press vibrates for 50 ms and plays the station, but opens no entry', () => {
    fireEvent.pointerDown(transmit(), { button: 0 })
    after(700)
    fireEvent.pointerUp(transmit())
    after(5000)
    expect(screen.getByTestId('address')).toHaveTextContent(/^\/$/)
    expect(vibrate.mock.calls).toEqual([[[50]]])
    expect(play.mock.calls).toEqual([['groovesalad']])
  })

  test('a press has no effect when the pointer leaves the button before the end of the press', () => {
    fireEvent.pointerDown(transmit(), { button: 0 })
    after(700)
    fireEvent.pointerLeave(transmit())
    after(5000)
    expect(screen.getByTestId('address')).toHaveTextContent(/^\/$/)
    expect(vibrate).not.toHaveBeenCalled()
  })
})

test('a long press of Volume up raises the volume repeatedly, but vibrates only once', () => {
  fireEvent.pointerDown(key('Volume up'), { button: 0 })
  after(1000)
  fireEvent.pointerUp(key('Volume up'))
  expect(vibrate.mock.calls).toEqual([[[50]]])
})

test('shows on the display whether the codec receives or tunes', () => {
  expect(screen.getByText('Receive')).toBeInTheDocument()
  fireEvent.click(key(/^Mode/))
  expect(screen.getByText('Tuning')).toBeInTheDocument()
  after(200)
  expect(screen.getByText('Receive')).toBeInTheDocument()
  expect(screen.getByText('ARCTIC 115.1–125')).toBeInTheDocument()
})
