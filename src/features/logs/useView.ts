import { useSearchParams } from 'react-router-dom'

/** What of the journal is looked at, as the address says. */
export type View = { readonly search: string; readonly deleted: boolean }

export function useView(): View & { readonly show: (view: Partial<View>) => void } {
  const [parameters, setParameters] = useSearchParams()
  const show = ({ search = '', deleted = false }: Partial<View>) =>
    setParameters(deleted ? { view: 'deleted' } : search.trim() === '' ? {} : { q: search }, { replace: true })
  return { search: parameters.get('q')?.trim() ?? '', deleted: parameters.get('view') === 'deleted', show }
}
