import { SCREEN_TEXT } from '#domain/texts/screens.ts'
import { Logo } from '#src/ui/Logo.tsx'

/** Shown until the session is known and the screen's code is loaded. */
export function LoadingScreen() {
  return (
    <div role="status" className="status-screen muted">
      <Logo />
      <p className="mono">{SCREEN_TEXT.loading}</p>
    </div>
  )
}
