import { Link } from 'react-router'
import { PRODUCT, VERSION } from '#domain/product.ts'
import { PAGE_TEXT } from '#domain/texts/pages.ts'
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
      <h1 className="page-title">{PAGE_TEXT.testScreen}</h1>
      <p>{PAGE_TEXT.served(PRODUCT)}</p>
    </main>
  )
}

export function TestDashboardPage() {
  const status = useAuth((state) => state.status)
  const user = useAuth((state) => state.user)
  return (
    <main className="test-page">
      <h1 className="page-title">{PAGE_TEXT.testDashboard}</h1>
      <p>{status === 'resolving' ? PAGE_TEXT.loading : (user?.email ?? PAGE_TEXT.signedOut)}</p>
      <Link to="/logs/new" className="key">
        {PAGE_TEXT.newEntryLink}
      </Link>
    </main>
  )
}
