import { expect, test } from 'vitest'
import { adding } from '#tests/support/journalEngine.ts'
import { testJournal } from '#tests/support/testJournal.ts'
import type { Sending } from './push.ts'

/** Queues an operation in a new journal. Resolves with what the server receives. */
function send(mayBeSent?: true): Promise<Sending | undefined> {
  const { journal, server } = testJournal()
  const received = Promise.withResolvers<Sending | undefined>()
  server.commit = async ([first]) => {
    received.resolve(first)
    return []
  }
  journal.start()
  void journal.enqueue([{ key: 'k', operation: adding('new') }], mayBeSent)
  return received.promise
}

test('an operation that this page has made is sent without reading the server first', async () => {
  expect(await send()).toMatchObject({ mayBeSent: false })
})

test('an operation that an earlier page may have sent is sent after reading the server', async () => {
  expect(await send(true)).toMatchObject({ mayBeSent: true })
})
