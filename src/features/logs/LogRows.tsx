import {
  memo,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  type RefObject,
} from 'react'
import { useNavigate } from 'react-router'
import { useWindowVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual'
import { highlightFinders, parseSearch, tagSearch } from '#domain/search/searchQuery.ts'
import { appShortcutKey } from '#domain/keyboard/shortcuts.ts'
import { useJournal } from '#src/stores/journal/journal.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { useSearch } from '#src/stores/search.ts'
import { useLetterKeys } from '#src/ui/useLetterKeys.ts'
import { LogCard, type CardParts } from './LogCard.tsx'
import { warmMarkdown, useWarmMarkdown } from './warmMarkdown.ts'
import { useListed, useListedEntry } from './useListed.ts'
import { useView } from './useView.ts'
import './LogRows.css'

const ESTIMATED_ROW_PX = 150
/** At first as few as possible, so that the screen has its rows soon; then those that nobody has to wait for. */
const OVERSCAN_ROWS = { atFirst: 1, then: 4 }
/** What a screen shows of a list that opens. */
const INITIAL_ROWS = 6
/** More entries are asked for when this few are left below: taking in a page is more than a frame's work, so in pauses. */
const LOAD_MORE_ROWS = { inPauses: 60, scrolling: 20 }

/** Where the list was left, to come back to it from another screen. */
let savedPosition: { readonly scrollY: number; readonly measured: VirtualItem[] } | undefined

type Props = { readonly parts: CardParts; readonly onDelete: (id: string) => void }

/** The entries, as many as the screen needs; the page itself scrolls. */
export function LogRows({ parts, onDelete }: Props) {
  const { ids: order, hasMore, loadMore } = useListed()
  const { search, show } = useView()
  // Of what is shown: the address follows later.
  const shownSearch = useSearch((state) => state.found?.text)
  const searched = search === '' ? '' : (shownSearch ?? search)
  const finders = useMemo(() => highlightFinders(parseSearch(searched)), [searched])
  const latest = useRef(show)
  useEffect(() => {
    latest.current = show
  })
  const onTag = useCallback((tag: string) => latest.current({ search: tagSearch(tag) }), [])
  const list = useRef<HTMLOListElement>(null)
  const [listTop, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => setTop(list.current ? list.current.getBoundingClientRect().top + window.scrollY : 0)
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [])
  const virtualizer = useWindowVirtualizer({
    count: order.length,
    estimateSize: () => ESTIMATED_ROW_PX,
    overscan: useDeferredValue(OVERSCAN_ROWS.then, OVERSCAN_ROWS.atFirst),
    scrollMargin: listTop,
    // Rows come before they are seen: no frame has to wait for them.
    useFlushSync: false,
    // As long as it is the same one, no row is placed anew.
    getItemKey: useCallback((index: number) => order[index] ?? index, [order]),
    initialMeasurementsCache: savedPosition?.measured ?? [],
  })
  useLayoutEffect(() => {
    if (savedPosition) window.scrollTo(0, savedPosition.scrollY)
    return () => {
      savedPosition = { scrollY: window.scrollY, measured: virtualizer.measurementsCache }
    }
  }, [virtualizer])
  useRowShortcuts(list, order, (index) => virtualizer.scrollToIndex(index, { align: 'auto' }))
  const rows = useRows(virtualizer)
  const firstShown = rows[0]?.index ?? 0
  const lastShown = rows.at(-1)?.index ?? 0
  useWarmMarkdown(order, firstShown, lastShown, virtualizer.scrollDirection === 'backward')
  const prefetchRows = virtualizer.isScrolling ? LOAD_MORE_ROWS.scrolling : LOAD_MORE_ROWS.inPauses
  useEffect(() => {
    if (hasMore && lastShown >= order.length - prefetchRows) loadMore()
  }, [hasMore, lastShown, order.length, prefetchRows, loadMore])

  return (
    <ol ref={list} aria-label="Log entries" className="log-rows" style={{ height: virtualizer.getTotalSize() }}>
      {rows.map((row) => (
        <li
          key={row.key}
          ref={virtualizer.measureElement}
          data-index={row.index}
          aria-setsize={hasMore ? -1 : order.length}
          aria-posinset={row.index + 1}
          style={{ transform: `translateY(${row.start - listTop}px)` }}
        >
          <Row id={String(row.key)} parts={parts} finders={finders} onTag={onTag} onDelete={onDelete} />
        </li>
      ))}
    </ol>
  )
}

/** Reads what the list shows first, before anybody opens it. */
export const warmNewestMarkdown = (): void => void warmMarkdown(useJournal.getState().order.slice(0, INITIAL_ROWS))

/**
 * The rows that are there. While somebody scrolls they are made between frames, beyond the screen; at once where one of
 * the screen is missing, as after a jump, or stands elsewhere by now.
 */
function useRows(virtualizer: Virtualizer<Window, Element>): readonly VirtualItem[] {
  const currentItems = virtualizer.getVirtualItems()
  const deferredItems = useDeferredValue(currentItems)
  const { isScrolling, range, measurementsCache } = virtualizer
  const coversScreen =
    range !== null &&
    (deferredItems[0]?.index ?? Infinity) <= range.startIndex &&
    (deferredItems.at(-1)?.index ?? -1) >= range.endIndex
  const isInPlace = deferredItems.every(({ index, start }) => measurementsCache[index]?.start === start)
  return isScrolling && coversScreen && isInPlace ? deferredItems : currentItems
}

/** j and k go from entry to entry, o opens the one that has the focus, e edits it. */
function useRowShortcuts(
  list: RefObject<HTMLElement | null>,
  order: readonly string[],
  scrollTo: (index: number) => void,
): void {
  const navigate = useNavigate()
  const current = () => document.activeElement?.closest<HTMLElement>('[data-log-id]')?.dataset['logId']
  /** Where the focus goes as soon as that row is there: rows beyond the screen come when the list has scrolled. */
  const pendingFocusId = useRef<string>(undefined)
  const focusPending = () => {
    if (pendingFocusId.current === undefined) return
    const row = list.current?.querySelector<HTMLElement>(`[data-log-id="${pendingFocusId.current}"]`)
    if (!row) return
    pendingFocusId.current = undefined
    row.focus()
  }
  useEffect(focusPending)
  const moveFocus = (step: 1 | -1) => {
    const at = order.indexOf(pendingFocusId.current ?? current() ?? '')
    const index = at < 0 ? 0 : Math.min(Math.max(at + step, 0), order.length - 1)
    pendingFocusId.current = order[index]
    scrollTo(index)
    focusPending()
  }
  const open = (search: string) => {
    const id = current()
    if (id !== undefined) void navigate(`/logs/${id}${search}`)
  }
  const singleKeys = usePreferences((state) => state.singleKeys)
  useLetterKeys(singleKeys, {
    [appShortcutKey('next')]: () => moveFocus(1),
    [appShortcutKey('previous')]: () => moveFocus(-1),
    [appShortcutKey('open')]: () => open(''),
    [appShortcutKey('edit')]: () => open('?edit=true'),
  })
}

const Row = memo(function Row({
  id,
  ...card
}: Omit<ComponentProps<typeof LogCard>, 'entry'> & { readonly id: string }) {
  const entry = useListedEntry(id)
  return entry && <LogCard entry={entry} {...card} />
})
