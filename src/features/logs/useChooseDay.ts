import type { Period } from '#domain/activity/activity.ts'
import { useJournal } from '#src/stores/journal.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { revealList } from '#src/ui/revealList.ts'
import { useView } from './useView.ts'

/** Returns a function that filters the list by a day or a week and opens the list; null removes the filter. */
export function useChooseDay(): (day: Period | null) => void {
  const { view, search, show } = useView()
  const chooseDay = useJournal((state) => state.chooseDay)
  return (day) => {
    chooseDay(day)
    // A search takes precedence over the day, so the search is cleared.
    if (day && (view !== 'entries' || search !== '')) show({})
    if (!day) return
    usePreferences.getState().choose('logsShown', true)
    revealList()
  }
}
