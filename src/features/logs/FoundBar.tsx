import { X } from 'lucide-react'
import { parseSearch } from '#domain/searchQuery.ts'
import { useSearch } from '#src/stores/search.ts'
import { Key } from '#src/ui/Key.tsx'
import { useView } from './useView.ts'

/** How many entries a search finds, or that what is shown was deleted, with the way back to all. */
export function FoundBar() {
  const { search, deleted, show } = useView()
  const found = useSearch((state) => state.found)
  const complete = useSearch((state) => state.complete)
  const size = useSearch((state) => state.size)
  if (search === '' && !deleted) return null
  const { faults } = parseSearch(search)
  const total = found?.total ?? 0
  const amount = total === 0 ? 'No entries match' : total === 1 ? '1 entry matches' : `${total} entries match`
  return (
    <div className="day-bar px-4">
      <div role="status">
        {deleted ? (
          <p>Deleted entries, kept for 30 days</p>
        ) : (
          <>
            <p>{found ? amount : 'Searching…'}</p>
            {faults.map((fault) => (
              <p key={fault} className="text-warn">
                {fault}
              </p>
            ))}
            {!complete && <p className="text-muted">{size} entries read so far; more may match.</p>}
          </>
        )}
      </div>
      <Key look="ghost" className="ml-auto" onClick={() => show({})}>
        <X size={16} aria-hidden />
        Show all
      </Key>
    </div>
  )
}
