import { Link } from 'react-router'
import { ChevronLeft, LogOut } from 'lucide-react'
import { GENERAL_SETTINGS_TEXT } from '#domain/texts/generalSettings.ts'
import './SettingsMenu.css'
import { SETTINGS_TABS, type SettingsTab } from './tabs.ts'

const TABS: readonly SettingsTab[] = ['general', 'frequency', 'ai', 'account']

/** On a phone, the tabs are wider than the screen. */
const scrollToLink = (link: HTMLElement | null) => link?.scrollIntoView({ block: 'nearest', inline: 'center' })

/** Renders the links to the tabs and the buttons that leave the settings. */
export function SettingsMenu({ tab, onSignOut }: { readonly tab: SettingsTab; readonly onSignOut: () => void }) {
  return (
    <nav aria-label={GENERAL_SETTINGS_TEXT.menu} className="panel settings-menu">
      {TABS.map((one) => {
        const { name, icon: Icon } = SETTINGS_TABS[one]
        return (
          <Link
            key={one}
            to={`/settings?tab=${one}`}
            ref={one === tab ? scrollToLink : null}
            className="menu-row"
            aria-current={one === tab ? 'page' : undefined}
          >
            <Icon size={16} aria-hidden />
            {name}
          </Link>
        )
      })}
      <hr />
      <Link to="/" className="menu-row">
        <ChevronLeft size={16} aria-hidden />
        {GENERAL_SETTINGS_TEXT.back}
      </Link>
      <button type="button" className="menu-row" onClick={onSignOut}>
        <LogOut size={16} aria-hidden />
        {GENERAL_SETTINGS_TEXT.signOut}
      </button>
    </nav>
  )
}
