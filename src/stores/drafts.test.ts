import { describe, expect, test, vi } from 'vitest'
import { createStore } from 'zustand'
import type { Draft } from '#domain/entry/draft.ts'
import { EMPTY_CONTENT, type EntryContent } from '#domain/entry/content.ts'
import type { EntryMetadata } from '#domain/entry/entry.ts'
import type { DraftsIo } from '#src/io/drafts.ts'
import { draftsState, type DraftsState } from '#src/stores/drafts.ts'
import { draft } from '#tests/support/draft.ts'

const NOW: EntryMetadata = { clientTime: 1, timeZone: 'Europe/Berlin', frequency: 112.4, source: 'typed' }
const BASE: EntryContent = { ...EMPTY_CONTENT, content: 'before' }
const REFUSED = Object.assign(new Error('no'), { code: 'permission-denied' })
const UNREACHABLE = Object.assign(new Error('offline'), { code: 'unavailable' })

const settled = () => new Promise((resolve) => setTimeout(resolve))

/** The storage of a device. A test can simulate the changes that another tab makes. */
class Device {
  readonly stored = new Map<string, Draft>()
  readonly held = new Set<string>()
  full = false
  /** Drafts that are only in the backup. */
  recovered: readonly Draft[] = []
  tell: (key: string, draft: Draft | undefined) => void = () => {}

  readonly io: DraftsIo = {
    readAll: (uid) => [...this.stored].filter(([key]) => key.startsWith(`${uid}/`)).map(([, one]) => one),
    write: (uid, one) => {
      if (!this.full) this.stored.set(`${uid}/${one.key}`, one)
      return !this.full
    },
    recover: async () => this.recovered,
    remove: (uid, key) => void this.stored.delete(`${uid}/${key}`),
    removeAll: (uid) => {
      for (const key of this.stored.keys()) if (key.startsWith(`${uid}/`)) this.stored.delete(key)
    },
    watch: (_, onChange) => {
      this.tell = onChange
      return () => {}
    },
    acquire: async (_, key) => {
      if (this.held.has(key)) return undefined
      this.held.add(key)
      return async () => void this.held.delete(key)
    },
    lockedKeys: async () => this.held,
    whenReleased: async () => {},
  }
}

type Server = Awaited<ReturnType<Parameters<typeof draftsState>[0]>>

function setUp(answers: Partial<Server> = {}) {
  const device = new Device()
  const server = {
    add: vi.fn<Server['add']>(answers.add ?? (async () => {})),
    saveEdit: vi.fn<Server['saveEdit']>(answers.saveEdit ?? (async () => 'write')),
    existsOnDevice: vi.fn<Server['existsOnDevice']>(answers.existsOnDevice ?? (async () => false)),
    existsOnServer: vi.fn<Server['existsOnServer']>(answers.existsOnServer ?? (async () => true)),
    whenAllSent: vi.fn<Server['whenAllSent']>(async () => {}),
  }
  const waits: (() => void)[] = []
  const wait = () => new Promise<void>((resolve) => waits.push(resolve))
  const start = () => {
    const store = createStore<DraftsState>(draftsState(async () => server, device.io, wait))
    store.getState().open('alice')
    store.getState().setUsable(true)
    return store
  }
  const passTime = async () => {
    for (const wake of waits.splice(0)) wake()
    await settled()
  }
  return { device, server, start, passTime, store: start() }
}

