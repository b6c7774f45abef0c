import type { ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { LogOut, SlidersHorizontal, Volume2, VolumeX } from 'lucide-react'
import { PRODUCT, VERSION } from '#domain/product.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { Button } from '#src/ui/Button.tsx'
import { Mark } from '#src/ui/Mark.tsx'
import { Stencil } from '#src/ui/Stencil.tsx'
import { Clock } from './Clock.tsx'
import { ConnectionStatus } from './ConnectionStatus.tsx'
import './TopBar.css'

/** The paths of the dashboard, which has its own wordmark. */
const DASHBOARD_PATHS: ReadonlySet<string> = new Set(['/', '/protected', '/logs/new'])

/** @param settingsDisabled whether the settings button is disabled, as on the settings page itself */
export function TopBar({
  onLogOut,
  settingsDisabled = false,
  children,
}: {
  readonly onLogOut: () => void
  readonly settingsDisabled?: boolean
  /** Rendered before the session's buttons. */
  readonly children?: ReactNode
}) {
  const soundEnabled = usePreferences((state) => state.soundEnabled)
  const choose = usePreferences((state) => state.choose)
  const navigate = useNavigate()
  const soundLabel = soundEnabled ? 'Sound on' : 'Sound off'
  const isOnDashboard = DASHBOARD_PATHS.has(useLocation().pathname)
  return (
    <header className="top-bar">
      <Link to="/" aria-label={`${PRODUCT} ${VERSION}, dashboard`} className="brand">
        <Mark className={isOnDashboard ? '' : 'phone-only'} />
        {!isOnDashboard && <Stencil text={PRODUCT} className="brand-name" />}
        <span className="mono brand-version">{VERSION}</span>
      </Link>
      <Clock />
      <ConnectionStatus />
      <div className="at-end" />
      <div className="top-bar-radio">{children}</div>
      <nav aria-label="Session" className="top-bar-keys">
        <Button look="ghost" aria-label={soundLabel} onClick={() => choose('soundEnabled', !soundEnabled)}>
          {soundEnabled ? <Volume2 size={16} aria-hidden /> : <VolumeX size={16} aria-hidden />}
          <span>{soundLabel}</span>
        </Button>
        <Button
          look="ghost"
          aria-label="Settings"
          disabled={settingsDisabled}
          onClick={() => void navigate('/settings')}
        >
          <SlidersHorizontal size={16} aria-hidden />
          <span>Settings</span>
        </Button>
        <Button look="ghost" aria-label="Logout" onClick={onLogOut}>
          <LogOut size={16} aria-hidden />
          <span>Logout</span>
        </Button>
      </nav>
    </header>
  )
}
