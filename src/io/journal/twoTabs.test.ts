import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addition } from '#tests/support/journalStore.ts'
import { logEntry } from '#tests/support/logEntry.ts'
import { cloudWith, settled, TestDevice, testJournal } from '#tests/support/testJournal.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a tab does not send an operation that another tab has sent, even before it learns of the answer', async () => {
  const [cloud, device] = [cloudWith(0), new TestDevice()]
  device.changes.open = () => ({ post: () => {}, onMessage: () => {} })
  const one = testJournal({ cloud, device })
  await one.journal.enqueue([{ key: 'k', operation: { kind: 'settings', changes: { theme: 'mgs' } } }])
  const other = testJournal({ cloud, device })
  await settled()
  one.journal.start()
  await vi.advanceTimersByTimeAsync(600)
  other.journal.start()
  await vi.advanceTimersByTimeAsync(600)
  expect(cloud.written).toEqual(['k'])
})

test('a tab whose session ends while it waits for its worker lets other tabs send', async () => {
  const [cloud, device, session] = [cloudWith(0), new TestDevice(), new AbortController()]
  const apply = Promise.withResolvers<void>()
  const { journal, server } = testJournal({ cloud, device, signal: session.signal })
  await journal.enqueue([{ key: 'k', operation: addition('a') }])
  const db = await device.database
  const { apply: store } = db
  // A worker that was terminated answers no call.
  server.commit = async (batch) => {
    Object.assign(db, { apply: () => apply.promise })
    return batch.map(() => ({ outcome: 'saved' }))
  }
  journal.start()
  await settled()
  session.abort()
  Object.assign(db, { apply: store })
  const next = testJournal({ cloud, device })
  next.journal.start()
  await settled()
  expect(cloud.written).toEqual(['k'])
})

test('a tab that no longer leads does not report that the connection is lost', async () => {
  const [cloud, device] = [cloudWith(1), new TestDevice()]
  const leading = new AbortController()
  const { journal, client } = testJournal({
    cloud,
    device,
    whileLeading: async (_, signal, lead) => lead(AbortSignal.any([signal, leading.signal])),
  })
  const events: string[] = []
  journal.subscribe({ onSync: (event) => void events.push(event) })
  journal.start()
  await settled()
  client.onState('waiting')
  leading.abort()
  await vi.advanceTimersByTimeAsync(3000)
  expect(events).toEqual(['synced'])
})

test('a tab follows the server again if the previous tab has begun a period late', async () => {
  const [cloud, device] = [cloudWith(1), new TestDevice()]
  const { journal } = testJournal({ cloud, device })
  const events: string[] = []
  journal.subscribe({ onSync: (event) => void events.push(event) })
  journal.start()
  await settled()
  const db = await device.database
  const sync = await db.readSync()
  await db.apply({ sync: { ...sync, period: (sync.period ?? 0) + 1 } })
  device.changes.open(new AbortController().signal).post({ ids: [], hasNewSettings: false, hasNewSync: true })
  await settled()
  cloud.import(logEntry({ id: 'new', content: 'new' }))
  await vi.advanceTimersByTimeAsync(2000)
  expect(await journal.find('new', 10)).toHaveLength(1)
  expect(events).toEqual(['synced', 'synced'])
})
