import { describe, expect, test, vi } from 'vitest'
import { createStore } from 'zustand'
import type { LogEntry } from '#domain/entry/entry.ts'
import type { SavedSearchesIo } from '#src/io/firebase/savedSearches.ts'
import type { SearchClient } from '#src/io/search/search.ts'
import { SearchIndex } from '#src/io/search/searchIndex.ts'
import { searchState, type SearchState } from '#src/stores/search.ts'
import { logEntry } from '#tests/support/logEntry.ts'

const settled = () => new Promise((resolve) => setTimeout(resolve))
const entry = (number: number, more: Partial<LogEntry> = {}) =>
  logEntry({ id: `e${number}`, content: `entry ${number}`, timestamp: number, lastUpdated: number, ...more })
const journal = (size: number) => Array.from({ length: size }, (_, index) => entry(index + 1))

/** The saved searches of an account, which all devices of the account share. */
class SavedSearches {
  searches: readonly string[] = []
  tell: (searches: readonly string[]) => void = () => {}
  readonly io: SavedSearchesIo = {
    watch: (_, onChange) => {
      this.tell = onChange
      onChange(this.searches)
      return () => {}
    },
    add: async (_, search) => this.change([...this.searches, search]),
    remove: async (_, search) => this.change(this.searches.filter((one) => one !== search)),
  }

  change(searches: readonly string[]): void {
    this.searches = searches
    this.tell(searches)
  }
}

/** Creates a store of a device whose local mirror contains `copy`, and a server whose journal contains `stored`. */
function setUp(
  stored: readonly LogEntry[],
  { syncedTo = null, copy = [] }: { syncedTo?: number | null; copy?: LogEntry[] } = {},
) {
  const index = new SearchIndex()
  index.put(copy)
  const server = { entries: stored, reachable: true, asked: new Array<number | null>(), pages: 0, isAsked: () => {} }
  const deletedMirrors: string[] = []
  const device = { hasCode: true, whenIdle: (): void | Promise<void> => {} }
  const saved = new SavedSearches()
  const client: SearchClient = {
    syncedTo,
    put: async (entries) => index.put(entries),
    drop: async (ids) => index.drop(ids),
    clear: async () => index.clear(),
    markSynced: vi.fn(async () => {}),
    find: async (search, from, to) => index.find(search, from, to),
    tags: async () => index.tags(),
    goals: async () => index.goals(),
    lookBack: async (now) => index.lookBack(now),
    measure: async () => ({ size: index.size, unlisted: index.unlisted }),
    close: vi.fn(),
  }
  const store = createStore<SearchState>(
    searchState(
      async () => {
        if (!device.hasCode) throw new Error('not loaded')
        return { open: async () => client }
      },
      async () => ({
        async *readChanges(_, since) {
          server.asked.push(since)
          if (!server.reachable) throw new Error('offline')
          const changed = server.entries.filter(({ lastUpdated }) => since === null || (lastUpdated ?? 0) >= since)
          for (let start = 0; start < changed.length; start += 2) {
            server.pages++
            yield changed.slice(start, start + 2)
          }
        },
        readNewestChange: async () => {
          server.isAsked()
          return Math.max(0, ...server.entries.map(({ lastUpdated }) => lastUpdated ?? 0))
        },
        countExisting: async (_, ids) => server.entries.filter(({ id }) => ids.includes(id)).length,
      }),
      async () => saved.io,
      async () => device.whenIdle(),
      (uid) => void deletedMirrors.push(uid),
    ),
  )
  return { store, server, client, deletedMirrors, device }
}

