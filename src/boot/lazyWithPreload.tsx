import { lazy, Suspense, useState, type ComponentType } from 'react'

const preloads: (() => Promise<unknown>)[] = []

type Fallbacks<Props> = {
  /** Rendered until the code has loaded. The default is nothing. */
  readonly fallback?: ComponentType<Props>
  /** Rendered if the code cannot be loaded. Without it, the component throws. */
  readonly errorFallback?: ComponentType<Props>
}

/**
 * A component whose code is loaded by `preloadAll`, or when it first renders. Once loaded it renders immediately, while
 * React's own `lazy` would show its fallback first and leave it in place for 300 ms. A part that is not rendered leaves
 * no Suspense boundary in the prerendered page, where each one would have to be hydrated.
 * @param load rejects if the code cannot be loaded
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
    // If the code loads during a render, React may still commit `LazyPart`. Rendering another type afterwards would
    // remount the component.
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

/** Loads the code of all parts one after the other. A part that fails offline is loaded when it is needed. */
export async function preloadAll(): Promise<void> {
  for (const preload of preloads) await preload().catch(() => {})
}