describe('writing a draft', () => {
  test('a draft is stored half a second after the first change, in its latest state', async () => {
    const { store, device, passTime } = setUp()
    store.getState().write(draft({ content: 'a', savedAt: 1 }))
    store.getState().write(draft({ content: 'ab', savedAt: 2 }))
    expect(device.stored.size).toBe(0)
    await passTime()
    expect(device.stored.get('alice/one')?.content).toBe('ab')
  })

  test('a draft is stored immediately when the user starts to write another draft', () => {
    const { store, device } = setUp()
    store.getState().write(draft({ key: 'a', content: 'one text' }))
    store.getState().write(draft({ key: 'b', content: 'another text' }))
    expect([...device.stored.values()].map(({ content }) => content)).toEqual(['one text'])
  })

  test('`flush` stores a draft immediately', () => {
    const { store, device } = setUp()
    store.getState().write(draft({ content: 'a' }))
    store.getState().flush()
    expect(device.stored.get('alice/one')?.content).toBe('a')
  })

  test('a draft without changes is removed', async () => {
    const { store, device, passTime } = setUp()
    store.getState().write(draft({ base: BASE, content: 'changed' }))
    await passTime()
    store.getState().write(draft({ ...BASE, base: BASE }))
    expect(device.stored.size).toBe(0)
    expect(store.getState().drafts.size).toBe(0)
  })

  test('a draft that cannot be stored stays in memory, and the error is reported', async () => {
    const { store, device, passTime } = setUp()
    device.full = true
    store.getState().write(draft())
    await passTime()
    expect(store.getState().storageFailed).toBe(true)
    expect(store.getState().drafts.get('one')?.content).toBe('text')
  })

  test('drafts are invisible to another user of the device', () => {
    const { store } = setUp()
    store.getState().write(draft())
    store.getState().close()
    store.getState().open('bob')
    expect(store.getState().drafts.size).toBe(0)
    store.getState().open('alice')
    expect(store.getState().drafts.get('one')?.content).toBe('text')
  })

  test('closing the store keeps drafts on the device, but signing out removes them', () => {
    const { store, device } = setUp()
    store.getState().write(draft())
    store.getState().close()
    expect(device.stored.size).toBe(1)
    store.getState().removeDraftsOf('alice')
    expect(device.stored.size).toBe(0)
  })

  test('drafts that another tab adds or removes are also added or removed in this tab', () => {
    const { store, device } = setUp()
    device.tell('other', draft({ id: 'other' }))
    expect([...store.getState().drafts.keys()]).toEqual(['other'])
    device.tell('other', undefined)
    expect(store.getState().drafts.size).toBe(0)
  })
})

