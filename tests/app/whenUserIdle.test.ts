import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenUserIdle } from '#src/boot/idle.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** What waits for an undisturbed moment, and whether it has come. */
function waiting(): { come: boolean } {
  const work = { come: false }
  void whenUserIdle().then(() => (work.come = true))
  return work
}

const scroll = () => window.dispatchEvent(new Event('scroll'))

test('nobody waits for a page that is left alone', async () => {
  const work = waiting()
  await vi.advanceTimersByTimeAsync(250)
  expect(work.come).toBe(true)
})

test('what somebody does is waited for, until a second after it', async () => {
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

test('who never rests is waited for no longer than five seconds', async () => {
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

/** From then on what somebody does is known. */
async function whenUndisturbedOnce(): Promise<void> {
  const work = waiting()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(work.come).toBe(true)
}
