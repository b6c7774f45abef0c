import { useLayoutEffect, type ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { isPartOfComposition } from '#domain/keyboard/keys.ts'
import { PAGE_TEXT } from '#domain/texts/pages.ts'
import { FrequencyPanel, PresetsPanel } from '#src/features/frequency/FrequencyPanel.tsx'
import { AccountSettings } from '#src/features/settings/AccountSettings.tsx'
import { AiSettings } from '#src/features/settings/AiSettings.tsx'
import { GeneralSettings } from '#src/features/settings/GeneralSettings.tsx'
import { SettingsMenu } from '#src/features/settings/SettingsMenu.tsx'
import { StationSettings } from '#src/features/settings/StationSettings.tsx'
import { parseSettingsTab, type SettingsTab } from '#src/features/settings/tabs.ts'
import { useTitle } from '#src/ui/useTitle.ts'
import './SettingsPage.css'

type Props = { readonly onSignOut: (then?: () => void) => void }

const TAB_CONTENT: { readonly [Tab in SettingsTab]: (props: Props) => ReactNode } = {
  general: () => <GeneralSettings />,
  frequency: () => (
    <>
      <FrequencyPanel />
      <div className="settings-pair">
        <PresetsPanel />
        <StationSettings />
      </div>
    </>
  ),
  ai: () => <AiSettings />,
  account: ({ onSignOut }) => <AccountSettings onSignOut={onSignOut} />,
}

/** Shows one tab of the settings, selected by the URL. */
export function SettingsPage({ onSignOut }: Props) {
  useTitle(PAGE_TEXT.settings)
  useLayoutEffect(() => {
    window.scrollTo(0, 0)
  }, [])
  const navigate = useNavigate()
  const [parameters] = useSearchParams()
  const tab = parseSettingsTab(parameters.get('tab'))
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isPartOfComposition(event) || document.querySelector('dialog[open]')) return
      void navigate('/dashboard')
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [navigate])
  return (
    <main id="main" className="settings-page">
      <h1 className="page-title settings-title">{PAGE_TEXT.settings}</h1>
      <div className="settings-frame">
        <SettingsMenu tab={tab} onSignOut={() => onSignOut()} />
        <div key={tab} className="settings-content">
          {TAB_CONTENT[tab]({ onSignOut })}
        </div>
      </div>
    </main>
  )
}
