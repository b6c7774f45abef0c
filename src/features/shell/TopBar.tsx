import type { ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { LogOut, SlidersHorizontal, Volume2, VolumeX } from 'lucide-react'
import { PRODUCT, VERSION } from '#domain/product.ts'
import { SHELL_TEXT } from '#domain/texts/shell.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { Button } from '#src/ui/Button.tsx'
import { Logo } from '#src/ui/Logo.tsx'
import { Stencil } from '#src/ui/Stencil.tsx'
import { Clock } from './Clock.tsx'
import { ConnectionStatus } from './ConnectionStatus.tsx'
import './TopBar.css'

/** The paths of the dashboard. The dashboard shows the wordmark itself, so the top bar omits it there. */
const DASHBOARD_PATHS: ReadonlySet<string> = new Set(['/', '/protected', '/logs/new'])

/** @param settingsDisabled whether the settings button is disabled, as on the settings page itself */
export function TopBar({
  onLogOut,
  settingsDisabled = false,
  children,
}: {
  readonly onLogOut: () => void
  readonly settingsDisabled?: boolean
  /** Content that is rendered before the buttons for sound, settings and sign-out. */
  readonly children?: ReactNode
}) {
  const soundEnabled = usePreferences((state) => state.soundEnabled)
  const choose = usePreferences((state) => state.choose)
  const navigate = useNavigate()
  const soundLabel = soundEnabled ? SHELL_TEXT.soundOn : SHELL_TEXT.soundOff
  const isOnDashboard = DASHBOARD_PATHS.has(useLocation().pathname)
  return (
    <header className="top-bar">
      <Link to="/" aria-label={SHELL_TEXT.home(PRODUCT, VERSION)} className="brand">
        <Logo className={isOnDashboard ? '' : 'phone-only'} />
        {!isOnDashboard && <Stencil text={PRODUCT} className="brand-name" />}
        <span className="mono brand-version">{VERSION}</span>
      </Link>
      <Clock />
      <ConnectionStatus />
      <div className="at-end" />
      <div className="top-bar-radio">{children}</div>
      <nav aria-label={SHELL_TEXT.session} className="top-bar-keys">
        <Button look="ghost" aria-label={soundLabel} onClick={() => choose('soundEnabled', !soundEnabled)}>
          {soundEnabled ? <Volume2 size={16} aria-hidden /> : <VolumeX size={16} aria-hidden />}
          <span>{soundLabel}</span>
        </Button>
        <Button
          look="ghost"
          aria-label={SHELL_TEXT.settings}
          disabled={settingsDisabled}
          aria-current={settingsDisabled ? 'page' : undefined}
          onClick={() => void navigate('/settings')}
        >
          <SlidersHorizontal size={16} aria-hidden />
          <span>{SHELL_TEXT.settings}</span>
        </Button>
        <Button look="ghost" aria-label={SHELL_TEXT.logout} onClick={onLogOut}>
          <LogOut size={16} aria-hidden />
          <span>{SHELL_TEXT.logout}</span>
        </Button>
      </nav>
    </header>
  )
}
