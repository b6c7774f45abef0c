import { useCallback, useSyncExternalStore } from 'react'

/** A cache, because `matchMedia` is slow and React reads the result at every render. */
const lists = new Map<string, MediaQueryList>()

/** Returns whether a media query matches; false in the prerendered page and during hydration. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = listOf(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => listOf(query).matches,
    () => false,
  )
}

function listOf(query: string): MediaQueryList {
  const list = lists.get(query) ?? matchMedia(query)
  lists.set(query, list)
  return list
}
