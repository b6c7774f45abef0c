import { useId, useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import { ChevronLeft } from 'lucide-react'
import { resetErrorText } from '#domain/account/recovery.ts'
import { RECOVERY_TEXT, RESET_TEXT } from '#domain/texts/recovery.ts'
import { useAuth } from '#src/stores/auth.ts'
import { ErrorText } from '#src/ui/ErrorText.tsx'
import { Button } from '#src/ui/Button.tsx'
import { EmailField, formValue } from './EmailField.tsx'
import { useVisitorToasts } from './useVisitorToasts.tsx'

/** Renders the form that requests the email for resetting a password. */
export function RecoveryForm() {
  const id = useId()
  const [errorText, setErrorText] = useState<string>()
  const [sent, setSent] = useState(false)
  const [busy, setBusy] = useState(false)
  const { showToast, dismissToast, unshownText, toasts } = useVisitorToasts()
  const sendPasswordReset = useAuth((state) => state.sendPasswordReset)

  const showError = (message: string) => {
    setErrorText(message)
    showToast('error', message)
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSent(false)
    dismissToast()
    const email = formValue(new FormData(event.currentTarget), 'email').trim()
    if (email === '') return showError(RESET_TEXT.emailMissing)
    // The identity service has email enumeration protection, so it accepts any text as an address. The browser
    // therefore validates the address first.
    if (!event.currentTarget.checkValidity()) return showError(RESET_TEXT.emailInvalid)
    setErrorText(undefined)
    setBusy(true)
    try {
      await sendPasswordReset(email)
      setSent(true)
      showToast('success', RESET_TEXT.sent)
    } catch (error) {
      showError(resetErrorText(error))
    }
    setBusy(false)
  }

  return (
    <>
      {/* `noValidate` is set because the form shows its own validation errors. */}
      <form noValidate onSubmit={(event) => void submit(event)} className="auth-screen-form panel layer">
        <h1 className="page-title">{RECOVERY_TEXT.title}</h1>
        <p className="secondary">{RECOVERY_TEXT.hint}</p>
        <EmailField id={`${id}-email`} aria-invalid={errorText !== undefined} aria-describedby={`${id}-error`} />
        <ErrorText id={`${id}-error`} text={errorText} silent={unshownText === undefined} />
        {sent && (
          <p className="lamp ok">
            <span>{RESET_TEXT.sent}</span>
          </p>
        )}
        <Button type="submit" look="primary" large disabled={busy}>
          {RECOVERY_TEXT.send}
        </Button>
        <Link to="/login" className="key key-ghost">
          <ChevronLeft size={16} aria-hidden />
          {RECOVERY_TEXT.back}
        </Link>
      </form>
      {toasts}
    </>
  )
}
