import type { RefCallback } from 'react'
import { LOG_LIST_TEXT } from '#domain/texts/logList.ts'
import { LOG_TEXT } from '#domain/texts/specification.ts'
import { useJournal } from '#src/stores/journal.ts'
import { Button } from '#src/ui/Button.tsx'
import { FoundBar } from './FoundBar.tsx'
import { ListTools } from './ListTools.tsx'
import type { CardParts } from './LogCard.tsx'
import { LogRows } from './LogRows.tsx'
import { Note } from './Note.tsx'
import { useEntryList, useTrashView } from './useEntryList.ts'
import { useView } from './useView.ts'

type Props = {
  readonly searchField: RefCallback<HTMLInputElement>
  readonly parts: CardParts
  readonly onDelete: (id: string) => void
}

/** Renders the filters and the rows. Their code loads together, because the rows would move if the filters came later. */
export function LogList({ searchField, parts, onDelete }: Props) {
  const { view } = useView()
  return (
    <>
      {view === 'deleted' ? <WatchTrash /> : <ListTools searchField={searchField} />}
      <Rows parts={parts} onDelete={onDelete} />
    </>
  )
}

const EMPTY_HINTS: readonly string[] = [LOG_TEXT.emptyHint]

function Rows({ parts, onDelete }: Omit<Props, 'searchField'>) {
  const dayIsChosen = useJournal((state) => state.day !== null)
  const { failed, retry, loaded, ids } = useEntryList()
  const { search, view } = useView()
  const isNarrowed = dayIsChosen || search !== '' || view === 'deleted'
  if (failed)
    return (
      <Note text={LOG_TEXT.fetchFailed} alert>
        <Button onClick={retry}>{LOG_LIST_TEXT.retry}</Button>
      </Note>
    )
  if (!loaded) return <Note text={LOG_TEXT.loadingList} isLoading />
  if (ids.length === 0) return <Note text={LOG_TEXT.empty} hints={isNarrowed ? [] : EMPTY_HINTS} />
  return <LogRows parts={parts} onDelete={onDelete} />
}

/** Says how long deleted entries are kept. Keeps the live view of the trash open while the trash is shown. */
function WatchTrash() {
  useTrashView()
  return <FoundBar />
}
