import { Link, Navigate, Outlet, useLocation, useSearchParams } from 'react-router'
import { landingPath } from '#domain/account/landing.ts'
import { AUTH_TEXT } from '#domain/texts/signIn.ts'
import { SCREEN_TEXT } from '#domain/texts/screens.ts'
import { LoadingScreen } from '#src/features/shell/LoadingScreen.tsx'
import { useAuth } from '#src/stores/auth.ts'
import { useHydrated } from '#src/boot/useHydrated.ts'

/**
 * Renders the nested routes for signed-in users. Visitors are redirected to the login screen and, after the sign-in,
 * back to the requested path. The nested routes are also rendered during hydration, when the user is still unknown,
 * because the prerendered page contains them.
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

/** Renders the nested routes for visitors. Redirects signed-in users to the requested path. */
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
        {SCREEN_TEXT.signIn}
      </Link>
    </main>
  )
}
