import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStore } from 'zustand'
import { contentOf } from '#domain/entry/content.ts'
import type { Draft } from '#domain/entry/draft.ts'
import type { KeyedOperation } from '#src/io/journal/journal.ts'
import { draftsState, type DraftsState } from '#src/stores/drafts.ts'
import { UserSession } from '#src/stores/session.ts'
import { draft } from '#tests/support/draft.ts'

/* Drafts that an earlier page has submitted, also a page of a version of the app that sent drafts itself. */

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Opens the drafts of a device with a journal that records what is queued. */
async function openWith(stored: readonly Draft[]) {
  const queued: (KeyedOperation & { readonly mayBeSent: boolean | undefined })[] = []
  const removed: string[] = []
  const store = createStore<DraftsState>(
    draftsState(
      new UserSession('alice'),
      async () => ({
        subscribe: () => {},
        async enqueue(added, mayBeSent) {
          queued.push(...added.map((one) => ({ ...one, mayBeSent })))
          return true
        },
        whenAnswered: () => new Promise(() => {}),
      }),
      {
        readAll: () => stored,
        recover: async () => [],
        write: () => true,
        remove: (_, key) => void removed.push(key),
        removeAll: () => {},
        watch: () => () => {},
        acquire: async () => undefined,
        lockedKeys: async () => new Set(),
        whenReleased: async () => {},
      },
      () => new Promise(() => {}),
    ),
  )
  await store.getState().open()
  return { queued, removed }
}

const base = contentOf(draft({ content: 'before' }))

test('submitted drafts are queued in the order in which the user has written them, with the keys of the drafts', async () => {
  const { queued } = await openWith([
    draft({ id: 'one', key: 'second', base, savedAt: 2, state: 'sent' }),
    draft({ id: 'two', key: 'third', savedAt: 3, state: 'sent' }),
    draft({ id: 'one', key: 'first', savedAt: 1, state: 'sent' }),
  ])
  expect(queued.map(({ key, operation }) => `${key}: ${operation.kind}`)).toEqual([
    'first: add',
    'second: edit',
    'third: add',
  ])
})

test('a submitted draft stays on the device until the server has answered', async () => {
  const { removed } = await openWith([draft({ state: 'sent' })])
  expect(removed).toEqual([])
})

test('a submitted draft may have been sent, so that the server is read first', async () => {
  const { queued } = await openWith([draft({ state: 'sent' })])
  expect(queued).toMatchObject([{ mayBeSent: true }])
})

test.each(['writing', 'refused', 'conflict'] as const)('a draft in the state "%s" is not queued', async (state) => {
  const { queued } = await openWith([draft({ state })])
  expect(queued).toEqual([])
})
