import { Mark } from '#src/ui/Mark.tsx'

/** While the session is looked up, or a screen's code is on its way. */
export function LoadingScreen() {
  return (
    <div role="status" className="grid min-h-dvh place-content-center justify-items-center gap-4 text-muted">
      <Mark className="h-8" />
      <p className="mono">Loading...</p>
    </div>
  )
}
