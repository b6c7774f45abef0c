import type { Day } from '#domain/activity/activity.ts'
import { useActivity } from '#src/stores/activity.ts'
import { useJournal } from '#src/stores/journal/journal.ts'
import { useView } from './useView.ts'

/** Narrows the list to a day and shows it; null shows all again. */
export function useChooseDay(): (day: Day | null) => void {
  const { view, search, show } = useView()
  return (day) => {
    const { uid, listShown, toggleList } = useJournal.getState()
    if (uid === null) return
    useActivity.getState().chooseDay(uid, day)
    // A search would narrow the list to something else.
    if (day && (view !== 'entries' || search !== '')) show({})
    if (day && !listShown) toggleList()
  }
}
