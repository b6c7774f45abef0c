import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { Pencil } from 'lucide-react'
import { ENTRY_TEXT } from '#domain/texts/entry.ts'
import { LOG_LIST_TEXT } from '#domain/texts/logList.ts'
import { useChosenEntry } from '#src/stores/chosenEntry.ts'
import { Button } from '#src/ui/Button.tsx'
import { EntrySheet } from './EntrySheet.tsx'
import { useEntryList, useListedEntry } from './useEntryList.ts'
import './ReadingPane.css'

/** Shows the chosen entry of the list beside the list, on a wide screen. */
export function ReadingPane() {
  const navigate = useNavigate()
  const { ids } = useEntryList()
  const chosen = useChosenEntry((state) => state.id)
  const choose = useChosenEntry((state) => state.choose)
  const id = chosen !== null && ids.includes(chosen) ? chosen : (ids[0] ?? '')
  const entry = useListedEntry(id)
  // The pane keeps its entry when a newer entry arrives.
  useEffect(() => choose(id), [choose, id])
  useEffect(() => () => choose(null), [choose])
  if (!entry || entry.deleted) return null
  return (
    <aside aria-label={LOG_LIST_TEXT.readingPane} className="reading-pane" key={entry.id}>
      <EntrySheet entry={entry} />
      <div className="reading-pane-keys">
        <Button onClick={() => void navigate(`/logs/${entry.id}?edit=true`)}>
          <Pencil size={16} aria-hidden />
          {ENTRY_TEXT.edit}
        </Button>
        <Button onClick={() => void navigate(`/logs/${entry.id}`)}>{ENTRY_TEXT.open}</Button>
      </div>
    </aside>
  )
}
