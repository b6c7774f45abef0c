import { SettingsPage } from '#src/pages/SettingsPage.tsx'
import { useSignOut } from './useSignOut.tsx'

/** Passes the sign-out function to the settings page, because `src/pages` may not import it from `src/app`. */
export function Settings() {
  const { signOut, question } = useSignOut()
  return (
    <>
      <SettingsPage onSignOut={signOut} />
      {question}
    </>
  )
}
