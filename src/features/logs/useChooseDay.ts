import type { Day } from '#domain/activity.ts'
import { useActivity } from '#src/stores/activity.ts'
import { useJournal } from '#src/stores/journal.ts'
import { useView } from './useView.ts'

/** Narrows the list to a day and shows it; null shows all again. */
export function useChooseDay(): (day: Day | null) => void {
  const uid = useJournal((state) => state.uid)
  const choose = useActivity((state) => state.choose)
  const listShown = useJournal((state) => state.listShown)
  const toggleList = useJournal((state) => state.toggleList)
  const { view, search, show } = useView()
  return (day) => {
    if (uid === null) return
    choose(uid, day)
    // A search would narrow the list to something else.
    if (day && (view !== 'entries' || search !== '')) show({})
    if (day && !listShown) toggleList()
  }
}
