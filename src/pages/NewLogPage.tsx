import { NewEntry } from '#src/features/editor/NewEntry.tsx'
import { useJournal } from '#src/stores/journal.ts'
import { useTitle } from '#src/ui/useTitle.ts'

/** Waits until the journal knows whose it is: a text kept for its writer is offered when the editor opens. */
export function NewLogPage() {
  useTitle('New entry')
  const uid = useJournal((state) => state.uid)
  return uid === null ? null : <NewEntry key={uid} />
}
