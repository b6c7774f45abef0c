import { useEffect } from 'react'
import { pageTitle } from '#domain/product.ts'

/** Names the page in the tab: `New entry · SITREP`. */
export function useTitle(screen?: string): void {
  useEffect(() => {
    document.title = pageTitle(screen)
  }, [screen])
}
