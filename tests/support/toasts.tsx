import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { Toasters } from '#src/ui/toast.tsx'

/** Lets time pass on the fake clock. */
export const advanceTime = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** The toasts that are there and not leaving. */
export const shownToasts = (): readonly Element[] => [...document.querySelectorAll('.toast:not([data-leaving])')]

/** Shows the toasts of each test of the file, on a fake clock, and takes them away after it. Warnings are not printed. */
export function showToasts(): void {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    render(<Toasters />)
  })
  afterEach(async () => {
    // Toasts leave when their time is over, and are taken away when they have left.
    await advanceTime(15_000)
    await advanceTime(5000)
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
}