describe('submitting a new entry', () => {
  test('a new entry stays on the device until the server has confirmed it', async () => {
    const confirmed = Promise.withResolvers<void>()
    const { store, device, server } = setUp({ add: () => confirmed.promise })
    const sent = store.getState().submit(draft(), NOW)
    await settled()
    expect(device.stored.get('alice/one')?.state).toBe('sent')
    confirmed.resolve()
    expect(await sent).toBe('saved')
    expect(device.stored.size).toBe(0)
    expect(server.saveEdit).not.toHaveBeenCalled()
  })

  test('only the tab that sends a new entry reports the entry as stored', async () => {
    const { store, device } = setUp()
    const arrives = store.getState().submit(draft({ content: 'new' }), NOW)
    expect(store.getState().lastStored).toBeNull()
    await arrives
    expect(store.getState().lastStored).toMatchObject({ content: 'new' })
    device.tell('other', draft({ key: 'other', state: 'sent' }))
    device.tell('other', undefined)
    await settled()
    expect(store.getState().lastStored).toMatchObject({ content: 'new' })
  })

  test('if a tab resumes sending a new entry of a closed tab, it reports the entry as stored', async () => {
    const { store, device } = setUp({ existsOnDevice: async () => true })
    device.tell('other', draft({ key: 'other', state: 'sent' }))
    store.getState().retry()
    await settled()
    expect(store.getState().lastStored).toMatchObject({ key: 'other' })
  })

  test('two new entries that are rejected at the same time are both kept as drafts', async () => {
    const { store, device } = setUp({ add: () => Promise.reject(REFUSED) })
    const both = [draft({ id: 'a' }), draft({ id: 'b' })].map((one) => store.getState().submit(one, NOW))
    const outcomes = await Promise.allSettled(both)
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect([...device.stored.values()].map(({ state }) => state)).toEqual(['refused', 'refused'])
  })

  test('a new entry is rejected with the reason if no user is signed in', async () => {
    const { store } = setUp()
    store.getState().close()
    await expect(store.getState().submit(draft(), NOW)).rejects.toThrow(
      'Cannot add log: the backend is not connected or no user is logged in.',
    )
  })

  test('a new entry waits for the connection test, and is kept as a draft if the test is rejected', async () => {
    const { store, server, device } = setUp()
    store.getState().close()
    store.getState().open('alice')
    const sent = store.getState().submit(draft(), NOW)
    await settled()
    expect(server.add).not.toHaveBeenCalled()
    store.getState().setUsable(false)
    await expect(sent).rejects.toThrow('Cannot add log')
    expect(device.stored.get('alice/one')?.state).toBe('refused')
    await expect(store.getState().submit(draft({ id: 'other', base: BASE }))).rejects.toThrow('Cannot update log')
    store.getState().setUsable(true)
    expect(await store.getState().submit(draft(), NOW)).toBe('saved')
  })

  test.each([
    ['that reached the server is removed from the drafts', true, undefined],
    ['that did not reach the server is offered for editing again', false, 'writing'],
  ])('after a reload, a new entry %s', async (_, arrived, state) => {
    const { device, start, server } = setUp({ existsOnServer: async () => arrived })
    device.stored.set('alice/one', draft({ state: 'sent' }))
    const store = start()
    await settled()
    expect(store.getState().drafts.get('one')?.state).toBe(state)
    expect(store.getState().lastRejected?.draft.key).toBe(arrived ? undefined : 'one')
    expect(server.add, 'it is not added twice').not.toHaveBeenCalled()
  })
})

