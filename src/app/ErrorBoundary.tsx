import { Component, type ReactNode } from 'react'
import { SCREEN_TEXT } from '#domain/texts/screens.ts'
import { Button } from '#src/ui/Button.tsx'

type Props = { readonly children: ReactNode }

/** Shows an error message with a reload button if rendering fails. Otherwise React would leave an empty page. */
export class ErrorBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(thrown: unknown): void {
    // Loading the code that reports errors may fail too, for example offline.
    import('./errorReports.ts').then((reports) => reports.reportError(thrown)).catch(() => {})
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <main role="alert" className="status-screen">
        <h1 className="page-title">{SCREEN_TEXT.failed}</h1>
        <p className="muted">{SCREEN_TEXT.failedHint}</p>
        <Button look="primary" large onClick={() => window.location.reload()}>
          {SCREEN_TEXT.reload}
        </Button>
      </main>
    )
  }
}
