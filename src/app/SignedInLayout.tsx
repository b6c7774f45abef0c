import { Outlet } from 'react-router-dom'
import { TopBar } from '#src/features/shell/TopBar.tsx'
import { useSignOut } from './useSignOut.tsx'

/** Every screen behind the login stands under the top bar. */
export function SignedInLayout() {
  const { signOut, question } = useSignOut()
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#main" className="key skip-link">
        Skip to content
      </a>
      <TopBar onLogOut={signOut} />
      <Outlet />
      {question}
    </div>
  )
}