describe('the local mirror', () => {
  test('an empty mirror is filled from the server, and then reported as complete', async () => {
    const { store, client } = setUp(journal(5))
    await store.getState().open('alice')
    expect(store.getState()).toMatchObject({ complete: false, size: 0 })
    await store.getState().sync()
    expect(store.getState()).toMatchObject({ complete: true, size: 5 })
    expect(client.markSynced).toHaveBeenLastCalledWith(5)
  })

  test('a mirror that has been synced requests only changes since the last sync, including deletions', async () => {
    const { store, server } = setUp(journal(3), { syncedTo: 3, copy: journal(3) })
    await store.getState().open('alice')
    server.entries = [entry(1, { lastUpdated: 8, deleted: true }), entry(4, { lastUpdated: 9 })]
    await store.getState().sync()
    expect(server.asked).toEqual([3])
    store.getState().search('entry')
    await settled()
    expect(store.getState().found?.ids).toEqual(['e4', 'e3', 'e2'])
  })

  test('the mirror contains changes that were made while the journal was being read', async () => {
    const { store, server, device } = setUp(journal(3), { syncedTo: 2, copy: journal(3) })
    await store.getState().open('alice')
    device.whenIdle = () => {
      device.whenIdle = () => {}
      server.entries = [...server.entries, entry(4)]
      store.getState().syncInBackground()
    }
    store.getState().syncInBackground()
    await settled()
    expect(server.asked).toEqual([2, 3])
    expect(store.getState().size).toBe(4)
  })

  test('the mirror is rebuilt if it contains entries that no longer exist on the server', async () => {
    const { store, server } = setUp(journal(2), { syncedTo: 9, copy: journal(4) })
    await store.getState().open('alice')
    await store.getState().sync(() => 2)
    expect(server.asked).toEqual([9, null])
    expect(store.getState().size).toBe(2)
  })

  const untimed = entry(5, { timestamp: null })
  test.each<[string, LogEntry[], (number | null)[]]>([
    ['is not rebuilt, although the count excludes this entry', [...journal(2), untimed], [9]],
    ['is rebuilt if this entry no longer exists', journal(2), [9, null]],
    ['is emptied if no entry exists any more', [], [9, null]],
  ])('a mirror that contains an entry without a time %s', async (_, stored, asked) => {
    const { store, server } = setUp(stored, { syncedTo: 9, copy: [...journal(2), untimed] })
    await store.getState().open('alice')
    expect([...store.getState().unlisted.keys()]).toEqual(['e5'])
    await store.getState().sync(() => stored.filter(({ listed }) => listed).length)
    expect(server.asked).toEqual(asked)
    expect(store.getState().size).toBe(stored.length)
  })

  test('entries written while the journal is being read do not cause a rebuild of the mirror', async () => {
    const { store, server, device } = setUp(journal(3), { syncedTo: 2, copy: journal(3) })
    await store.getState().open('alice')
    let known = 3
    device.whenIdle = () => {
      known = 4
      store.getState().applyChanges([entry(4)], [])
    }
    store.getState().syncInBackground(() => known)
    await settled()
    expect(server.asked).toEqual([2])
    expect(store.getState().size).toBe(4)
  })

  test('a change increments the revision of the mirror even if the number of entries stays the same', async () => {
    const { store } = setUp([], { syncedTo: 9, copy: journal(2) })
    await store.getState().open('alice')
    const { revision } = store.getState()
    store.getState().applyChanges([entry(1, { content: 'other words' })], [])
    await settled()
    expect(store.getState().size).toBe(2)
    expect(store.getState().revision).toBeGreaterThan(revision)
  })

  test('the mirror stays unchanged while the server is unreachable', async () => {
    const { store, server } = setUp(journal(2), { syncedTo: 2, copy: journal(2) })
    server.reachable = false
    await store.getState().open('alice')
    await store.getState().sync()
    expect(store.getState()).toMatchObject({ complete: true, size: 2 })
  })

  test('`open` can be called again after the code of the mirror failed to load', async () => {
    const { store, device } = setUp([], { copy: journal(2) })
    device.hasCode = false
    await expect(store.getState().open('alice')).rejects.toThrow('not loaded')
    expect(store.getState().uid).toBeNull()
    device.hasCode = true
    await store.getState().open('alice')
    expect(store.getState()).toMatchObject({ uid: 'alice', size: 2 })
  })

  test('a call of `sync` before `open` resolves when the mirror is complete', async () => {
    const { store } = setUp(journal(3))
    const synced = store.getState().sync()
    void store.getState().open('alice')
    await synced
    expect(store.getState()).toMatchObject({ complete: true, size: 3 })
  })

  test('reading the journal stops when the user signs out', async () => {
    const { store, server, device } = setUp(journal(6))
    device.whenIdle = () => store.getState().close()
    await store.getState().open('alice')
    store.getState().syncInBackground()
    await settled()
    expect(server.pages).toBe(1)
  })

  test('reading the journal pauses while the user interacts with the page, unless a caller waits for the sync', async () => {
    const { store, server, device } = setUp(journal(6))
    const resting = Promise.withResolvers<void>()
    device.whenIdle = () => resting.promise
    await store.getState().open('alice')
    store.getState().syncInBackground()
    await settled()
    expect(server.pages).toBe(1)
    const synced = store.getState().sync()
    resting.resolve()
    device.whenIdle = () => expect.unreachable()
    await synced
    expect(store.getState()).toMatchObject({ complete: true, size: 6 })
  })

  test('reading the journal does not start if the user signs out before the first page is read', async () => {
    const { store, server } = setUp(journal(6))
    server.isAsked = () => store.getState().close()
    await store.getState().open('alice')
    await store.getState().sync()
    expect(server.asked).toEqual([])
  })

  test('a sync with an expected count rebuilds the mirror even if another sync is in progress', async () => {
    const { store, server } = setUp(journal(2), { syncedTo: 9, copy: journal(4) })
    const synced = store.getState().sync()
    void store.getState().open('alice')
    await store.getState().sync(() => 2)
    await synced
    expect(server.asked).toEqual([9, null])
  })

  test('`sync` resolves if the code of the mirror cannot be loaded or the user signs out', async () => {
    const { store, device } = setUp(journal(3))
    const signedOut = store.getState().sync()
    store.getState().close()
    await signedOut
    device.hasCode = false
    const unloaded = store.getState().sync()
    await expect(store.getState().open('alice')).rejects.toThrow('not loaded')
    await unloaded
    expect(store.getState().complete).toBe(false)
  })

  test('the mirror contains changes that were made on this device while the mirror was opening', async () => {
    const { store } = setUp([])
    const opening = store.getState().open('alice')
    store.getState().applyChanges([entry(1)], [])
    await opening
    store.getState().search('entry')
    await settled()
    expect(store.getState().found?.ids).toEqual(['e1'])
    store.getState().applyChanges([], ['e1'])
    await settled()
    expect(store.getState().found?.ids).toEqual([])
  })

  test('the mirror contains changes that were made before the mirror was opened', async () => {
    const { store } = setUp([], { syncedTo: 9 })
    store.getState().applyChanges([entry(1)], [])
    await store.getState().open('alice')
    store.getState().search('entry')
    await settled()
    expect(store.getState().found?.ids).toEqual(['e1'])
  })

  test('the mirror does not contain changes of a user who signed out before the mirror was opened', async () => {
    const { store } = setUp([], { syncedTo: 9 })
    store.getState().applyChanges([entry(1)], [])
    store.getState().close()
    await store.getState().open('bob')
    await settled()
    expect(store.getState().size).toBe(0)
  })

  test('`deleteMirror` closes and deletes the mirror, and clears the search', async () => {
    const { store, client, deletedMirrors } = setUp(journal(2))
    await store.getState().open('alice')
    store.getState().search('entry')
    store.getState().deleteMirror('alice')
    await settled()
    expect(client.close).toHaveBeenCalled()
    expect(deletedMirrors).toEqual(['alice'])
    expect(store.getState()).toMatchObject({ uid: null, text: '', found: null, size: 0 })
  })

  test('`deleteMirror` deletes the mirror even if the mirror is still opening', async () => {
    const { store, client, deletedMirrors } = setUp(journal(2))
    const opening = store.getState().open('alice')
    store.getState().deleteMirror('alice')
    await opening
    expect(client.close).toHaveBeenCalled()
    expect(deletedMirrors, 'again for the mirror that was created while opening').toEqual(['alice', 'alice'])
  })

  test('if the user opens the mirror again after `deleteMirror`, the mirror is deleted only once', async () => {
    const { store, deletedMirrors } = setUp(journal(2))
    const opening = store.getState().open('alice')
    store.getState().deleteMirror('alice')
    await Promise.all([opening, store.getState().open('alice')])
    expect(deletedMirrors).toEqual(['alice'])
  })
})