describe('submitting an edit of an entry', () => {
  const change = draft({ base: BASE, content: 'after' })

  test('an edit is sent with the version that the user edited, after earlier writes of the device', async () => {
    const { store, server } = setUp()
    expect(await store.getState().submit(change)).toBe('saved')
    expect(server.whenAllSent.mock.invocationCallOrder[0]).toBeLessThan(
      server.saveEdit.mock.invocationCallOrder[0] ?? 0,
    )
    expect(server.saveEdit).toHaveBeenCalledWith('alice', 'one', BASE, { ...BASE, content: 'after' })
  })

  test('an edit waits while the server is unreachable, and is sent when the server is reachable again', async () => {
    let reachable = false
    const { store, device, passTime } = setUp({
      saveEdit: () => (reachable ? Promise.resolve('write') : Promise.reject(UNREACHABLE)),
    })
    const sent = store.getState().submit(change)
    await settled()
    await passTime()
    expect(device.stored.get('alice/one')?.state).toBe('sent')
    reachable = true
    store.getState().retry()
    expect(await sent).toBe('saved')
    expect(device.stored.size).toBe(0)
  })

  test('an edit that was submitted before a reload is sent after the reload', async () => {
    const { device, start, server } = setUp()
    device.stored.set('alice/one', { ...change, state: 'sent' })
    const store = start()
    await settled()
    expect(server.saveEdit).toHaveBeenCalledOnce()
    expect(store.getState().drafts.size).toBe(0)
  })

  test('an edit submitted before a reload is kept and reported if the server rejects it after the reload', async () => {
    const { device, start } = setUp({ saveEdit: () => Promise.reject(REFUSED) })
    device.stored.set('alice/one', { ...change, state: 'sent' })
    const store = start()
    await settled()
    expect(device.stored.get('alice/one')?.state).toBe('refused')
    expect(store.getState().lastRejected).toMatchObject({ draft: { key: 'one', content: 'after' }, awaited: false })
  })

  test('two tabs that resume sending the same edit send it once', async () => {
    const { device, start, server } = setUp()
    device.stored.set('alice/one', { ...change, state: 'sent' })
    start()
    start()
    await settled()
    expect(server.saveEdit).toHaveBeenCalledOnce()
  })

  test('while another tab is sending an edit, this tab does not send it until the other tab has closed', async () => {
    const { device, start, server } = setUp()
    device.stored.set('alice/one', { ...change, state: 'sent' })
    device.held.add('one/sending')
    const store = start()
    await settled()
    expect(server.saveEdit).not.toHaveBeenCalled()
    device.held.clear()
    store.getState().retry()
    await settled()
    expect(server.saveEdit).toHaveBeenCalledOnce()
  })

  test.each(['conflict', 'gone'] as const)(
    'if the result of saving an edit is "%s", the edit is kept until the user decides',
    async (kind) => {
      const { store, device } = setUp({ saveEdit: async () => kind })
      expect(await store.getState().submit(change)).toBe('conflict')
      expect(device.stored.get('alice/one')).toMatchObject({ state: 'conflict', content: 'after', base: BASE })
    },
  )

  test.each(['conflict', 'gone'] as const)(
    'if the result of saving an edit after a reload is "%s", the edit is reported as rejected',
    async (kind) => {
      const { device, start } = setUp({ saveEdit: async () => kind })
      device.stored.set('alice/one', { ...change, state: 'sent' })
      const store = start()
      await settled()
      expect(store.getState().lastRejected).toMatchObject({ draft: { key: 'one' }, awaited: false })
    },
  )

  test('a rejected edit is kept as a draft', async () => {
    const { store, device } = setUp({ saveEdit: () => Promise.reject(REFUSED) })
    await expect(store.getState().submit(change)).rejects.toBe(REFUSED)
    expect(device.stored.get('alice/one')?.state).toBe('refused')
    expect(store.getState().lastRejected).toMatchObject({ draft: { key: 'one' }, awaited: true })
  })

  test('an edit waits for an earlier edit of the same entry, and is based on the result of the earlier edit', async () => {
    const answer = Promise.withResolvers<'write'>()
    const { store, server } = setUp()
    server.saveEdit.mockReturnValueOnce(answer.promise)
    const first = store.getState().submit(change)
    const after: EntryContent = { ...BASE, content: 'after' }
    const second = store.getState().submit({ ...change, key: 'second', base: after, content: 'after that', savedAt: 2 })
    await settled()
    expect(server.saveEdit).toHaveBeenCalledOnce()
    answer.resolve('write')
    expect(await Promise.all([first, second])).toEqual(['saved', 'saved'])
    expect(server.saveEdit.mock.calls.map(([, , base]) => base)).toEqual([BASE, after])
    expect(store.getState().drafts.size).toBe(0)
  })

  test('an edit waits while another tab is sending an earlier edit of the same entry', async () => {
    const { store, server, device } = setUp()
    device.tell('other', { ...change, key: 'other', state: 'sent' })
    const sent = store.getState().submit({ ...change, savedAt: 2 })
    await settled()
    expect(server.saveEdit).not.toHaveBeenCalled()
    device.tell('other', undefined)
    expect(await sent).toBe('saved')
  })

  test('an edit does not wait for an earlier edit that is in conflict', async () => {
    const { store, server } = setUp()
    server.saveEdit.mockResolvedValueOnce('conflict')
    const first = store.getState().submit(change)
    const second = store.getState().submit({ ...change, key: 'second', savedAt: 2 })
    expect(await Promise.all([first, second])).toEqual(['conflict', 'saved'])
    expect([...store.getState().drafts.keys()]).toEqual(['one'])
  })

  test('while an edit is being sent, later edits of the same entry are stored as a separate draft', async () => {
    const answer = Promise.withResolvers<'write'>()
    const { store, device } = setUp({ saveEdit: () => answer.promise })
    const sent = store.getState().submit(change)
    store.getState().write({ ...change, key: 'next', content: 'after that', savedAt: 2 })
    store.getState().flush()
    expect([...device.stored.values()].map(({ content }) => content)).toEqual(['after', 'after that'])
    answer.resolve('write')
    await sent
    expect([...device.stored.values()].map(({ content }) => content)).toEqual(['after that'])
  })

  test('an answer of the server that arrives after the store was closed does not change the stored drafts', async () => {
    const answer = Promise.withResolvers<'write'>()
    const { store, device } = setUp({ saveEdit: () => answer.promise })
    const sent = store.getState().submit(change)
    await settled()
    store.getState().close()
    answer.resolve('write')
    expect(await sent).toBe('left')
    expect(device.stored.get('alice/one')?.state).toBe('sent')
  })
})

