import { useLayoutEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { SettingsMenu } from '#src/features/settings/SettingsMenu.tsx'
import { SETTINGS_TABS, settingsTab } from '#src/features/settings/tabs.tsx'
import { useTitle } from '#src/ui/useTitle.ts'

/** The settings, one tab at a time; the tab is in the address. */
export function SettingsPage({ onSignOut }: { readonly onSignOut: () => void }) {
  useTitle('Settings')
  useLayoutEffect(() => {
    window.scrollTo(0, 0)
  }, [])
  const navigate = useNavigate()
  const [parameters] = useSearchParams()
  const tab = settingsTab(parameters.get('tab'))
  const { Content } = SETTINGS_TABS[tab]
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !document.querySelector('dialog[open]')) void navigate('/dashboard')
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [navigate])
  return (
    <main id="main" className="mx-auto w-full max-w-[1376px] px-3 py-6 wide:px-6">
      <h1 className="page-title my-1 mb-5">Settings</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[232px_minmax(0,1fr)]">
        <SettingsMenu tab={tab} onSignOut={onSignOut} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Content />
        </div>
      </div>
    </main>
  )
}
