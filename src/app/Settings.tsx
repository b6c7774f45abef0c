import { SettingsPage } from '#src/pages/SettingsPage.tsx'
import { useSignOut } from './useSignOut.tsx'

/** Connects the settings page to signing out, which `src/pages` may not import. */
export function Settings() {
  const { signOut, question } = useSignOut()
  return (
    <>
      <SettingsPage onSignOut={signOut} />
      {question}
    </>
  )
}
