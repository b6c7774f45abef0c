import { act, render, renderHook, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { toast as hotToast } from 'react-hot-toast/headless'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LoginForm } from '#src/features/auth/LoginForm.tsx'
import { RecoveryForm } from '#src/features/auth/RecoveryForm.tsx'
import { useVisitorToasts } from '#src/features/auth/useVisitorToasts.tsx'
import { useAuth } from '#src/stores/auth.ts'
import { eventually } from '#tests/support/eventually.ts'

const REFUSED = 'The supplied auth credential is incorrect, malformed or has expired.'
const refuse = () => Promise.reject(Object.assign(new Error('no'), { code: 'auth/invalid-credential' }))

beforeEach(() => useAuth.setState({ status: 'signedOut', user: null, signIn: refuse }))
// Removes all toasts, so that the next test does not show them.
afterEach(() => hotToast.removeAll('app'))

/** A dismissed toast stays in the document during its exit animation. */
const isLeaving = (toast: HTMLElement) => toast.closest('.toast')?.hasAttribute('data-leaving')

async function signIn() {
  await userEvent.type(screen.getByLabelText('Email'), 'alice@example.org')
  await userEvent.type(screen.getByLabelText('Password'), 'wrong password')
  await userEvent.click(screen.getAllByRole('button', { name: 'Sign In' })[1] ?? document.body)
  return screen.findByText(REFUSED)
}

test('shows the error of a failed sign-in only once, in a toast', async () => {
  render(<LoginForm />, { wrapper: MemoryRouter })
  const toast = await signIn()
  expect(screen.getByRole('region', { name: 'Notifications' })).toContainElement(toast)
  expect(screen.getAllByText(REFUSED)).toEqual([toast])
})

test.each(['Create Account', 'Sign In'])('dismisses the error toast when the user chooses %s', async (mode) => {
  render(<LoginForm />, { wrapper: MemoryRouter })
  const toast = await signIn()
  expect(isLeaving(toast)).toBe(false)
  await userEvent.click(screen.getAllByRole('button', { name: mode })[0] ?? document.body)
  expect(isLeaving(toast)).toBe(true)
})

test('does not show a toast that was dismissed before the lazy code of toasts loaded', async () => {
  const { result } = renderHook(useVisitorToasts)
  act(() => {
    result.current.showToast('error', 'late')
    result.current.dismissToast()
  })
  await eventually(() => expect(result.current.toasts).not.toBeUndefined())
  render(<>{result.current.toasts}</>)
  expect(screen.queryByText('late')).toBeNull()
})

test.each([
  ['', 'Please enter your email address.'],
  ['alice@', 'Invalid email format.'],
])(
  'for the email address %j, shows the error at the field of the recovery form and in one alert toast',
  async (email, text) => {
    render(<RecoveryForm />, { wrapper: MemoryRouter })
    if (email !== '') await userEvent.type(screen.getByLabelText('Email'), email)
    await userEvent.click(screen.getByRole('button', { name: 'Send reset link' }))
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(text)
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    expect(screen.getByRole('region', { name: 'Notifications' })).toContainElement(screen.getByRole('alert'))
  },
)
