import { useLayoutEffect } from 'react'

/**
 * Sets an attribute of the root element while `isSet` is true, for styles of other parts of the page. A `:has` selector
 * on a part that contains the list would make Chromium compute the style of the whole page again for every new row.
 */
export function useRootAttribute(name: `data-${string}`, isSet: boolean): void {
  useLayoutEffect(() => {
    if (!isSet) return undefined
    const root = document.documentElement
    root.toggleAttribute(name, true)
    return () => root.removeAttribute(name)
  }, [name, isSet])
}
