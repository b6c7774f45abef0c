import { Bookmark, Printer, X } from 'lucide-react'
import { TRASH_DAYS } from '#domain/entry/entry.ts'
import { MAX_SAVED_SEARCHES, parseSearch } from '#domain/search/searchQuery.ts'
import { LIST_TOOL_TEXT } from '#domain/texts/listTools.ts'
import { usePrint } from '#src/stores/print.ts'
import type { UserSession } from '#src/stores/session.ts'
import { useSession } from '#src/stores/userStore.ts'
import { useJournal } from '#src/stores/journal.ts'
import { useSettings } from '#src/stores/settings.ts'
import { Button } from '#src/ui/Button.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useView } from './useView.ts'
import './DayBar.css'

/** Shows the number of search results or, in the trash, a note. A button returns to all entries. */
export function FoundBar() {
  const { search, view } = useView()
  return (search !== '' || view === 'deleted') && <Bar />
}

function Bar() {
  const { search, view, show } = useView()
  const isTrash = view === 'deleted'
  const found = useJournal((state) => state.views.get('search'))
  const complete = useJournal((state) => state.isComplete)
  const size = useJournal((state) => state.count.known)
  const saved = useSettings((state) => state.savedSearches)
  const save = useSettings((state) => state.saveSearch)
  const unsave = useSettings((state) => state.unsaveSearch)
  const session = useSession()
  const isSaved = saved.includes(search)
  const { errors } = parseSearch(search)
  const total = found?.total ?? 0
  return (
    <div className="day-bar found-bar">
      <div role="status">
        {isTrash ? (
          <p>{LIST_TOOL_TEXT.trash(TRASH_DAYS)}</p>
        ) : (
          <>
            <p>{found ? LIST_TOOL_TEXT.matches(total) : LIST_TOOL_TEXT.searching}</p>
            {errors.map((error) => (
              <p key={error} className="warn">
                {error}
              </p>
            ))}
            {!complete && <p className="muted">{LIST_TOOL_TEXT.incomplete(size)}</p>}
          </>
        )}
      </div>
      {!isTrash && (
        <Button
          look="ghost"
          className="at-end"
          aria-pressed={isSaved}
          disabled={!isSaved && saved.length >= MAX_SAVED_SEARCHES}
          onClick={() => void (isSaved ? unsave : save)(search).catch(() => showSaveError(isSaved))}
        >
          <Bookmark size={16} aria-hidden />
          {isSaved ? LIST_TOOL_TEXT.saved : LIST_TOOL_TEXT.save}
        </Button>
      )}
      {!isTrash && (
        <Button look="ghost" disabled={total === 0} onClick={() => void printFound(session, search)}>
          <Printer size={16} aria-hidden />
          {LIST_TOOL_TEXT.print}
        </Button>
      )}
      <Button look="ghost" className={isTrash ? 'at-end' : ''} onClick={() => show({})}>
        <X size={16} aria-hidden />
        {isTrash ? LIST_TOOL_TEXT.backToEntries : LIST_TOOL_TEXT.showAll}
      </Button>
    </div>
  )
}

async function printFound(session: UserSession, search: string): Promise<void> {
  usePrint
    .of(session)
    .getState()
    .print(await useJournal.of(session).getState().findAll(search), search)
}

const showSaveError = (wasSaved: boolean) =>
  toast.error(wasSaved ? LIST_TOOL_TEXT.unsaveFailed : LIST_TOOL_TEXT.saveFailed, 'dashboard')
