import { useId, useRef, useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import { authMessage } from '#domain/account/authErrors.ts'
import { AUTH_TEXT, SIGN_IN_TEXT } from '#domain/texts/signIn.ts'
import { useAuth } from '#src/stores/auth.ts'
import { ErrorText } from '#src/ui/ErrorText.tsx'
import { Button } from '#src/ui/Button.tsx'
import { EmailField, formValue } from './EmailField.tsx'
import { GoogleLogo } from './GoogleLogo.tsx'
import { useVisitorToasts } from './useVisitorToasts.tsx'

const MODES = {
  signIn: { label: SIGN_IN_TEXT.signIn, autoComplete: 'current-password', failed: AUTH_TEXT.signInFailed },
  createAccount: { label: SIGN_IN_TEXT.createAccount, autoComplete: 'new-password', failed: AUTH_TEXT.createFailed },
} as const

type Mode = keyof typeof MODES

/** Renders the form that signs in or creates an account, with email and password or with Google. */
export function LoginForm() {
  const id = useId()
  const [mode, setMode] = useState<Mode>('signIn')
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const shared = useAuth((state) => state.shared)
  const { showToast, dismissToast, unshownText, toasts } = useVisitorToasts()

  // The values are read from the form and not from React state, because the user may have entered them before
  // hydration.
  const attempt = async (action: (typed: FormData) => Promise<void>, fallback: string) => {
    if (!form.current) return
    const typed = new FormData(form.current)
    useAuth.getState().setShared(typed.has('shared'))
    dismissToast()
    setBusy(true)
    try {
      await action(typed)
    } catch (error) {
      showToast('error', authMessage(error, error instanceof Error ? fallback : AUTH_TEXT.error))
    }
    setBusy(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(
      (typed) => useAuth.getState()[mode](formValue(typed, 'email'), formValue(typed, 'password')),
      MODES[mode].failed,
    )
  }

  return (
    <>
      <form ref={form} onSubmit={submit} className="auth-screen-form panel layer" aria-labelledby={`${id}-title`}>
        <h1 id={`${id}-title`} className="sr-only">
          {MODES[mode].label}
        </h1>
        <div className="segment" role="group" aria-label={SIGN_IN_TEXT.mode}>
          {(['signIn', 'createAccount'] as const).map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={mode === one}
              onClick={() => {
                setMode(one)
                dismissToast()
              }}
            >
              {MODES[one].label}
            </button>
          ))}
        </div>
        <EmailField id={`${id}-email`} required />
        <div className="field">
          <label htmlFor={`${id}-password`}>{SIGN_IN_TEXT.password}</label>
          <input
            id={`${id}-password`}
            className="input"
            type="password"
            name="password"
            required
            autoComplete={MODES[mode].autoComplete}
          />
        </div>
        {mode === 'signIn' && (
          <Link to="/password-recovery" className="login-forgot">
            {SIGN_IN_TEXT.forgotPassword}
          </Link>
        )}
        <label className="login-shared small muted">
          <input key={String(shared)} type="checkbox" name="shared" defaultChecked={shared} />
          {SIGN_IN_TEXT.shared}
        </label>
        <ErrorText text={unshownText} />
        <Button type="submit" look="primary" large disabled={busy}>
          {MODES[mode].label}
        </Button>
        <p className="login-or small muted">{SIGN_IN_TEXT.or}</p>
        <Button
          large
          disabled={busy}
          onClick={() => void attempt(() => useAuth.getState().signInWithGoogle(), AUTH_TEXT.googleFailed)}
        >
          <GoogleLogo />
          {SIGN_IN_TEXT.google}
        </Button>
        {import.meta.env.VITE_LOCAL_AUTH && <p className="login-hint secondary">{SIGN_IN_TEXT.localGoogle}</p>}
      </form>
      {toasts}
    </>
  )
}
