import { NotFound } from '#src/features/shell/NotFound.tsx'
import { useTitle } from '#src/ui/useTitle.ts'

export function NotFoundPage() {
  useTitle('Log Not Found')
  return <NotFound />
}
