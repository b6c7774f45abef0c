import { useSearchParams } from 'react-router'
import { useJournal } from '#src/stores/journal/journal.ts'
import { useHydratedValue } from '#src/boot/useHydrated.ts'

/** What stands in the place of the list; the address says it. */
export type ViewName = 'entries' | 'lookback' | 'tags' | 'archive' | 'deleted'

export const VIEWS: readonly { readonly view: ViewName; readonly name: string }[] = [
  { view: 'entries', name: 'Entries' },
  { view: 'lookback', name: 'Look back' },
  { view: 'tags', name: 'Tags' },
  { view: 'archive', name: 'Archive' },
  { view: 'deleted', name: 'Deleted' },
]

type Shown = {
  readonly view: ViewName
  /** What is searched for, in the view of the entries. */
  readonly search: string
}

/** Whether the list shows, or what stands in its place: View Logs, a search or another view opens it. */
export function useIsOpen(): boolean {
  const { view, search } = useView()
  return useJournal((state) => state.listShown) || view !== 'entries' || search !== ''
}

export function useView(): Shown & { readonly show: (shown: Partial<Shown>) => void } {
  const [parameters, setParameters] = useSearchParams()
  // The page of the build shows the entries, whatever its address says: that is looked at as soon as it is taken over.
  const asked = new URLSearchParams(useHydratedValue(parameters.toString(), ''))
  const named = VIEWS.find(({ view }) => view === asked.get('view'))?.view ?? 'entries'
  const search = named === 'entries' ? (asked.get('q')?.trim() ?? '') : ''
  const show = ({ view = 'entries', search: wanted = '' }: Partial<Shown>) =>
    setParameters(view !== 'entries' ? { view } : wanted.trim() === '' ? {} : { q: wanted }, { replace: true })
  return { view: named, search, show }
}
