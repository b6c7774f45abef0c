import { isPermanentRejection, WriteUnavailable } from '#domain/errors.ts'
import { verbOf, type Answer, type Outcome, type QueuedOperation } from '#domain/journal/operations.ts'
import type { Taken } from './engine.ts'

/** The server has answered an operation. Reported once, in the tab that has sent the operation. */
export type Answered = { readonly queued: QueuedOperation; readonly outcome: Outcome; readonly error?: unknown }

/** `wasRejected`: the only earlier attempt was rejected, so the operation has certainly had no effect. */
export type Sending = Taken & { readonly wasRejected?: boolean }

/** `latest` is the time of the last change of these entries, in milliseconds since 1970. */
export type DeletedEntries = { readonly ids: readonly string[]; readonly latest: number }

export type PushServer = {
  /** Rejects if the device is offline. Operations that were not sent then still count as never sent. */
  readonly requireNetwork: () => Promise<void>
  /**
   * Sends operations together. Resolves with the answer to each. Rejects if the server accepts none of them; the error
   * tells whether it may accept them later.
   * @param signal aborted if the operations must not be written any more
   */
  readonly commit: (batch: readonly Sending[], signal: AbortSignal) => Promise<readonly Answer[]>
  /** Deletes all entries permanently, and reports each deleted batch. */
  readonly clear: (onDeleted: (deleted: DeletedEntries) => Promise<void>) => Promise<void>
}

type PushDeps = {
  /** Resolves with the next operations to send together. */
  readonly takeBatch: (limit: number) => Promise<readonly Taken[]>
  readonly server: PushServer
  /** Runs `work` when no other tab of this user runs it. */
  readonly whileLocked: (work: () => Promise<void>) => Promise<void>
  /** Waits before an attempt is repeated, or until the network may be back. */
  readonly pause: () => Promise<void>
  readonly settle: (key: string, answer: Answer) => Promise<void>
  readonly dropEntries: (deleted: DeletedEntries) => Promise<void>
  readonly onAnswer: (answered: Answered) => void
  readonly signal: AbortSignal
}

export type Pusher = {
  /** Sends the queue. If it is already being sent, operations that were queued in the meantime follow. */
  readonly push: () => void
  /** Answers all queued operations as refused, because the database rejects the user. */
  readonly refuseAll: () => Promise<void>
  /** Ends the current attempt, because operations were withdrawn. Operations that are still queued are sent again. */
  readonly cancel: () => void
}

const SAVED: Answer = { outcome: 'saved' }
const REFUSED: Answer = { outcome: 'refused' }

/** How many operations are sent in one commit. Firestore's limit is 500 writes. */
const BATCH_SIZE = 100

/**
 * Sends the operations of the queue in their order, until the server has answered all of them. Only one tab sends at a
 * time.
 */
export function createPusher({
  takeBatch,
  server,
  whileLocked,
  pause,
  settle,
  dropEntries,
  onAnswer,
  signal,
}: PushDeps): Pusher {
  let attempt = new AbortController()
  let isPushing = false
  let isPushWanted = false

  const take = async (queued: QueuedOperation, answer: Answer, error?: unknown): Promise<void> => {
    if (signal.aborted) return
    // The listener keeps a rejected text as a draft, so it is called before the operation leaves the queue.
    onAnswer({ queued, outcome: answer.outcome, ...(error !== undefined && { error }) })
    await settle(queued.key, answer)
  }

  const send = async (batch: readonly Sending[]): Promise<void> => {
    const [first] = batch
    if (first?.queued.operation.kind === 'clear') {
      await server.clear(dropEntries)
      return take(first.queued, SAVED)
    }
    const answers = await server.commit(batch, attempt.signal)
    for (const [index, { queued }] of batch.entries()) await take(queued, answers[index] ?? REFUSED)
  }

  /**
   * Sends operations. If the server rejects them together, sends them one by one to find the rejected operation. Each
   * second attempt reads the server's version first, because another device may have done the same.
   */
  const sendOrSplit = async (batch: readonly Sending[]): Promise<void> => {
    const [first] = batch
    try {
      await send(batch)
    } catch (error) {
      if (!isPermanentRejection(error)) throw error
      if (first?.mayBeSent && batch.length === 1) return take(first.queued, REFUSED, error)
      for (const { queued, mayBeSent } of batch)
        await sendOrSplit([{ queued, mayBeSent: true, wasRejected: !mayBeSent }])
    }
  }

  const pushAll = async (): Promise<void> => {
    while (!signal.aborted) {
      await server.requireNetwork()
      const batch = await takeBatch(BATCH_SIZE)
      if (batch.length === 0) return
      await sendOrSplit(batch)
    }
  }

  const push = async (): Promise<void> => {
    isPushWanted = true
    if (isPushing) return
    isPushing = true
    while (isPushWanted && !signal.aborted) {
      isPushWanted = false
      try {
        await whileLocked(pushAll)
      } catch {
        isPushWanted = true
        const wasCanceled = attempt.signal.aborted
        attempt = new AbortController()
        if (!wasCanceled) await pause()
      }
    }
    isPushing = false
  }

  const refuseAll = async (): Promise<void> => {
    while (!signal.aborted) {
      const batch = await takeBatch(BATCH_SIZE)
      if (batch.length === 0) return
      for (const { queued } of batch) await take(queued, REFUSED, new WriteUnavailable(verbOf(queued.operation)))
    }
  }

  return { push: () => void push(), refuseAll, cancel: () => attempt.abort() }
}
