import { useLayoutEffect, useReducer, useRef, type RefCallback, type RefObject } from 'react'
import { SlidersHorizontal } from 'lucide-react'
import { LIST_TOOL_TEXT } from '#domain/texts/listTools.ts'
import { Button } from '#src/ui/Button.tsx'
import { ActivityStrip } from './ActivityStrip.tsx'
import { DayBar } from './DayBar.tsx'
import { FoundBar } from './FoundBar.tsx'
import { SearchRow } from './SearchRow.tsx'
import './ListTools.css'

/**
 * Renders the filters of the list, and what they have found. On a wide screen, the filters are one sticky row. On a
 * phone, a button shows the levels and the weeks.
 */
export function ListTools({ searchField }: { readonly searchField: RefCallback<HTMLInputElement> }) {
  const [filtersShown, toggleFilters] = useReducer((shown: boolean) => !shown, false)
  const tools = useRef<HTMLDivElement>(null)
  useStickyHeight(tools)
  return (
    <>
      <div ref={tools} className="list-tools" data-filters={filtersShown || undefined}>
        <SearchRow field={searchField} />
        <Button
          className="filters-key"
          aria-label={LIST_TOOL_TEXT.filters}
          aria-expanded={filtersShown}
          onClick={toggleFilters}
        >
          <SlidersHorizontal size={16} aria-hidden />
        </Button>
        <ActivityStrip />
      </div>
      <DayBar />
      <FoundBar />
    </>
  )
}

/** Sets the CSS property `--list-tools`: the height in px by which the filters cover the list while they stick to the top. */
function useStickyHeight(tools: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current: element } = tools
    if (!element) return
    const { style } = document.documentElement
    const measure = () => {
      // Sets the property only if it is needed, because the browser then computes the style of the whole page again.
      if (getComputedStyle(element).position === 'sticky')
        style.setProperty('--list-tools', `${element.offsetHeight}px`)
      else style.removeProperty('--list-tools')
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--list-tools')
    }
  }, [tools])
}
