import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenUserIdle } from '#src/boot/idle.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Starts to wait, and tracks whether the wait has ended. */
function waiting(): { come: boolean } {
  const work = { come: false }
  void whenUserIdle().then(() => (work.come = true))
  return work
}

const scroll = () => window.dispatchEvent(new Event('scroll'))

test('resolves without a delay while the user does nothing', async () => {
  const work = waiting()
  await vi.advanceTimersByTimeAsync(250)
  expect(work.come).toBe(true)
})

test('resolves one second after the last input', async () => {
  await whenUndisturbedOnce()
  scroll()
  const work = waiting()
  await vi.advanceTimersByTimeAsync(900)
  scroll()
  await vi.advanceTimersByTimeAsync(900)
  expect(work.come).toBe(false)
  await vi.advanceTimersByTimeAsync(350)
  expect(work.come).toBe(true)
})

test('resolves after at most five seconds of continuous input', async () => {
  await whenUndisturbedOnce()
  const work = waiting()
  const scrolling = setInterval(scroll, 100)
  scroll()
  await vi.advanceTimersByTimeAsync(4900)
  expect(work.come).toBe(false)
  await vi.advanceTimersByTimeAsync(400)
  expect(work.come).toBe(true)
  clearInterval(scrolling)
})

/** The first call starts to track input, so later calls know of it. */
async function whenUndisturbedOnce(): Promise<void> {
  const work = waiting()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(work.come).toBe(true)
}
