import { expect, test } from 'vitest'
import { WriteUnavailable } from '#domain/errors.ts'
import {
  nextBatch,
  type Answer,
  type Operation,
  type Outcome,
  type QueuedOperation,
} from '#domain/journal/operations.ts'
import { adding, deleting, editing } from '#tests/support/journalEngine.ts'
import { createPusher, type Sending } from './push.ts'

const SAVED: Answer = { outcome: 'saved' }
const DENIED = Object.assign(new Error('denied'), { code: 'permission-denied' })
const OFFLINE = Object.assign(new Error('offline'), { code: 'unavailable' })

/** What is sent together, for example `a b?`. A question mark means that the operation may have been sent before. */
const commitText = (batch: readonly Sending[]): string =>
  batch.map(({ queued: { key }, mayBeSent }) => (mayBeSent ? `${key}?` : key)).join(' ')

type Options = {
  /** Answers a commit. By default, everything is saved. */
  readonly commit?: (batch: readonly Sending[], signal: AbortSignal) => readonly Answer[] | Promise<readonly Answer[]>
  /** The keys of the operations that this tab has queued. By default all. */
  readonly own?: readonly string[]
  /** Called each time when the lock is released. */
  readonly onUnlock?: () => void
}

/** Creates a pusher with a queue and a fake server. */
function pusherOf(operations: { readonly [key: string]: Operation }, { commit, own, onUnlock }: Options = {}) {
  let queue: readonly QueuedOperation[] = Object.entries(operations).map(([key, operation], seq) => ({
    seq,
    key,
    at: 0,
    operation,
  }))
  const neverSent = new Set(own ?? Object.keys(operations))
  const commits: string[] = []
  const outcomes: (readonly [string, Outcome, ...unknown[]])[] = []
  const settled: [string, Answer][] = []
  const dropped: string[] = []
  const ended = new AbortController()
  let resume = Promise.withResolvers<void>()
  let locks = 0
  let isPaused = false
  let isOffline = false
  const pusher = createPusher({
    takeBatch: async (limit) =>
      nextBatch(queue, limit).map((queued) => ({ queued, mayBeSent: !neverSent.delete(queued.key) })),
    server: {
      async requireNetwork() {
        if (isOffline) throw OFFLINE
      },
      async commit(batch, signal) {
        commits.push(commitText(batch))
        return commit ? commit(batch, signal) : batch.map(() => SAVED)
      },
      async clear(onDeleted) {
        commits.push('clear')
        await onDeleted({ ids: ['x', 'y'], latest: 1 })
      },
    },
    async whileLocked(work) {
      locks++
      await work()
      onUnlock?.()
    },
    async pause() {
      isPaused = true
      await resume.promise
      resume = Promise.withResolvers()
      isPaused = false
    },
    async settle(key, answer) {
      settled.push([key, answer])
      queue = queue.filter((one) => one.key !== key)
    },
    dropEntries: async ({ ids }) => void dropped.push(...ids),
    onAnswer: ({ queued, outcome, error }) =>
      void outcomes.push([queued.key, outcome, ...(error === undefined ? [] : [error])]),
    signal: ended.signal,
  })
  return {
    commits,
    outcomes,
    settled,
    dropped,
    refuseAll: pusher.refuseAll,
    cancel: pusher.cancel,
    end: () => ended.abort(),
    setOffline: (to: boolean) => void (isOffline = to),
    left: () => queue.map(({ key }) => key),
    locks: () => locks,
    isPaused: () => isPaused,
    retry: () => resume.resolve(),
    /** Queues an operation while others are being sent. */
    queue(key: string, operation: Operation) {
      queue = [...queue, { seq: queue.length, key, at: 0, operation }]
      neverSent.add(key)
      pusher.push()
    },
    /** Sends the queue, and waits until nothing more happens. */
    async push() {
      pusher.push()
      await idle()
    },
  }
}

const idle = () => new Promise((resolve) => setImmediate(resolve))

test('sends new operations together, without reading first', async () => {
  const { commits, outcomes, push, left } = pusherOf({ a: adding('one'), b: adding('two') })
  await push()
  expect(commits).toEqual(['a b'])
  expect(outcomes).toEqual([
    ['a', 'saved'],
    ['b', 'saved'],
  ])
  expect(left()).toEqual([])
})

test('sends two operations on one entry one after the other', async () => {
  const { commits, push } = pusherOf({ a: adding('one'), b: editing('one', 'changed'), c: adding('two') })
  await push()
  expect(commits).toEqual(['a c', 'b'])
})

test('says of an operation that an earlier page may have sent it', async () => {
  const { commits, push } = pusherOf({ a: adding('one'), b: adding('two') }, { own: ['b'] })
  await push()
  expect(commits).toEqual(['a? b'])
})

test('repeats a commit without an answer after a pause, and then the operations may have been sent', async () => {
  const answers = [OFFLINE, OFFLINE]
  const commit = (batch: readonly Sending[]) => {
    const error = answers.shift()
    if (error) throw error
    return batch.map(() => SAVED)
  }
  const { commits, push, retry, isPaused, outcomes } = pusherOf({ a: adding('one') }, { commit })
  await push()
  expect(commits).toEqual(['a'])
  expect(isPaused()).toBe(true)
  retry()
  await idle()
  expect(commits).toEqual(['a', 'a?'])
  retry()
  await idle()
  expect(commits).toEqual(['a', 'a?', 'a?'])
  expect(outcomes).toEqual([['a', 'saved']])
})

test('sends an operation without reading first if the device was offline at the earlier attempts', async () => {
  const { commits, push, retry, setOffline } = pusherOf({ a: adding('one') })
  setOffline(true)
  await push()
  setOffline(false)
  retry()
  await idle()
  expect(commits).toEqual(['a'])
})

