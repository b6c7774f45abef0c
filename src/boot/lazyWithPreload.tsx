import { lazy, Suspense, useState, type ComponentType } from 'react'

const preloads: (() => Promise<unknown>)[] = []

type Fallbacks<Props> = {
  /** Shows until the code has come; without it there is nothing. */
  readonly fallback?: ComponentType<Props>
  /** Shows where the code cannot be had, until it has come after all; without it the part fails. */
  readonly errorFallback?: ComponentType<Props>
}

/**
 * A part of a screen whose code comes with the others (`preloadAll`), or when it is first shown. Once the code is there
 * the part shows at once: one of React's own `lazy` begins with its fallback all the same, which React then leaves in
 * place for 300 ms. A part that is not shown leaves no mark in a page of the build: each would have to be taken over.
 * @param load rejects where the code cannot be had
 */
export function lazyWithPreload<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback: Fallback, errorFallback }: Fallbacks<Props> = {},
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  let failed = false
  const preload = async () => {
    const part = await load()
    loaded = part
    return part
  }
  const LazyPart: ComponentType<Props> = lazy(async () => {
    try {
      return { default: await preload() }
    } catch (error) {
      if (!errorFallback) throw error
      failed = true
      return { default: errorFallback }
    }
  })
  preloads.push(preload)
  function Part(props: Props) {
    // React can commit `Coming` when the code comes during a render. Another type in its place would remount the part.
    const [first] = useState(() => loaded ?? LazyPart)
    const CurrentPart = (failed && loaded) || first
    return <CurrentPart {...props} />
  }
  return function PreloadedPart(props: Props) {
    return (
      <Suspense fallback={Fallback && <Fallback {...props} />}>
        <Part {...props} />
      </Suspense>
    )
  }
}

/** Brings the code of all parts, one after the other, and of those that come with them. Offline they come when needed. */
export async function preloadAll(): Promise<void> {
  for (const preload of preloads) await preload().catch(() => {})
}
