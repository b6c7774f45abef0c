import { expect, test, vi } from 'vitest'
import { adding, queued } from '#tests/support/journalEngine.ts'
import { openJournalDatabase, type JournalDatabase } from './database.ts'
import { createEngineApi } from './engineApi.ts'

test('a journal whose stored entries cannot be read is kept in memory', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const memory = await openJournalDatabase('alice', false)
  const close = vi.fn()
  const unreadable: JournalDatabase = {
    ...memory,
    close,
    readEntries: () => ({
      [Symbol.asyncIterator]: () => ({
        next: () => Promise.reject(new DOMException('Failed to read large IndexedDB value', 'DataError')),
      }),
    }),
  }
  const api = createEngineApi(
    () => ({ post: () => {}, onMessage: () => {} }),
    async (_, isPersistent) => (isPersistent ? unreadable : memory),
  )
  await api.open('alice', true, { onView: () => {}, onSummary: () => {}, onForeignAnswer: () => {} })
  await api.enqueue([queued('k', adding('new'))], false)
  expect((await api.find('', 10)).map(({ content }) => content)).toEqual(['new'])
  expect(close).toHaveBeenCalledOnce()
})
