import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenUserIdle } from '#src/boot/idle.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Calls `whenUserIdle`. `hasEnded` becomes true when the promise resolves. */
function waiting(): { hasEnded: boolean } {
  const work = { hasEnded: false }
  void whenUserIdle().then(() => (work.hasEnded = true))
  return work
}

const scroll = () => window.dispatchEvent(new Event('scroll'))

test('resolves within 250 ms if there is no user input', async () => {
  const work = waiting()
  await vi.advanceTimersByTimeAsync(250)
  expect(work.hasEnded).toBe(true)
})

test('resolves one second after the last input', async () => {
  await untilInputIsTracked()
  scroll()
  const work = waiting()
  await vi.advanceTimersByTimeAsync(900)
  scroll()
  await vi.advanceTimersByTimeAsync(900)
  expect(work.hasEnded).toBe(false)
  await vi.advanceTimersByTimeAsync(350)
  expect(work.hasEnded).toBe(true)
})

test('resolves after at most five seconds of continuous input', async () => {
  await untilInputIsTracked()
  const work = waiting()
  const scrolling = setInterval(scroll, 100)
  scroll()
  await vi.advanceTimersByTimeAsync(4900)
  expect(work.hasEnded).toBe(false)
  await vi.advanceTimersByTimeAsync(400)
  expect(work.hasEnded).toBe(true)
  clearInterval(scrolling)
})

/** Calls `whenUserIdle` once, because only the first call starts to track input. */
async function untilInputIsTracked(): Promise<void> {
  const work = waiting()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(work.hasEnded).toBe(true)
}
