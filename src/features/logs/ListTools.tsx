import type { RefCallback } from 'react'
import { ActivityStrip } from './ActivityStrip.tsx'
import { DayBar } from './DayBar.tsx'
import { FoundBar } from './FoundBar.tsx'
import { SearchRow } from './SearchRow.tsx'

/** Renders the filters above the list. */
export function ListTools({ searchField }: { readonly searchField: RefCallback<HTMLInputElement> }) {
  return (
    <>
      <SearchRow field={searchField} />
      <ActivityStrip />
      <DayBar />
      <FoundBar />
    </>
  )
}