test('`acquire` locks a draft until the lock is released', async () => {
  const { store } = setUp()
  const release = await store.getState().acquire('one')
  expect(await store.getState().acquire('one'), 'a locked draft cannot be acquired again').toBeUndefined()
  expect(await store.getState().lockedKeys()).toContain('one')
  expect(store.getState().lockRevision).toBe(1)
  await release?.()
  expect(await store.getState().lockedKeys()).not.toContain('one')
  expect(store.getState().lockRevision).toBe(2)
})

describe('drafts restored from the backup after the browser was killed', () => {
  test('a draft that is only in the backup is restored', async () => {
    const { device, start } = setUp()
    device.recovered = [draft({ content: 'the last minute' })]
    const store = start()
    await settled()
    expect(store.getState().drafts.get('one')?.content).toBe('the last minute')
  })

  test('a restored edit that was submitted but not confirmed is sent', async () => {
    const { device, start, server } = setUp()
    device.recovered = [draft({ content: 'after', base: BASE, state: 'sent' })]
    const store = start()
    await settled()
    await settled()
    expect(server.saveEdit).toHaveBeenCalledOnce()
    expect(store.getState().drafts.size).toBe(0)
  })

  test('a draft is not shown if the backup restores it after the store was closed', async () => {
    const { device, start } = setUp()
    device.recovered = [draft({ content: 'of alice' })]
    const store = start()
    store.getState().close()
    await settled()
    expect(store.getState().drafts.size).toBe(0)
  })
})

describe('resending a new entry after a reload', () => {
  const sentBefore = draft({ content: 'new', state: 'sent', metadata: NOW })
  const started = (answers: Partial<Server>) => {
    const env = setUp(answers)
    env.device.stored.set('alice/one', sentBefore)
    return { ...env, store: env.start() }
  }

  test('a new entry that Firestore never received is sent after a reload with its original metadata', async () => {
    const { server, store } = started({ existsOnDevice: async () => false })
    await settled()
    expect(server.add.mock.calls.map(([uid, id, { content }, about]) => [uid, id, content, about])).toEqual([
      ['alice', 'one', 'new', NOW],
    ])
    expect(store.getState().drafts.size).toBe(0)
  })

  test('a new entry that Firestore has queued is not sent twice', async () => {
    const { server, store } = started({ existsOnDevice: async () => true })
    await settled()
    expect(server.add).not.toHaveBeenCalled()
    expect(server.whenAllSent).toHaveBeenCalled()
    expect(store.getState().drafts.size).toBe(0)
  })

  test('a new entry that is on the server counts as saved, even if the device has not cached the entry', async () => {
    const { store } = started({ existsOnDevice: async () => false, add: () => Promise.reject(REFUSED) })
    await settled()
    expect(store.getState().drafts.size).toBe(0)
  })

  test('a new entry that is rejected after a reload becomes an editable draft again', async () => {
    const refused = {
      existsOnDevice: async () => false,
      add: () => Promise.reject(REFUSED),
      existsOnServer: async () => false,
    }
    const { store } = started(refused)
    await settled()
    expect(store.getState().drafts.get('one')?.state).toBe('writing')
  })
})
