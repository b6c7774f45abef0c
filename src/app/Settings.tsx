import { SettingsPage } from '#src/pages/SettingsPage.tsx'
import { useSignOut } from './useSignOut.tsx'

/** The settings with the app's way to sign out. */
export function Settings() {
  const { signOut, question } = useSignOut()
  return (
    <>
      <SettingsPage onSignOut={signOut} />
      {question}
    </>
  )
}
