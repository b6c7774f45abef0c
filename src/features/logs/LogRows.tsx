import {
  memo,
  useCallback,
  useContext,
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
import { LOG_LIST_TEXT } from '#domain/texts/logList.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { useChosenEntry } from '#src/stores/chosenEntry.ts'
import { shownSearch, useJournal } from '#src/stores/journal.ts'
import type { UserSession } from '#src/stores/session.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { useSession } from '#src/stores/userStore.ts'
import { useMediaQuery } from '#src/ui/useMediaQuery.ts'
import { ClockHoursContext } from '#src/ui/useTimeText.ts'
import { useSingleKeyShortcuts } from '#src/ui/useSingleKeyShortcuts.ts'
import { LogCard, type CardParts } from './LogCard.tsx'
import { warmMarkdown, useWarmMarkdown } from './warmMarkdown.ts'
import { useEntryList, useListedEntry, useReadEntry } from './useEntryList.ts'
import { groupByDay } from './groupByDay.ts'
import { DayHeading, LogDays } from './LogDays.tsx'
import { useView } from './useView.ts'
import { NARROW_SCREEN, WIDE_SCREEN } from './screenSizes.ts'
import './LogRows.css'

/** The mean height of a row with one line and a row with three lines. */
const ESTIMATED_ROW_PX = { narrowScreen: 200, otherScreen: 90 }
/**
 * The number of rows rendered outside the viewport. It is small in the first render, so that the visible rows appear
 * early. A deferred render adds the rest.
 */
const OVERSCAN_ROWS = { atFirst: 1, then: 4 }
/** The number of rows that are visible when the list opens. */
const INITIAL_ROWS = 6
/**
 * If fewer rows than this remain below the viewport, more entries are loaded. The number is smaller during scrolling,
 * because processing a page takes longer than a frame.
 */
const LOAD_MORE_ROWS = { inPauses: 60, scrolling: 20 }

/** The scroll position to restore when the user returns from another screen. */
let savedPosition: { readonly scrollY: number; readonly measured: VirtualItem[] } | undefined

type Props = { readonly parts: CardParts; readonly onDelete: (id: string) => void }

/** Renders the entries near the viewport. The window scrolls, not the list. */
export function LogRows({ parts, onDelete }: Props) {
  const { ids: order, hasMore, loadMore } = useEntryList()
  const readEntry = useReadEntry()
  const session = useSession()
  const choose = useChosenEntry((state) => state.choose)
  const { search, view, show } = useView()
  // The search whose results are displayed. The URL may still contain an earlier search, because it is updated after a
  // debounce.
  const resultsOf = useJournal(shownSearch)
  const searched = search === '' ? '' : (resultsOf ?? search)
  const finders = useMemo(() => highlightFinders(parseSearch(searched)), [searched])
  const latest = useRef(show)
  useEffect(() => {
    latest.current = show
  })
  const onTag = useCallback((tag: string) => latest.current({ search: tagSearch(tag) }), [])
  const list = useRef<HTMLOListElement>(null)
  const [listTop, setTop] = useState(0)
  const [barsAbove, setBarsAbove] = useState(0)
  const [barsBelow, setBarsBelow] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      if (!list.current) return
      const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement)
      setTop(list.current.getBoundingClientRect().top + window.scrollY)
      setBarsAbove(Number.parseFloat(scrollPaddingTop))
      setBarsBelow(Number.parseFloat(scrollPaddingBottom))
    }
    // The content above the list changes the height of the page, for example when the codec becomes compact.
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  const clockHours = useContext(ClockHoursContext)
  const estimatedRow = useMediaQuery(NARROW_SCREEN) ? ESTIMATED_ROW_PX.narrowScreen : ESTIMATED_ROW_PX.otherScreen
  const virtualizer = useWindowVirtualizer({
    count: order.length,
    estimateSize: () => estimatedRow,
    overscan: useDeferredValue(OVERSCAN_ROWS.then, OVERSCAN_ROWS.atFirst),
    scrollMargin: listTop,
    scrollPaddingStart: barsAbove,
    scrollPaddingEnd: barsBelow,
    // Rows outside the viewport are rendered in advance, so no frame needs a synchronous render.
    useFlushSync: false,
    // A new function at each render would make the virtualizer compute all row positions again.
    getItemKey: useCallback((index: number) => order[index] ?? index, [order]),
    initialMeasurementsCache: savedPosition?.measured ?? [],
  })
  useLayoutEffect(() => {
    // A new entry is at the top of the list.
    if (savedPosition && useDrafts.of(session).getState().newEntryId === null) window.scrollTo(0, savedPosition.scrollY)
    return () => {
      savedPosition = { scrollY: window.scrollY, measured: virtualizer.measurementsCache }
    }
  }, [virtualizer, session])
  const moveFocus = useRowShortcuts(list, order, (index) => virtualizer.scrollToIndex(index, { align: 'auto' }))
  const rows = useRows(virtualizer)
  const firstShown = rows[0]?.index ?? 0
  const lastShown = rows.at(-1)?.index ?? 0
  useWarmMarkdown(order, firstShown, lastShown, virtualizer.scrollDirection === 'backward')
  const prefetchRows = virtualizer.isScrolling ? LOAD_MORE_ROWS.scrolling : LOAD_MORE_ROWS.inPauses
  useEffect(() => {
    if (hasMore && lastShown >= order.length - prefetchRows) loadMore()
  }, [hasMore, lastShown, order.length, prefetchRows, loadMore])

  const days = view === 'deleted' ? [] : groupByDay(rows, order, hasMore, (id) => readEntry(id)?.timestamp ?? null)
  const headings = new Map(days.map((day) => [day.firstIndex, day]))
  return (
    <div className="log-list">
      <LogDays days={days.map((day) => ({ ...day, top: day.top - listTop, bottom: day.bottom - listTop }))} />
      <ol
        ref={list}
        data-clock={clockHours}
        aria-label={LOG_LIST_TEXT.entries}
        className="log-rows"
        onFocus={({ target }) => choose(idOfRow(target) ?? null)}
        onKeyDown={(event) => {
          const step = ARROW_STEPS[event.key]
          // On a wide screen, the arrow keys move through the rows. On other screens, they scroll.
          if (step === undefined || !(event.target instanceof HTMLElement && event.target.dataset['logId'])) return
          if (!matchMedia(WIDE_SCREEN).matches) return
          event.preventDefault()
          moveFocus(step)
        }}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {rows.map((row) => {
          const heading = headings.get(row.index)
          return (
            <li
              key={row.key}
              ref={virtualizer.measureElement}
              data-index={row.index}
              aria-setsize={hasMore ? -1 : order.length}
              aria-posinset={row.index + 1}
              style={{ transform: `translateY(${row.start - listTop}px)` }}
            >
              {heading && <DayHeading time={heading.time} entries={heading.entries} />}
              <Row id={String(row.key)} parts={parts} finders={finders} onTag={onTag} onDelete={onDelete} />
            </li>
          )
        })}
      </ol>
    </div>
  )
}