describe('searching', () => {
  test('a search shows the newest 100 results, and 200 more when the user scrolls', async () => {
    const { store } = setUp([], { copy: journal(350) })
    await store.getState().open('alice')
    store.getState().search('entry')
    await settled()
    expect(store.getState().found).toMatchObject({ total: 350 })
    expect(store.getState().found?.ids).toHaveLength(100)
    store.getState().loadMore()
    await settled()
    expect(store.getState().found?.ids).toHaveLength(300)
    // The search screen repeats its search whenever it mounts.
    store.getState().search('entry')
    await settled()
    expect(store.getState().found?.ids).toHaveLength(300)
  })

  test('an empty search has no results, and a late answer to the previous search is ignored', async () => {
    const { store } = setUp([], { copy: journal(3) })
    await store.getState().open('alice')
    store.getState().search('entry')
    store.getState().search('')
    await settled()
    expect(store.getState().found).toBeNull()
  })

  test('an unchanged entry stays the same object when another entry changes', async () => {
    const { store } = setUp([], { copy: journal(2) })
    await store.getState().open('alice')
    store.getState().search('entry')
    await settled()
    const before = store.getState().found?.entries
    store.getState().applyChanges([entry(1, { content: 'entry changed' }), { ...entry(2) }], [])
    await settled()
    const after = store.getState().found?.entries
    expect(after?.get('e2')).toBe(before?.get('e2'))
    expect(after?.get('e1')?.content).toBe('entry changed')
  })

  test('a search made before the mirror is open has results as soon as the mirror is open', async () => {
    const { store } = setUp([], { copy: journal(2) })
    store.getState().search('entry')
    await store.getState().open('alice')
    await settled()
    expect(store.getState().found?.total).toBe(2)
  })

  test('opening the journal of another user clears the search text', async () => {
    const { store } = setUp([], { copy: journal(2) })
    await store.getState().open('alice')
    store.getState().search('entry')
    await store.getState().open('bob')
    expect(store.getState().text).toBe('')
  })

  test('`readGoals` lists each goal once, beginning with the goals of the newest entry', async () => {
    const { store } = setUp([], { copy: [entry(1, { goals: ['a', '[x] b'] }), entry(2, { goals: ['c', '[x] a'] })] })
    await store.getState().open('alice')
    await store.getState().readGoals()
    expect(store.getState().goals).toEqual(['c', 'a', 'b'])
  })

  test('searches are saved and removed for the user, and are cleared when the user signs out', async () => {
    const { store } = setUp([])
    await store.getState().open('alice')
    await store.getState().save('level:alert')
    expect(store.getState().saved).toEqual(['level:alert'])
    await store.getState().unsave('level:alert')
    expect(store.getState().saved).toEqual([])
    await store.getState().save('tag:x')
    store.getState().close()
    expect(store.getState().saved).toEqual([])
  })

  test('`readTags` lists and counts tags in their most used spelling, the most used tag first', async () => {
    const { store } = setUp([], {
      copy: [entry(1, { tags: ['a', 'B'] }), entry(2, { tags: ['b'] }), entry(3, { tags: ['B'] })],
    })
    await store.getState().open('alice')
    await store.getState().readTags()
    expect(store.getState().tags).toEqual([
      { tag: 'B', count: 3 },
      { tag: 'a', count: 1 },
    ])
  })
})
