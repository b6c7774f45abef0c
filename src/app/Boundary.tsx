import { Component, type ReactNode } from 'react'
import { Button } from '#src/ui/Button.tsx'

type Props = { readonly children: ReactNode }

/** Stands between a fault and an empty page: says what happened and how to go on. Entries are safe in the database. */
export class ErrorBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(thrown: unknown): void {
    // Its code may be what could not be loaded.
    import('./errorReports.ts').then(({ reportError: tellFault }) => tellFault(thrown)).catch(() => {})
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <main role="alert" className="status-screen">
        <h1 className="page-title">This screen could not be loaded.</h1>
        <p className="muted">Your entries are safe. If the connection is gone, come back when it is there again.</p>
        <Button look="primary" large onClick={() => window.location.reload()}>
          Load again
        </Button>
      </main>
    )
  }
}