/** Parses the first rows of the list before it opens. */
export function warmNewestMarkdown(session: UserSession): void {
  const { views, entries } = useJournal.of(session).getState()
  warmMarkdown((id) => entries.get(id), views.get('list')?.ids.slice(0, INITIAL_ROWS) ?? [])
}

/**
 * Returns the rows to render. While the user scrolls, the rendering of rows outside the viewport is deferred until
 * there is time between frames. All rows are rendered immediately if a visible row is missing, for example after a
 * jump, or if a row has moved.
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

/** Returns the id of the entry whose row contains an element. */
const idOfRow = (element: Element): string | undefined =>
  element.closest<HTMLElement>('[data-log-id]')?.dataset['logId']

const ARROW_STEPS: { readonly [key: string]: 1 | -1 | undefined } = { ArrowDown: 1, ArrowUp: -1 }

/**
 * Handles the shortcuts of the list: focus the next or previous entry, open or edit the focused entry.
 * @returns a function that moves the focus by one row
 */
function useRowShortcuts(
  list: RefObject<HTMLElement | null>,
  order: readonly string[],
  scrollTo: (index: number) => void,
): (step: 1 | -1) => void {
  const session = useSession()
  const navigate = useNavigate()
  const current = () => document.activeElement && idOfRow(document.activeElement)
  /** The id of the row to focus. A row outside the viewport is focused only after the list has scrolled to it. */
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
    const at = order.indexOf(pendingFocusId.current ?? current() ?? useChosenEntry.of(session).getState().id ?? '')
    const index = at < 0 ? 0 : Math.min(Math.max(at + step, 0), order.length - 1)
    pendingFocusId.current = order[index]
    scrollTo(index)
    focusPending()
  }
  const open = (search: string) => {
    const id = current()
    if (id) void navigate(`/logs/${id}${search}`)
  }
  const singleKeys = usePreferences((state) => state.singleKeys)
  useSingleKeyShortcuts(singleKeys, {
    [appShortcutKey('next')]: () => moveFocus(1),
    [appShortcutKey('previous')]: () => moveFocus(-1),
    [appShortcutKey('open')]: () => open(''),
    [appShortcutKey('edit')]: () => open('?edit=true'),
  })
  return moveFocus
}

const Row = memo(function Row({
  id,
  ...card
}: Omit<ComponentProps<typeof LogCard>, 'entry'> & { readonly id: string }) {
  const entry = useListedEntry(id)
  return entry && <LogCard entry={entry} {...card} />
})
