import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { Toasters } from '#src/ui/toast.tsx'

/** Advances the fake clock. */
export const advanceTime = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** Returns the toasts in the document, except toasts in their exit animation. */
export const shownToasts = (): readonly Element[] => [...document.querySelectorAll('.toast:not([data-leaving])')]

/** In each test of the calling file, uses a fake clock, renders the toasts and silences `console.warn`. */
export function showToasts(): void {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    render(<Toasters />)
  })
  afterEach(async () => {
    // Waits twice: until toasts start their exit animation, and until they are removed.
    await advanceTime(15_000)
    await advanceTime(5000)
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
}
