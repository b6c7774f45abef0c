import { Link, Navigate, Outlet, useLocation, useSearchParams } from 'react-router'
import { landingPath } from '#domain/account/landing.ts'
import { AUTH_TEXT } from '#domain/account/authMessages.ts'
import { LoadingScreen } from '#src/features/shell/LoadingScreen.tsx'
import { useAuth } from '#src/stores/auth.ts'
import { useHydrated } from '#src/boot/useHydrated.ts'

/**
 * Signed-in people only; others sign in first and come back to where they wanted to go. The page that was rendered at
 * the build is the one for them.
 */
export function RequireUser() {
  const status = useAuth((state) => state.status)
  const { pathname, search } = useLocation()
  const hydrated = useHydrated()
  if (status === 'resolving') return hydrated ? <LoadingScreen /> : <Outlet />
  if (status === 'signedIn') return <Outlet />
  if (pathname === '/logs/new') return <NewEntryNeedsSignIn />
  const wanted = `${pathname}${search}`
  return <Navigate replace to={wanted === '/' ? '/login' : `/login?next=${encodeURIComponent(wanted)}`} />
}

/** The login screen is for visitors. */
export function VisitorsOnly() {
  const status = useAuth((state) => state.status)
  const [parameters] = useSearchParams()
  return status === 'signedIn' ? <Navigate replace to={landingPath(parameters.get('next'))} /> : <Outlet />
}

function NewEntryNeedsSignIn() {
  return (
    <main className="status-screen">
      <p className="lead">{AUTH_TEXT.newNeedsUser}</p>
      <Link to={`/login?next=${encodeURIComponent('/logs/new')}`} className="key key-primary key-large">
        Sign In
      </Link>
    </main>
  )
}
