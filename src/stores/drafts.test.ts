import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStore } from 'zustand'
import type { Draft } from '#domain/entry/draft.ts'
import { EMPTY_CONTENT, type EntryContent } from '#domain/entry/content.ts'
import type { EntryMetadata, LogEntry } from '#domain/entry/entry.ts'
import { WriteRefused } from '#domain/errors.ts'
import type { DraftsIo } from '#src/io/drafts.ts'
import { draftsState, type DraftsState } from '#src/stores/drafts.ts'
import { UserSession } from '#src/stores/session.ts'
import { draft } from '#tests/support/draft.ts'
import { Denied } from '#tests/support/fakeCloud.ts'
import { logEntry } from '#tests/support/logEntry.ts'
import { cloudWith, settled, TestDevice, testJournal } from '#tests/support/testJournal.ts'

/** How long the journal waits before it sends a change again. */
const RETRY_MS = 10_000
const NOW: EntryMetadata = { clientTime: 1, timeZone: 'Europe/Berlin', frequency: 112.4, source: 'typed' }
const BASE: EntryContent = { ...EMPTY_CONTENT, content: 'before' }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type OnDraft = (key: string, draft: Draft | undefined) => void

/** The storage of a browser, which its tabs share. */
class Browser {
  readonly stored = new Map<string, Draft>()
  readonly held = new Set<string>()
  full = false
  /** The drafts that are only in the backup. */
  backup: Promise<readonly Draft[]> = Promise.resolve([])
  readonly #tabs = new Set<OnDraft>()

