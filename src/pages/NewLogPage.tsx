import { NewEntry } from '#src/features/editor/NewEntry.tsx'
import { useTitle } from '#src/ui/useTitle.ts'

export function NewLogPage() {
  useTitle('New entry')
  return <NewEntry />
}
