import { NewEntry } from '#src/features/editor/NewEntry.tsx'
import { useAuth } from '#src/stores/auth.ts'
import { useTitle } from '#src/ui/useTitle.ts'

export function NewLogPage() {
  useTitle('New entry')
  const uid = useAuth((state) => state.user?.uid)
  return uid === undefined ? null : <NewEntry uid={uid} />
}