test('finds the operation that the server rejects in a batch, and saves the others', async () => {
  const commit = (batch: readonly Sending[]) => {
    if (batch.some(({ queued }) => queued.key === 'b')) throw DENIED
    return batch.map(() => SAVED)
  }
  const { commits, outcomes, push, left } = pusherOf(
    { a: adding('one'), b: adding('two'), c: adding('three') },
    { commit },
  )
  await push()
  expect(commits).toEqual(['a b c', 'a?', 'b?', 'c?'])
  expect(outcomes).toEqual([
    ['a', 'saved'],
    ['b', 'refused', DENIED],
    ['c', 'saved'],
  ])
  expect(left()).toEqual([])
})

test('sends a single rejected operation a second time, after reading, before it counts as refused', async () => {
  const commit = () => {
    throw DENIED
  }
  const { commits, outcomes, push } = pusherOf({ a: deleting('one') }, { commit })
  await push()
  expect(commits).toEqual(['a', 'a?'])
  expect(outcomes).toEqual([['a', 'refused', DENIED]])
})

test('saves a rejected operation whose effect the server already has', async () => {
  const stored = null
  const commit = ([first]: readonly Sending[]): readonly Answer[] => {
    if (!first?.mayBeSent) throw DENIED
    return [{ outcome: 'saved', stored }]
  }
  const { outcomes, settled, push } = pusherOf({ a: deleting('one') }, { commit })
  await push()
  expect(outcomes).toEqual([['a', 'saved']])
  expect(settled).toEqual([['a', { outcome: 'saved', stored }]])
})

test('keeps the rest of a batch in the queue when the network is lost while the batch is split', async () => {
  const commit = (batch: readonly Sending[]) => {
    if (batch.length > 1) throw DENIED
    if (batch[0]?.queued.key === 'b') throw OFFLINE
    return [SAVED]
  }
  const { left, push, isPaused } = pusherOf({ a: adding('one'), b: adding('two') }, { commit })
  await push()
  expect(left()).toEqual(['b'])
  expect(isPaused()).toBe(true)
})

test('sends a deletion of all entries alone, and nothing overtakes it', async () => {
  const { commits, dropped, outcomes, push } = pusherOf({
    a: adding('one'),
    b: { kind: 'clear' },
    c: adding('two'),
    d: { kind: 'tune', frequency: 99 },
  })
  await push()
  expect(commits).toEqual(['a', 'clear', 'c d'])
  expect(dropped).toEqual(['x', 'y'])
  expect(outcomes[1]).toEqual(['b', 'saved'])
})

test('also sends an operation that was queued during a commit', async () => {
  const pending = [() => queue('b', adding('two'))]
  const commit = (batch: readonly Sending[]) => {
    pending.pop()?.()
    return batch.map(() => SAVED)
  }
  const { commits, push, queue } = pusherOf({ a: adding('one') }, { commit })
  await push()
  expect(commits).toEqual(['a', 'b'])
})

test('also sends an operation that was queued when the last batch was already sent, with the lock', async () => {
  const pending = [() => queue('b', adding('two'))]
  const { commits, push, queue, locks } = pusherOf({ a: adding('one') }, { onUnlock: () => pending.pop()?.() })
  await push()
  expect(commits).toEqual(['a', 'b'])
  expect(locks()).toBe(2)
})

test('reports the answer before the operation leaves the queue, so that its text is never only in memory', async () => {
  const order: string[] = []
  const queuedOperation = { seq: 0, key: 'a', at: 0, operation: adding('one') }
  const pusher = createPusher({
    takeBatch: async () => (order.length > 0 ? [] : [{ queued: queuedOperation, mayBeSent: false }]),
    server: { requireNetwork: async () => {}, commit: async () => [SAVED], clear: async () => {} },
    whileLocked: (work) => work(),
    pause: async () => {},
    settle: async () => void order.push('settled'),
    dropEntries: async () => {},
    onAnswer: () => void order.push('reported'),
    signal: new AbortController().signal,
  })
  pusher.push()
  await idle()
  expect(order).toEqual(['reported', 'settled'])
})

test('ends an attempt that is canceled, and sends what is left in the queue without a pause', async () => {
  const commit = (batch: readonly Sending[], signal: AbortSignal) =>
    new Promise<readonly Answer[]>((resolve, reject) => {
      if (batch.some(({ mayBeSent }) => mayBeSent)) resolve(batch.map(() => SAVED))
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  const { commits, push, cancel, left } = pusherOf({ a: adding('one') }, { commit })
  await push()
  cancel()
  await idle()
  expect(commits).toEqual(['a', 'a?'])
  expect(left()).toEqual([])
})

test('refuses all operations without sending them', async () => {
  const { commits, outcomes, refuseAll, left } = pusherOf({
    a: adding('one'),
    b: editing('one', 'changed'),
    c: { kind: 'clear' },
  })
  await refuseAll()
  expect(commits).toEqual([])
  expect(outcomes).toEqual([
    ['a', 'refused', new WriteUnavailable('add')],
    ['b', 'refused', new WriteUnavailable('update')],
    ['c', 'refused', new WriteUnavailable('clear')],
  ])
  expect(left()).toEqual([])
})

test('answers nothing after the end of the session', async () => {
  const ending: { end?: () => void } = {}
  const commit = (batch: readonly Sending[]) => {
    ending.end?.()
    return batch.map(() => SAVED)
  }
  const { outcomes, left, push, end } = pusherOf({ a: adding('one'), b: editing('one', 'changed') }, { commit })
  ending.end = end
  await push()
  expect(outcomes).toEqual([])
  expect(left()).toEqual(['a', 'b'])
})
