import { describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '#domain/account/settings.ts'
import type { KeyedOperation } from '#src/io/journal/journal.ts'
import { fakeItemStorage } from '#tests/support/fakeItemStorage.ts'
import { queueUnsentSettings } from './unsentSettings.ts'

const AI_SETTINGS = JSON.stringify({ topK: 7, autoAnalyzeEnabled: true })

/** Queues the changes that a device has stored for Alice. */
async function queue(stored: { readonly [key: string]: string }) {
  const { device, kept } = fakeItemStorage(stored)
  const queued: KeyedOperation[] = []
  let mayBeSent = false
  const loadJournal = async () => ({
    async enqueue(added: readonly KeyedOperation[], wasSent = false) {
      mayBeSent = wasSent
      queued.push(...added)
      return true
    },
  })
  const result = queueUnsentSettings('alice', kept, loadJournal)
  await result
  return {
    device,
    operations: queued.map(({ operation }) => operation),
    queued,
    mayBeSent,
    hasWaited: result !== undefined,
  }
}

describe('settings', () => {
  test('that the server has not confirmed become one operation with only these settings', async () => {
    const { operations, device } = await queue({
      settingsUnsent: '["autoAnalyzeEnabled","theme"]',
      settingsOf: 'alice',
      aiSettings: AI_SETTINGS,
      theme: 'nightops',
    })
    expect(operations).toEqual([{ kind: 'settings', changes: { autoAnalyzeEnabled: true, theme: 'nightops' } }])
    expect(Object.fromEntries(device)).toEqual({ settingsOf: 'alice', aiSettings: AI_SETTINGS, theme: 'nightops' })
  })

  test('with the default stations, which are not stored, are queued', async () => {
    const { operations } = await queue({ settingsUnsent: '["themeStations"]', settingsOf: 'alice' })
    expect(operations).toEqual([{ kind: 'settings', changes: { themeStations: DEFAULT_SETTINGS.themeStations } }])
  })

  test('from before the first sign-in are queued for the first user', async () => {
    const { operations } = await queue({ settingsUnsent: '["theme"]', theme: 'mgs' })
    expect(operations).toEqual([{ kind: 'settings', changes: { theme: 'mgs' } }])
  })

  test('of another user are forgotten', async () => {
    const { operations, device } = await queue({ settingsUnsent: '["theme"]', settingsOf: 'bob', theme: 'mgs' })
    expect(operations).toEqual([])
    expect(device.has('settingsUnsent')).toBe(false)
  })

  test.each(['[]', 'no list', '["theme"]', '["unknown"]'])(
    'are not queued if %s is stored and no value',
    async (names) => {
      const { operations, device, hasWaited } = await queue({ settingsUnsent: names, settingsOf: 'alice' })
      expect(operations).toEqual([])
      expect(hasWaited).toBe(false)
      expect(device.has('settingsUnsent')).toBe(false)
    },
  )
})

test('unsent settings may have been sent by an earlier page, and have the same key at each start', async () => {
  const stored = { settingsUnsent: '["theme"]', theme: 'mgs' }
  const first = await queue(stored)
  const second = await queue(stored)
  expect(first.mayBeSent).toBe(true)
  expect(first.queued.map(({ key }) => key)).toEqual(second.queued.map(({ key }) => key))
})

test('unsent settings stay on the device if the journal cannot be opened', async () => {
  const stored = { settingsUnsent: '["theme"]', theme: 'mgs' }
  const { device, kept } = fakeItemStorage(stored)
  await expect(queueUnsentSettings('alice', kept, () => Promise.reject(new Error('offline')))).rejects.toThrow(
    'offline',
  )
  expect(Object.fromEntries(device)).toEqual(stored)
})
