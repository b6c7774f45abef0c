import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { Toasters } from '#src/ui/toast.tsx'

/** Advances the fake clock. */
export const advanceTime = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** Returns the visible toasts, without those in their exit animation. */
export const shownToasts = (): readonly Element[] => [...document.querySelectorAll('.toast:not([data-leaving])')]

/** Renders the toasts for each test of the file on a fake clock, and removes them after it. Silences warnings. */
export function showToasts(): void {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    render(<Toasters />)
  })
  afterEach(async () => {
    // A toast first starts its exit animation and is removed after it.
    await advanceTime(15_000)
    await advanceTime(5000)
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
}
