import { useSearchParams } from 'react-router'
import { LOG_LIST_TEXT } from '#domain/texts/logList.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { useHydratedValue } from '#src/boot/useHydrated.ts'
import { revealList } from '#src/ui/revealList.ts'

/** The views of the log panel. The URL stores the current view. */
export type ViewName = 'entries' | 'lookback' | 'tags' | 'archive' | 'deleted'

export const VIEWS: readonly { readonly view: ViewName; readonly name: string }[] = [
  { view: 'entries', name: LOG_LIST_TEXT.entriesView },
  { view: 'lookback', name: LOG_LIST_TEXT.lookBackView },
  { view: 'tags', name: LOG_LIST_TEXT.tagsView },
  { view: 'archive', name: LOG_LIST_TEXT.archiveView },
  { view: 'deleted', name: LOG_LIST_TEXT.deletedView },
]

type ListView = {
  readonly view: ViewName
  /** The search in the `entries` view; empty in every other view. */
  readonly search: string
}

/**
 * Returns whether the panel is open. The panel opens when the user presses View Logs, searches, or selects a view other
 * than `entries`.
 */
export function useIsListOpen(): boolean {
  const { view, search } = useView()
  return usePreferences((state) => state.logsShown) || view !== 'entries' || search !== ''
}

/** Returns whether View Logs is on, and a function that toggles it. In another view, the function opens the list. */
export function useViewLogs(): { readonly isOn: boolean; readonly toggle: () => void } {
  const { view, show } = useView()
  const logsShown = usePreferences((state) => state.logsShown)
  const choose = usePreferences((state) => state.choose)
  const isOn = logsShown && view === 'entries'
  const toggle = () => {
    choose('logsShown', !isOn)
    if (isOn) return
    if (view !== 'entries') show({})
    revealList()
  }
  return { isOn, toggle }
}

export function useView(): ListView & { readonly show: (shown: Partial<ListView>) => void } {
  const [parameters, setParameters] = useSearchParams()
  // The prerendered page always shows the entries, so the URL is read only after hydration.
  const params = new URLSearchParams(useHydratedValue(parameters.toString(), ''))
  const currentView = VIEWS.find(({ view }) => view === params.get('view'))?.view ?? 'entries'
  const search = currentView === 'entries' ? (params.get('q')?.trim() ?? '') : ''
  const show = ({ view = 'entries', search: newSearch = '' }: Partial<ListView>) =>
    setParameters(view !== 'entries' ? { view } : newSearch.trim() === '' ? {} : { q: newSearch }, { replace: true })
  return { view: currentView, search, show }
}
