import { useEffect } from 'react'
import { pageTitle } from '#domain/product.ts'

/** Sets the document title, for example `New entry · SITREP`. */
export function useTitle(screen?: string): void {
  useEffect(() => {
    document.title = pageTitle(screen)
  }, [screen])
}
