import { afterEach, expect, test, vi } from 'vitest'
import { journalOf } from '#src/io/journal/journalOf.ts'

const workers: FakeWorker[] = []

/** A worker whose code has not loaded yet. */
class FakeWorker extends EventTarget {
  isTerminated = false
  constructor() {
    super()
    workers.push(this)
  }
  postMessage(): void {}
  terminate(): void {
    this.isTerminated = true
  }
}

vi.stubGlobal('Worker', FakeWorker)
afterEach(() => void workers.splice(0))

test('the journal of a session is opened again if the code of its worker could not be loaded', async () => {
  const { signal } = new AbortController()
  const open = () => journalOf('alice', signal, async () => {})
  const first = open()
  expect(open()).toBe(first)
  workers[0]?.dispatchEvent(new Event('error'))
  await expect(first).rejects.toThrow('cannot be loaded')
  expect(workers[0]?.isTerminated).toBe(true)
  void open()
  expect(workers).toHaveLength(2)
})
