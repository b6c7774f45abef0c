import type { Operation, QueuedOperation } from '#domain/journal/operations.ts'
import type { AnsweredOperation } from '#src/stores/journal.ts'

/** Returns a queued operation with defaults for everything that a test does not specify. */
export const queuedOperation = (operation: Operation, about: Partial<QueuedOperation> = {}): QueuedOperation => ({
  seq: 1,
  key: 'key',
  at: 0,
  operation,
  ...about,
})

/** Returns an operation that the server has answered, for which this tab waits. */
export const answeredOperation = (
  operation: Operation,
  about: Partial<Omit<AnsweredOperation, 'queued'>> = {},
): AnsweredOperation => ({ queued: queuedOperation(operation), outcome: 'saved', isAwaited: true, ...about })
