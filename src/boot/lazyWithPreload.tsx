import { lazy, Suspense, useState, type ComponentType } from 'react'

const preloads: (() => Promise<unknown>)[] = []

type Fallbacks<Props> = {
  /** Rendered until the code has loaded. By default, nothing is rendered. */
  readonly fallback?: ComponentType<Props>
  /** Rendered if the code cannot be loaded. Without an `errorFallback`, the component throws. */
  readonly errorFallback?: ComponentType<Props>
}

/**
 * Returns a component whose code is loaded by `preloadAll` or when the component first renders. Once the code is
 * loaded, the component renders immediately; React's own `lazy` would first show its fallback for 300 ms. Each
 * component has its own Suspense boundary, so the prerendered page contains no boundaries of components that are not
 * rendered. Each boundary would have to be hydrated.
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
    // If the code loads during a render, React may still commit `LazyPart`. Switching from `LazyPart` to the loaded
    // component afterwards would remount the part.
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

/**
 * Loads the code of all parts one after the other. If loading a part fails, for example offline, its code is loaded
 * when it is needed.
 */
export async function preloadAll(): Promise<void> {
  for (const preload of preloads) await preload().catch(() => {})
}
