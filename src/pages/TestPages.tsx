import { Link } from 'react-router'
import { PRODUCT, VERSION } from '#domain/product.ts'
import { useAuth } from '#src/stores/auth.ts'
import './TestPages.css'

/** Public pages without data. They show that the app is served, routed and styled. */
export const SimplePage = () => (
  <main>
    <h1>
      {PRODUCT} {VERSION}
    </h1>
  </main>
)

export function TestPage() {
  return (
    <main className="test-page">
      <h1 className="page-title">Test screen</h1>
      <p>{PRODUCT} is served, routed and styled.</p>
    </main>
  )
}

export function TestDashboardPage() {
  const status = useAuth((state) => state.status)
  const user = useAuth((state) => state.user)
  return (
    <main className="test-page">
      <h1 className="page-title">Test dashboard</h1>
      <p>{status === 'resolving' ? 'Loading...' : (user?.email ?? 'Nobody is signed in.')}</p>
      <Link to="/logs/new" className="key">
        New Entry
      </Link>
    </main>
  )
}
