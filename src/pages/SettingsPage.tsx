import { useLayoutEffect, type ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { isPartOfComposition } from '#domain/keyboard/keys.ts'
import { FrequencyPanel, PresetsPanel } from '#src/features/frequency/FrequencyPanel.tsx'
import { AccountSettings } from '#src/features/settings/AccountSettings.tsx'
import { AiSettings } from '#src/features/settings/AiSettings.tsx'
import { GeneralSettings } from '#src/features/settings/GeneralSettings.tsx'
import { SettingsMenu } from '#src/features/settings/SettingsMenu.tsx'
import { StationSettings } from '#src/features/settings/StationSettings.tsx'
import { parseSettingsTab, type SettingsTab } from '#src/features/settings/tabs.ts'
import { useTitle } from '#src/ui/useTitle.ts'

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

/** The settings, one tab at a time; the tab is in the address. */
export function SettingsPage({ onSignOut }: Props) {
  useTitle('Settings')
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
    <main id="main" className="mx-auto w-full max-w-[1376px] px-3 py-6 wide:px-6">
      <h1 className="page-title my-1 mb-5">Settings</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[232px_minmax(0,1fr)]">
        <SettingsMenu tab={tab} onSignOut={() => onSignOut()} />
        <div key={tab} className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {TAB_CONTENT[tab]({ onSignOut })}
        </div>
      </div>
    </main>
  )
}
