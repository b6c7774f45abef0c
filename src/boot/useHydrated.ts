import { useDeferredValue, useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => {}

/** Returns `rendered` in the prerendered page and during hydration, and `here` afterwards. */
export const useHydratedValue = <Value extends string | boolean>(here: Value, rendered: Value): Value =>
  useSyncExternalStore(
    subscribeToNothing,
    () => here,
    () => rendered,
  )

/**
 * Returns false in the prerendered page and during hydration, and true afterwards. Used for content that depends on the
 * time, the user or the device, and for content whose position is set with a `style` attribute. The value is deferred,
 * so that user input can interrupt the resulting render.
 */
export const useHydrated = (): boolean => useDeferredValue(useHydratedValue<boolean>(true, false))
