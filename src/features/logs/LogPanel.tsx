import { useCallback, useRef, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { Download, SlidersHorizontal, Trash } from 'lucide-react'
import { LOG_TEXT } from '#domain/texts/specification.ts'
import { DEFAULT_FREQUENCY } from '#domain/dial/frequency.ts'
import { appShortcutKey } from '#domain/keyboard/shortcuts.ts'
import { countText } from '#domain/entry/entryCount.ts'
import { LOG_LIST_TEXT } from '#domain/texts/logList.ts'
import { useFrequency } from '#src/stores/frequency.ts'
import { useJournal } from '#src/stores/journal.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { useSession } from '#src/stores/userStore.ts'
import { Button } from '#src/ui/Button.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { useSingleKeyShortcuts } from '#src/ui/useSingleKeyShortcuts.ts'
import { exportAll } from './actions.ts'
import type { DeleteRequest } from './DeleteQuestion.tsx'
import type { CardParts } from './LogCard.tsx'
import { Note } from './Note.tsx'
import { useEntryCount } from './useEntryList.ts'
import { useIsListOpen, useView, type ViewName } from './useView.ts'
import { ViewNav } from './ViewNav.tsx'
import { lazyWithPreload } from '#src/boot/lazyWithPreload.tsx'
import './LogPanel.css'

const DeleteQuestion = lazyWithPreload(async () => (await import('./DeleteQuestion.tsx')).DeleteQuestion)
const LogList = lazyWithPreload(async () => (await import('./LogList.tsx')).LogList, {
  fallback: () => <Note text={LOG_TEXT.loadingList} isLoading />,
})

type Props = {
  /** Shown in the header, after the number of entries. */
  readonly children?: ReactNode
  /** The content of each view that replaces the list. */
  readonly views: { readonly [view in ViewName]?: ReactNode }
  readonly cardParts: CardParts
}

/** Renders the log panel: its header, and the list of entries or another view. */
export function LogPanel({ children, views, cardParts }: Props) {
  const [question, setQuestion] = useState<DeleteRequest>()
  const { view } = useView()
  const isOpen = useIsListOpen()
  const searchField = useSearchShortcut()
  return (
    <Panel
      title={LOG_LIST_TEXT.title}
      className="log-panel"
      aside={
        <>
          <Count />
          {children}
          <ViewNav />
          <HeadButtons onDeleteAll={() => setQuestion({ kind: 'all' })} />
        </>
      }
    >
      {views[view] ??
        (isOpen ? (
          <LogList
            searchField={searchField}
            parts={cardParts}
            onDelete={(id) => setQuestion({ kind: view === 'deleted' ? 'forGood' : 'one', id })}
          />
        ) : (
          <ClosedList />
        ))}
      {question && <DeleteQuestion question={question} ask={setQuestion} />}
    </Panel>
  )
}

/**
 * Handles the search shortcut: opens the list of entries and focuses the search field.
 * @returns the ref of the search field
 */
function useSearchShortcut() {
  const field = useRef<HTMLInputElement>(null)
  const isFocusPending = useRef(false)
  const { view, show } = useView()
  const singleKeys = usePreferences((state) => state.singleKeys)
  useSingleKeyShortcuts(singleKeys, {
    [appShortcutKey('search')]: () => {
      if (field.current) return field.current.focus()
      isFocusPending.current = true
      usePreferences.getState().choose('logsShown', true)
      if (view !== 'entries') show({})
    },
  })
  return useCallback((input: HTMLInputElement | null) => {
    field.current = input
    if (input && isFocusPending.current) input.focus()
    isFocusPending.current = false
  }, [])
}

function Count() {
  const count = useEntryCount()
  const loaded = useJournal((state) => state.loaded)
  return (
    loaded && (
      <span className="log-panel-count mono small muted" data-testid="log-count">
        {countText(count)}
      </span>
    )
  )
}

function HeadButtons({ onDeleteAll }: { readonly onDeleteAll: () => void }) {
  const navigate = useNavigate()
  const session = useSession()
  const isEmpty = useEntryCount().known === 0
  return (
    <div className="log-panel-keys">
      <HeadButton icon={SlidersHorizontal} name={LOG_LIST_TEXT.settings} onClick={() => void navigate('/settings')} />
      <HeadButton
        icon={Download}
        name={LOG_LIST_TEXT.export}
        disabled={isEmpty}
        onClick={() => void exportAll(session)}
      />
      <HeadButton icon={Trash} name={LOG_LIST_TEXT.deleteAll} disabled={isEmpty} onClick={onDeleteAll} />
    </div>
  )
}

function HeadButton({
  icon: Icon,
  name,
  disabled = false,
  onClick,
}: {
  readonly icon: typeof Download
  readonly name: string
  readonly disabled?: boolean
  readonly onClick: () => void
}) {
  return (
    <Button look="ghost" disabled={disabled} onClick={onClick}>
      <Icon size={16} aria-hidden />
      <span>{name}</span>
    </Button>
  )
}

/** Leads a new user to writing, and explains the dial until the user has turned it. */
const FIRST_ENTRY: readonly string[] = [LOG_LIST_TEXT.firstEntry]
const FIRST_RUN: readonly string[] = [...FIRST_ENTRY, LOG_LIST_TEXT.dialHint]

/** Says how to open the list. */
function ClosedList() {
  const isFirstRun = useJournal(({ loaded, count }) => loaded && count.exact && count.known === 0)
  const hasTuned = useFrequency(({ frequency }) => frequency !== DEFAULT_FREQUENCY)
  return <Note text={LOG_TEXT.hidden} hints={!isFirstRun ? [] : hasTuned ? FIRST_ENTRY : FIRST_RUN} />
}
