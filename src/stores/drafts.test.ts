import { describe, expect, test, vi } from 'vitest'
import { createStore } from 'zustand'
import type { Draft } from '#domain/entry/draft.ts'
import type { EntryContent } from '#domain/entry/content.ts'
import type { EntryMetadata } from '#domain/entry/entry.ts'
import type { DraftsIo } from '#src/io/drafts.ts'
import { draftsState, type DraftsState } from '#src/stores/drafts.ts'
import { draft } from '#tests/support/draft.ts'

const NOW: EntryMetadata = { clientTime: 1, timeZone: 'Europe/Berlin', frequency: 112.4, source: 'typed' }
const BASE: EntryContent = { content: 'before', level: 'FIELD', goals: [], tags: [], eyesOnly: false }
const REFUSED = Object.assign(new Error('no'), { code: 'permission-denied' })
const UNREACHABLE = Object.assign(new Error('offline'), { code: 'unavailable' })

const settled = () => new Promise((resolve) => setTimeout(resolve))

/** What a device keeps, and a second tab of it. */
class Device {
  readonly stored = new Map<string, Draft>()
  readonly held = new Set<string>()
  full = false
  /** What its second copy has and the first has lost. */
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

describe('while writing', () => {
  test('a draft is on the device half a second later, at its latest state', async () => {
    const { store, device, passTime } = setUp()
    store.getState().write(draft({ content: 'a', savedAt: 1 }))
    store.getState().write(draft({ content: 'ab', savedAt: 2 }))
    expect(device.stored.size).toBe(0)
    await passTime()
    expect(device.stored.get('alice/one')?.content).toBe('ab')
  })

  test('it is there at once when another is gone on with', () => {
    const { store, device } = setUp()
    store.getState().write(draft({ key: 'a', content: 'one text' }))
    store.getState().write(draft({ key: 'b', content: 'another text' }))
    expect([...device.stored.values()].map(({ content }) => content)).toEqual(['one text'])
  })

  test('it is there at once when the tab is hidden', () => {
    const { store, device } = setUp()
    store.getState().write(draft({ content: 'a' }))
    store.getState().flush()
    expect(device.stored.get('alice/one')?.content).toBe('a')
  })

  test('one that says nothing new is dropped', async () => {
    const { store, device, passTime } = setUp()
    store.getState().write(draft({ base: BASE, content: 'changed' }))
    await passTime()
    store.getState().write(draft({ ...BASE, base: BASE }))
    expect(device.stored.size).toBe(0)
    expect(store.getState().drafts.size).toBe(0)
  })

  test('a device that keeps nothing says so', async () => {
    const { store, device, passTime } = setUp()
    device.full = true
    store.getState().write(draft())
    await passTime()
    expect(store.getState().storageFailed).toBe(true)
    expect(store.getState().drafts.get('one')?.content).toBe('text')
  })

  test('another person on the device sees none of it', () => {
    const { store } = setUp()
    store.getState().write(draft())
    store.getState().close()
    store.getState().open('bob')
    expect(store.getState().drafts.size).toBe(0)
    store.getState().open('alice')
    expect(store.getState().drafts.get('one')?.content).toBe('text')
  })

  test('signing out removes it, the end of a session does not', () => {
    const { store, device } = setUp()
    store.getState().write(draft())
    store.getState().close()
    expect(device.stored.size).toBe(1)
    store.getState().forget('alice')
    expect(device.stored.size).toBe(0)
  })

  test('what another tab keeps or drops is followed', () => {
    const { store, device } = setUp()
    device.tell('other', draft({ id: 'other' }))
    expect([...store.getState().drafts.keys()]).toEqual(['other'])
    device.tell('other', undefined)
    expect(store.getState().drafts.size).toBe(0)
  })
})

describe('a new entry', () => {
  test('stays on the device until the server has confirmed it', async () => {
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

  test('is told to be stored by the tab that sends it', async () => {
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

  test('by a tab that is gone is told to be stored by the one that sees to it', async () => {
    const { store, device } = setUp({ existsOnDevice: async () => true })
    device.tell('other', draft({ key: 'other', state: 'sent' }))
    store.getState().retry()
    await settled()
    expect(store.getState().lastStored).toMatchObject({ key: 'other' })
  })

  test('that is refused is kept, and another that was refused with it too', async () => {
    const { store, device } = setUp({ add: () => Promise.reject(REFUSED) })
    const both = [draft({ id: 'a' }), draft({ id: 'b' })].map((one) => store.getState().submit(one, NOW))
    const outcomes = await Promise.allSettled(both)
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect([...device.stored.values()].map(({ state }) => state)).toEqual(['refused', 'refused'])
  })

  test('without a user is refused with what is wrong', async () => {
    const { store } = setUp()
    store.getState().close()
    await expect(store.getState().submit(draft(), NOW)).rejects.toThrow(
      'Cannot add log: the backend is not connected or no user is logged in.',
    )
  })

  test('waits for the connection test, and is kept if that refuses', async () => {
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
    ['has arrived: the draft goes', true, undefined],
    ['has not: it is offered back', false, 'writing'],
  ])('sent before a reload %s', async (_, arrived, state) => {
    const { device, start, server } = setUp({ existsOnServer: async () => arrived })
    device.stored.set('alice/one', draft({ state: 'sent' }))
    const store = start()
    await settled()
    expect(store.getState().drafts.get('one')?.state).toBe(state)
    expect(store.getState().lastRejected?.draft.key).toBe(arrived ? undefined : 'one')
    expect(server.add, 'it is not added twice').not.toHaveBeenCalled()
  })
})

describe('a change of an entry', () => {
  const change = draft({ base: BASE, content: 'after' })

  test('is sent with what its writer saw, after everything else of this device', async () => {
    const { store, server } = setUp()
    expect(await store.getState().submit(change)).toBe('saved')
    expect(server.whenAllSent.mock.invocationCallOrder[0]).toBeLessThan(
      server.saveEdit.mock.invocationCallOrder[0] ?? 0,
    )
    expect(server.saveEdit).toHaveBeenCalledWith('alice', 'one', BASE, { ...BASE, content: 'after' })
  })

  test('waits while the server is not to be reached, and is sent when it is', async () => {
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

  test('survives a reload and is sent then', async () => {
    const { device, start, server } = setUp()
    device.stored.set('alice/one', { ...change, state: 'sent' })
    const store = start()
    await settled()
    expect(server.saveEdit).toHaveBeenCalledOnce()
    expect(store.getState().drafts.size).toBe(0)
  })

  test('sent before a reload and refused then is kept, and known to be refused', async () => {
    const { device, start } = setUp({ saveEdit: () => Promise.reject(REFUSED) })
    device.stored.set('alice/one', { ...change, state: 'sent' })
    const store = start()
    await settled()
    expect(device.stored.get('alice/one')?.state).toBe('refused')
    expect(store.getState().lastRejected).toMatchObject({ draft: { key: 'one', content: 'after' }, awaited: false })
  })

  test('that another tab begins to send at the same moment is left to it', async () => {
    const { device, start, server } = setUp()
    device.stored.set('alice/one', { ...change, state: 'sent' })
    start()
    start()
    await settled()
    expect(server.saveEdit).toHaveBeenCalledOnce()
  })

  test('that another tab is sending is left to it, until that tab is gone', async () => {
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

  test.each(['conflict', 'gone'] as const)('whose entry is %s is kept for a choice', async (kind) => {
    const { store, device } = setUp({ saveEdit: async () => kind })
    expect(await store.getState().submit(change)).toBe('conflict')
    expect(device.stored.get('alice/one')).toMatchObject({ state: 'conflict', content: 'after', base: BASE })
  })

  test.each(['conflict', 'gone'] as const)('whose entry is %s after a reload is noted as refused', async (kind) => {
    const { device, start } = setUp({ saveEdit: async () => kind })
    device.stored.set('alice/one', { ...change, state: 'sent' })
    const store = start()
    await settled()
    expect(store.getState().lastRejected).toMatchObject({ draft: { key: 'one' }, awaited: false })
  })

  test('that is refused is kept', async () => {
    const { store, device } = setUp({ saveEdit: () => Promise.reject(REFUSED) })
    await expect(store.getState().submit(change)).rejects.toBe(REFUSED)
    expect(device.stored.get('alice/one')?.state).toBe('refused')
    expect(store.getState().lastRejected).toMatchObject({ draft: { key: 'one' }, awaited: true })
  })

  test('waits for one of the same entry that was saved before it, which it begins from', async () => {
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

  test('waits for one of the same entry that another tab is sending', async () => {
    const { store, server, device } = setUp()
    device.tell('other', { ...change, key: 'other', state: 'sent' })
    const sent = store.getState().submit({ ...change, savedAt: 2 })
    await settled()
    expect(server.saveEdit).not.toHaveBeenCalled()
    device.tell('other', undefined)
    expect(await sent).toBe('saved')
  })

  test('goes on when the one before it waits for a choice', async () => {
    const { store, server } = setUp()
    server.saveEdit.mockResolvedValueOnce('conflict')
    const first = store.getState().submit(change)
    const second = store.getState().submit({ ...change, key: 'second', savedAt: 2 })
    expect(await Promise.all([first, second])).toEqual(['conflict', 'saved'])
    expect([...store.getState().drafts.keys()]).toEqual(['one'])
  })

  test('and what is written on it afterwards are kept apart', async () => {
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

  test('whose writer has left by the time of the answer touches nobody’s drafts', async () => {
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

test('a draft that is open is held, and let go', async () => {
  const { store } = setUp()
  const letGo = await store.getState().acquire('one')
  expect(await store.getState().acquire('one'), 'another tab would get it').toBeUndefined()
  expect(await store.getState().lockedKeys()).toContain('one')
  expect(store.getState().lockRevision).toBe(1)
  await letGo?.()
  expect(await store.getState().lockedKeys()).not.toContain('one')
  expect(store.getState().lockRevision).toBe(2)
})

describe('after the browser was killed', () => {
  test('a draft that only the second copy has is there', async () => {
    const { device, start } = setUp()
    device.recovered = [draft({ content: 'the last minute' })]
    const store = start()
    await settled()
    expect(store.getState().drafts.get('one')?.content).toBe('the last minute')
  })

  test('a change that was sent and not confirmed is sent', async () => {
    const { device, start, server } = setUp()
    device.recovered = [draft({ content: 'after', base: BASE, state: 'sent' })]
    const store = start()
    await settled()
    await settled()
    expect(server.saveEdit).toHaveBeenCalledOnce()
    expect(store.getState().drafts.size).toBe(0)
  })

  test('what comes when somebody else has signed in is not theirs', async () => {
    const { device, start } = setUp()
    device.recovered = [draft({ content: 'of alice' })]
    const store = start()
    store.getState().close()
    await settled()
    expect(store.getState().drafts.size).toBe(0)
  })
})

describe('a new entry that was sent before a reload', () => {
  const sentBefore = draft({ content: 'new', state: 'sent', circumstances: NOW })
  const started = (answers: Partial<Server>) => {
    const around = setUp(answers)
    around.device.stored.set('alice/one', sentBefore)
    return { ...around, store: around.start() }
  }

  test('and never reached the database is sent again, with where and when it was written', async () => {
    const { server, store } = started({ existsOnDevice: async () => false })
    await settled()
    expect(server.add.mock.calls.map(([uid, id, { content }, about]) => [uid, id, content, about])).toEqual([
      ['alice', 'one', 'new', NOW],
    ])
    expect(store.getState().drafts.size).toBe(0)
  })

  test('and is queued in the database is not sent a second time', async () => {
    const { server, store } = started({ existsOnDevice: async () => true })
    await settled()
    expect(server.add).not.toHaveBeenCalled()
    expect(server.whenAllSent).toHaveBeenCalled()
    expect(store.getState().drafts.size).toBe(0)
  })

  test('and has arrived, though this device has forgotten, is saved', async () => {
    const { store } = started({ existsOnDevice: async () => false, add: () => Promise.reject(REFUSED) })
    await settled()
    expect(store.getState().drafts.size).toBe(0)
  })

  test('and is refused is offered again', async () => {
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