  /** Stores a draft as another tab does. */
  put(one: Draft): void {
    this.stored.set(`alice/${one.key}`, one)
    for (const tell of this.#tabs) tell(one.key, one)
  }

  openTab(): DraftsIo {
    let own: OnDraft | undefined
    const tellOthers: OnDraft = (key, one) => {
      for (const tell of this.#tabs) if (tell !== own) tell(key, one)
    }
    return {
      readAll: (uid) => [...this.stored].filter(([key]) => key.startsWith(`${uid}/`)).map(([, one]) => one),
      write: (uid, one) => {
        if (this.full) return false
        this.stored.set(`${uid}/${one.key}`, one)
        tellOthers(one.key, one)
        return true
      },
      recover: () => this.backup,
      remove: (uid, key) => {
        if (this.stored.delete(`${uid}/${key}`)) tellOthers(key, undefined)
      },
      removeAll: (uid) => {
        for (const key of this.stored.keys()) if (key.startsWith(`${uid}/`)) this.stored.delete(key)
      },
      watch: (_, onChange) => {
        own = onChange
        this.#tabs.add(onChange)
        return () => this.#tabs.delete(onChange)
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
}

/** Creates a browser, and a server whose journal contains `entries`. */
function setUp(...entries: readonly LogEntry[]) {
  const cloud = cloudWith(0)
  for (const entry of entries) cloud.entries.set(entry.id, entry)
  const browser = new Browser()
  const shared = new TestDevice()
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
  /** Opens a tab. Its journal sends nothing before `journal.start`. */
  const openTab = (uid: string | null = 'alice', { device = shared, loaded = Promise.resolve() } = {}) => {
    const session = new UserSession(uid)
    const tab = testJournal({ cloud, device, signal: session.signal })
    const loadJournal = async () => {
      await loaded
      return tab.journal
    }
    const store = createStore<DraftsState>(draftsState(session, loadJournal, browser.openTab(), wait))
    void store.getState().open()
    return { ...tab, session, store }
  }
  const startTab = (options?: { readonly device?: TestDevice }) => {
    const tab = openTab('alice', options)
    tab.journal.start()
    return tab
  }
  return { cloud, browser, device: shared, openTab, startTab }
}

const contents = (browser: Browser) => [...browser.stored.values()].map(({ content }) => content)
const states = (browser: Browser) => [...browser.stored.values()].map(({ state }) => state)

describe('writing a draft', () => {
  test('a draft is stored half a second after the first change, in its latest state', async () => {
    const { browser, openTab } = setUp()
    const { store } = openTab()
    store.getState().write(draft({ content: 'a', savedAt: 1 }))
    await vi.advanceTimersByTimeAsync(499)
    store.getState().write(draft({ content: 'ab', savedAt: 2 }))
    expect(contents(browser)).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(contents(browser)).toEqual(['ab'])
  })

  test('a draft is stored immediately when the user starts to write another draft', () => {
    const { browser, openTab } = setUp()
    const { store } = openTab()
    store.getState().write(draft({ key: 'a', content: 'one text' }))
    store.getState().write(draft({ key: 'b', content: 'another text' }))
    expect(contents(browser)).toEqual(['one text'])
  })

  test('`flush` stores a draft immediately', () => {
    const { browser, openTab } = setUp()
    const { store } = openTab()
    store.getState().write(draft({ content: 'a' }))
    store.getState().flush()
    expect(contents(browser)).toEqual(['a'])
  })

  test('a draft without changes is removed', () => {
    const { browser, openTab } = setUp()
    const { store } = openTab()
    store.getState().write(draft({ base: BASE, content: 'changed' }))
    store.getState().flush()
    store.getState().write(draft({ ...BASE, base: BASE }))
    expect(browser.stored.size).toBe(0)
    expect(store.getState().drafts.size).toBe(0)
  })

  test('a discarded draft is not stored later', async () => {
    const { browser, openTab } = setUp()
    const { store } = openTab()
    store.getState().write(draft())
    store.getState().discard('one')
    await vi.advanceTimersByTimeAsync(500)
    expect(browser.stored.size).toBe(0)
  })

  test('a draft that cannot be stored stays in memory, and the error is reported', () => {
    const { browser, openTab } = setUp()
    const { store } = openTab()
    browser.full = true
    store.getState().write(draft())
    store.getState().flush()
    expect(store.getState().storageFailed).toBe(true)
    expect(store.getState().drafts.get('one')?.content).toBe('text')
  })

  test('drafts are invisible to another user of the device', () => {
    const { openTab } = setUp()
    const alice = openTab('alice')
    alice.store.getState().write(draft())
    alice.session.end()
    expect(openTab('bob').store.getState().drafts.size).toBe(0)
    expect(openTab('alice').store.getState().drafts.get('one')?.content).toBe('text')
  })

  test('the end of a session keeps drafts on the device, but signing out removes them', () => {
    const { browser, openTab } = setUp()
    const { session, store } = openTab()
    store.getState().write(draft())
    session.end()
    expect(contents(browser)).toEqual(['text'])
    store.getState().removeAll()
    expect(contents(browser)).toEqual([])
  })

  test('`removeAll` also removes a draft that is not stored yet', () => {
    const { browser, openTab } = setUp()
    const { session, store } = openTab()
    store.getState().write(draft())
    store.getState().removeAll()
    session.end()
    expect(contents(browser)).toEqual([])
  })

  test('after the end of the session, no draft is stored', async () => {
    const { browser, openTab } = setUp()
    const { session, store } = openTab()
    store.getState().write(draft())
    session.end()
    browser.stored.clear()
    await vi.advanceTimersByTimeAsync(500)
    expect(contents(browser)).toEqual([])
  })

  test('drafts that another tab adds or removes are also added or removed in this tab', () => {
    const { openTab } = setUp()
    const { store } = openTab()
    const other = openTab()
    other.store.getState().write(draft({ id: 'other' }))
    other.store.getState().flush()
    expect([...store.getState().drafts.keys()]).toEqual(['other'])
    other.store.getState().discard('other')
    expect(store.getState().drafts.size).toBe(0)
  })
})

describe('submitting a new entry', () => {
  test('a new entry stays on the device until the server has confirmed it', async () => {
    const { browser, cloud, startTab } = setUp()
    const { store, server, journal } = startTab()
    server.isOnline = false
    const sent = store.getState().submit(draft({ content: 'new' }), NOW)
    await settled()
    expect(states(browser)).toEqual(['sent'])
    server.reconnect()
    journal.retry()
    expect(await sent).toBe('saved')
    expect(browser.stored.size).toBe(0)
    expect(store.getState().drafts.size).toBe(0)
    expect(cloud.entries.get('one')).toMatchObject({ content: 'new', frequency: 112.4, timeZone: 'Europe/Berlin' })
  })

  test('a draft that is submitted before it was stored stays submitted', async () => {
    const { browser, startTab } = setUp()
    const { store, server } = startTab()
    server.isOnline = false
    store.getState().write(draft())
    void store.getState().submit(draft(), NOW)
    await vi.advanceTimersByTimeAsync(500)
    expect(states(browser)).toEqual(['sent'])
  })

  test('`newEntryId` is the id of the last new entry until its row has been shown', async () => {
    const { startTab } = setUp(logEntry({ id: 'other', ...BASE }))
    const { store } = startTab()
    await store.getState().submit(draft(), NOW)
    await store.getState().submit(draft({ id: 'other', base: BASE }))
    expect(store.getState().newEntryId).toBe('one')
    store.getState().endNewEntry()
    expect(store.getState().newEntryId).toBeNull()
  })

  test('two new entries that are rejected at the same time are both kept as drafts', async () => {
    const { browser, cloud, startTab } = setUp()
    cloud.isRefused = ({ kind }) => kind === 'add'
    const { store } = startTab()
    const both = [draft({ id: 'a' }), draft({ id: 'b' })].map((one) => store.getState().submit(one, NOW))
    const outcomes = await Promise.allSettled(both)
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(states(browser)).toEqual(['refused', 'refused'])
  })

  test('a new entry is rejected with the reason if no user is signed in', async () => {
    const { store } = setUp().openTab(null)
    await expect(store.getState().submit(draft(), NOW)).rejects.toThrow(
      'Cannot add log: the backend is not connected or no user is logged in.',
    )
  })

  test('a new entry waits for the connection test, and is kept as a draft if the test is rejected', async () => {
    const { browser, cloud, openTab } = setUp()
    const { store, journal } = openTab()
    const sent = store.getState().submit(draft(), NOW)
    await settled()
    expect(cloud.written).toEqual([])
    void journal.refuseAll()
    await expect(sent).rejects.toThrow('Cannot add log')
    expect(states(browser)).toEqual(['refused'])
  })

  test('while the database rejects the user, texts are kept as drafts, until the journal is started again', async () => {
    const { browser, openTab } = setUp(logEntry({ id: 'other', ...BASE }))
    const { store, journal } = openTab()
    await journal.refuseAll()
    const change = draft({ id: 'other', base: BASE, content: 'after' })
    await expect(store.getState().submit(change)).rejects.toThrow('Cannot update log')
    expect(states(browser)).toEqual(['refused'])
    journal.start()
    expect(await store.getState().submit(change)).toBe('saved')
  })

  test('a new entry waits until the code of the journal is loaded', async () => {
    const { browser, openTab } = setUp()
    const loaded = Promise.withResolvers<void>()
    const { store, journal } = openTab('alice', { loaded: loaded.promise })
    journal.start()
    const sent = store.getState().submit(draft(), NOW)
    await settled()
    expect(states(browser)).toEqual(['sent'])
    loaded.resolve()
    expect(await sent).toBe('saved')
  })

  test('a new entry that the device cannot queue is removed from the drafts when the server has confirmed it', async () => {
    const { browser, cloud, device, startTab } = setUp()
    const { store } = startTab()
    vi.spyOn(console, 'warn').mockImplementationOnce(() => {})
    vi.spyOn(await device.database, 'enqueue').mockRejectedValueOnce(new Error('full'))
    expect(await store.getState().submit(draft(), NOW)).toBe('saved')
    expect(cloud.entries.get('one')?.content).toBe('text')
    expect(browser.stored.size).toBe(0)
  })
})

describe('submitting an edit of an entry', () => {
  const change = draft({ base: BASE, content: 'after' })
  const stored = logEntry({ ...BASE, lastUpdated: 1 })

  test('an edit does not undo a change that another device has made to another part', async () => {
    const { cloud, startTab } = setUp({ ...stored, tags: ['theirs'] })
    const { store } = startTab()
    expect(await store.getState().submit(change)).toBe('saved')
    expect(cloud.entries.get('one')).toMatchObject({ content: 'after', tags: ['theirs'] })
  })

  test('an edit waits while the server is unreachable, and is sent when the server is reachable again', async () => {
    const { browser, cloud, startTab } = setUp(stored)
    const { store, server } = startTab()
    server.isOnline = false
    const sent = store.getState().submit(change)
    await vi.advanceTimersByTimeAsync(RETRY_MS)
    expect(states(browser)).toEqual(['sent'])
    server.reconnect()
    await vi.advanceTimersByTimeAsync(RETRY_MS)
    expect(await sent).toBe('saved')
    expect(browser.stored.size).toBe(0)
    expect(cloud.entries.get('one')?.content).toBe('after')
  })

  test.each<[string, LogEntry[]]>([
    ['in conflict', [{ ...stored, content: 'theirs' }]],
    ['of an entry that no longer exists', []],
  ])('an edit %s is kept until the user decides', async (_, entries) => {
    const { browser, startTab } = setUp(...entries)
    const { store } = startTab()
    expect(await store.getState().submit(change)).toBe('conflict')
    expect(browser.stored.get('alice/one')).toMatchObject({ state: 'conflict', content: 'after', base: BASE })
    expect(store.getState().lastRejected).toMatchObject({ draft: { key: 'one' }, awaited: true })
  })

  test('a text that the user has typed since a conflict is kept if the conflict is reported again', async () => {
    const { browser, device, startTab } = setUp({ ...stored, content: 'theirs' })
    browser.put({ ...change, content: 'typed since', state: 'conflict' })
    const mine = { ...BASE, content: 'after' }
    const database = await device.database
    await database.enqueue([{ key: change.key, at: 0, operation: { kind: 'edit', id: 'one', base: BASE, mine } }])
    const { journal } = startTab()
    await settled()
    expect(await journal.readQueue()).toEqual([])
    expect(contents(browser)).toEqual(['typed since'])
    expect(states(browser)).toEqual(['conflict'])
  })

  test('a rejected edit is kept as a draft', async () => {
    const { browser, cloud, startTab } = setUp(stored)
    cloud.isRefused = () => true
    const { store } = startTab()
    await expect(store.getState().submit(change)).rejects.toBeInstanceOf(Denied)
    expect(browser.stored.get('alice/one')).toMatchObject({ state: 'refused', content: 'after', base: BASE })
    expect(store.getState().lastRejected).toMatchObject({ draft: { key: 'one' }, awaited: true })
  })

  test('an edit waits for an earlier edit of the same entry, and is based on the result of the earlier edit', async () => {
    const { browser, cloud, startTab } = setUp(stored)
    const { store } = startTab()
    const after: EntryContent = { ...BASE, content: 'after' }
    const first = store.getState().submit(change)
    const second = store.getState().submit({ ...change, key: 'second', base: after, content: 'after that' })
    expect(await Promise.all([first, second])).toEqual(['saved', 'saved'])
    expect(cloud.written).toEqual(['one', 'second'])
    expect(cloud.entries.get('one')?.content).toBe('after that')
    expect(browser.stored.size).toBe(0)
  })

  test('an edit waits for an earlier edit of the same entry in another tab', async () => {
    const { cloud, openTab, startTab } = setUp(stored)
    const other = openTab()
    const first = other.store.getState().submit(change)
    await settled()
    const after: EntryContent = { ...BASE, content: 'after' }
    const second = startTab()
      .store.getState()
      .submit({ ...change, key: 'second', base: after, content: 'after that' })
    expect(await Promise.all([first, second])).toEqual(['saved', 'saved'])
    expect(cloud.written).toEqual(['one', 'second'])
  })

  test('an edit does not wait for an earlier edit that is in conflict', async () => {
    const { browser, startTab } = setUp({ ...stored, content: 'theirs' })
    const { store } = startTab()
    const first = store.getState().submit(change)
    const second = store.getState().submit(draft({ key: 'second', base: BASE, ...BASE, tags: ['mine'] }))
    expect(await Promise.all([first, second])).toEqual(['conflict', 'saved'])
    expect([...browser.stored.keys()]).toEqual(['alice/one'])
  })

  test('while an edit is being sent, later edits of the same entry are stored as a separate draft', async () => {
    const { browser, startTab } = setUp(stored)
    const { store } = startTab()
    const sent = store.getState().submit(change)
    store.getState().write({ ...change, key: 'next', content: 'after that' })
    store.getState().flush()
    expect(contents(browser)).toEqual(['after', 'after that'])
    await sent
    expect(contents(browser)).toEqual(['after that'])
  })

  test('an answer of the server that arrives after the end of the session does not change the stored drafts', async () => {
    const { browser, cloud, startTab } = setUp(stored)
    cloud.isRefused = () => true
    const { session, store, server } = startTab()
    const answer = Promise.withResolvers<void>()
    const { commit } = server
    server.commit = (batch) => answer.promise.then(() => commit(batch))
    void store.getState().submit(change)
    await settled()
    session.end()
    answer.resolve()
    await settled()
    expect(states(browser)).toEqual(['sent'])
  })

  test('a change of many entries that is in conflict is not kept as a draft', async () => {
    const { browser, startTab } = setUp({ ...stored, content: 'theirs' })
    const { journal, store } = startTab()
    const answered = journal.whenAnswered('bulk')
    const mine = { ...BASE, content: 'after' }
    await journal.enqueue([{ key: 'bulk', operation: { kind: 'edit', id: 'one', base: BASE, mine, isBulk: true } }])
    expect(await answered).toBe('conflict')
    expect(browser.stored.size).toBe(0)
    expect(store.getState().lastRejected).toBeNull()
  })

  test.each<['saved' | 'conflict', LogEntry]>([
    ['saved', stored],
    ['conflict', { ...stored, content: 'theirs' }],
  ])('if another tab sends an edit, the answer "%s" of the server reaches this tab', async (outcome, entry) => {
    const { openTab, startTab } = setUp(entry)
    const { store } = openTab()
    const sent = store.getState().submit(change)
    await settled()
    startTab()
    expect(await sent).toBe(outcome)
    expect([...store.getState().drafts.values()].map(({ state }) => state)).toEqual(
      outcome === 'saved' ? [] : ['conflict'],
    )
  })

  test('an edit is removed from the drafts if a tab that does not know the draft sends it', async () => {
    const { browser, cloud, device, openTab } = setUp(stored)
    const { store } = openTab()
    const sent = store.getState().submit(change)
    await settled()
    testJournal({ cloud, device }).journal.start()
    expect(await sent).toBe('saved')
    expect(browser.stored.size).toBe(0)
  })

  test('if another tab sends an edit and the server rejects it, this tab keeps the edit as a draft', async () => {
    const { cloud, openTab, startTab } = setUp(stored)
    cloud.isRefused = () => true
    const { store } = openTab()
    const sent = store.getState().submit(change)
    await settled()
    startTab()
    await expect(sent).rejects.toThrow(WriteRefused)
    expect(store.getState().drafts.get('one')).toMatchObject({ state: 'refused', content: 'after' })
  })
})

describe('drafts that were submitted before a reload', () => {
  const added = draft({ content: 'new', state: 'sent', metadata: NOW })
  const edited = draft({ base: BASE, content: 'after', state: 'sent' })
  const stored = logEntry({ ...BASE, lastUpdated: 1 })

  test('a new entry that was not queued before a crash is sent with its original metadata', async () => {
    const { browser, cloud, startTab } = setUp()
    browser.put(added)
    startTab()
    await settled()
    expect(cloud.entries.get('one')).toMatchObject({ content: 'new', clientTime: 1, frequency: 112.4 })
    expect(browser.stored.size).toBe(0)
  })

  test('a new entry of an older version of the app, whose draft has no metadata, is sent', async () => {
    const { browser, cloud, startTab } = setUp()
    browser.put(draft({ content: 'new', state: 'sent', savedAt: 7 }))
    startTab()
    await settled()
    expect(cloud.entries.get('one')).toMatchObject({ content: 'new', clientTime: 7 })
  })

  test('a new entry that is already queued is sent once', async () => {
    const { browser, cloud, openTab, startTab } = setUp()
    const { session, store } = openTab()
    void store.getState().submit(draft(), NOW)
    await settled()
    session.end()
    startTab()
    await settled()
    expect(cloud.written).toEqual(['one'])
    expect(browser.stored.size).toBe(0)
  })

  test('a new entry that is on the server counts as saved', async () => {
    const { browser, cloud, startTab } = setUp(logEntry({ content: 'new', tags: ['added since'], lastUpdated: 1 }))
    browser.put(added)
    const { store } = startTab()
    await settled()
    expect(cloud.entries.get('one')?.tags).toEqual(['added since'])
    expect(browser.stored.size).toBe(0)
    expect(store.getState().lastRejected).toBeNull()
  })

  test('a new entry that has reached the server and was then deleted permanently is not added again', async () => {
    const { browser, cloud, startTab } = setUp()
    cloud.remove(['one'])
    browser.put(added)
    startTab()
    await settled()
    expect([...cloud.entries.keys()]).toEqual([])
    expect(browser.stored.size).toBe(0)
  })

  test('an entry and an edit are sent after the end of a session that has deleted the journal of the device', async () => {
    const { cloud, browser, openTab, startTab } = setUp()
    const { session, store } = openTab()
    void store.getState().submit(draft({ content: 'new' }), NOW)
    void store.getState().submit(draft({ id: 'other', base: BASE, content: 'after' }))
    await settled()
    session.end()
    cloud.entries.set('other', { ...stored, id: 'other' })
    startTab({ device: new TestDevice() })
    await settled()
    expect([...cloud.entries.values()].map(({ content }) => content).toSorted()).toEqual(['after', 'new'])
    expect(browser.stored.size).toBe(0)
  })

  test.each<[string, Draft]>([
    ['a new entry', added],
    ['an edit', edited],
  ])('%s that the server rejects becomes an editable draft again, and is reported', async (_, one) => {
    const { browser, cloud, startTab } = setUp(...(one.base ? [stored] : []))
    cloud.isRefused = () => true
    browser.put(one)
    const { store } = startTab()
    await settled()
    expect(browser.stored.get('alice/one')).toMatchObject({ state: 'refused', content: one.content })
    expect(store.getState().lastRejected).toMatchObject({ draft: { key: 'one', content: one.content }, awaited: false })
  })

  test('drafts that were not submitted are not sent', async () => {
    const { browser, cloud, startTab } = setUp(stored)
    for (const state of ['writing', 'refused', 'conflict'] as const) browser.put({ ...edited, key: state, state })
    startTab()
    await settled()
    expect(cloud.written).toEqual([])
    expect(states(browser)).toEqual(['writing', 'refused', 'conflict'])
  })

  test('an edit is sent', async () => {
    const { browser, cloud, startTab } = setUp(stored)
    browser.put(edited)
    startTab()
    await settled()
    expect(cloud.entries.get('one')?.content).toBe('after')
    expect(browser.stored.size).toBe(0)
  })

  test.each<[string, LogEntry[]]>([
    ['in conflict', [{ ...stored, content: 'theirs' }]],
    ['of an entry that no longer exists', []],
  ])('an edit %s is kept and reported', async (_, entries) => {
    const { browser, startTab } = setUp(...entries)
    browser.put(edited)
    const { store } = startTab()
    await settled()
    expect(states(browser)).toEqual(['conflict'])
    expect(store.getState().lastRejected).toMatchObject({ draft: { key: 'one' }, awaited: false })
  })

  test('two tabs send the same edit once', async () => {
    const { browser, cloud, startTab } = setUp(stored)
    browser.put(edited)
    startTab()
    startTab()
    await settled()
    expect(cloud.written).toEqual(['one'])
  })

  test('a text that the server rejects before the backup is read is not lost', async () => {
    const { browser, cloud, openTab, startTab } = setUp(stored)
    const { session, store } = openTab()
    void store.getState().submit(draft({ base: BASE, content: 'after' }))
    await settled()
    session.end()
    browser.stored.clear()
    cloud.isRefused = () => true
    browser.backup = new Promise(() => {})
    startTab()
    await settled()
    expect(browser.stored.get('alice/one')).toMatchObject({ state: 'refused', content: 'after' })
  })
})

test('`acquire` locks a draft until the lock is released', async () => {
  const { store } = setUp().openTab()
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
    const { browser, openTab } = setUp()
    browser.backup = Promise.resolve([draft({ content: 'the last minute' })])
    const { store } = openTab()
    await settled()
    expect(store.getState().drafts.get('one')?.content).toBe('the last minute')
  })

  test('a restored edit that was submitted but not confirmed is sent', async () => {
    const { browser, cloud, startTab } = setUp(logEntry({ ...BASE, lastUpdated: 1 }))
    browser.backup = Promise.resolve([draft({ content: 'after', base: BASE, state: 'sent' })])
    const { store } = startTab()
    await settled()
    expect(cloud.entries.get('one')?.content).toBe('after')
    expect(store.getState().drafts.size).toBe(0)
  })

  test('a draft is not shown if the backup restores it after the end of the session', async () => {
    const { browser, openTab } = setUp()
    browser.backup = Promise.resolve([draft({ content: 'of alice' })])
    const { session, store } = openTab()
    session.end()
    await settled()
    expect(store.getState().drafts.size).toBe(0)
  })

  test('a device without a backup sends the submitted drafts', async () => {
    const { browser, cloud, startTab } = setUp()
    browser.backup = Promise.reject(new Error('blocked'))
    browser.put(draft({ content: 'new', state: 'sent', metadata: NOW }))
    startTab()
    await settled()
    expect(cloud.entries.get('one')?.content).toBe('new')
  })
})
