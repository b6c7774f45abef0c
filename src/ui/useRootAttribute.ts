import { useLayoutEffect } from 'react'

/**
 * Sets an attribute of the root element while `isSet` is true. Other parts of the page select it in their styles. With
 * `:has` on an ancestor of the list instead, Chromium computes the style of the whole page for every new row.
 */
export function useRootAttribute(name: `data-${string}`, isSet: boolean): void {
  useLayoutEffect(() => {
    if (!isSet) return undefined
    const root = document.documentElement
    root.toggleAttribute(name, true)
    return () => root.removeAttribute(name)
  }, [name, isSet])
}
