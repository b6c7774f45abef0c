import { Mark } from '#src/ui/Mark.tsx'

/** While the session is looked up, or a screen's code is on its way. */
export function LoadingScreen() {
  return (
    <div role="status" className="status-screen muted">
      <Mark />
      <p className="mono">Loading...</p>
    </div>
  )
}
