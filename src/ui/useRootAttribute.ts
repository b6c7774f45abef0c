import { useLayoutEffect } from 'react'

/**
 * Sets an attribute of the root element while the component is mounted and `isSet` is true. Styles of other parts of the
 * page select this attribute. `:has` with the component would style the whole page again for every row of the list.
 */
export function useRootAttribute(name: `data-${string}`, isSet: boolean): void {
  useLayoutEffect(() => {
    const root = document.documentElement
    root.toggleAttribute(name, isSet)
    return () => root.removeAttribute(name)
  }, [name, isSet])
}
