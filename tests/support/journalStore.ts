import { createStore } from 'zustand'
import { EMPTY_CONTENT, contentOf } from '#domain/entry/content.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import type { InitialEntries } from '#domain/entry/pages.ts'
import type { Operation } from '#domain/journal/operations.ts'
import { journalState, type JournalState } from '#src/stores/journal.ts'
import { UserSession } from '#src/stores/session.ts'
import { FakeCloud, type FakeConnection } from './fakeCloud.ts'
import { numberedEntry, settled, TestDevice, testJournal } from './testJournal.ts'

/** A promise that stays pending. */
export const never = <Value>() => new Promise<Value>(() => {})

type Options = {
  readonly cloud?: FakeCloud
  readonly device?: TestDevice
  readonly uid?: string | null
  readonly initial?: Promise<InitialEntries | undefined>
  /** How often loading the code of the journal fails. */
  readonly loadFailures?: number
  /** Resolves when the code of the journal is loaded. */
  readonly code?: Promise<void>
  readonly whenUserIdle?: () => Promise<void>
}

/** Creates the store of a tab. Needs fake timers. */
export function setUpStore({
  cloud = new FakeCloud(),
  device = new TestDevice(),
  uid = 'alice',
  initial = Promise.resolve(undefined),
  loadFailures = 0,
  code = Promise.resolve(),
  whenUserIdle = async () => {},
}: Options = {}) {
  const session = new UserSession(uid)
  const tab = testJournal({ cloud, device, signal: session.signal, whenUserIdle })
  const marked: string[] = []
  let loads = 0
  const store = createStore<JournalState>(
    journalState(session, {
      async loadJournal() {
        await code
        if (++loads <= loadFailures) throw new Error('The code cannot be loaded.')
        return tab.journal
      },
      readInitialEntries: () => initial,
      markCachedFor: (user) => void marked.push(user),
      saveExport: async () => {},
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    }),
  )
  const state = () => store.getState()
  return {
    ...tab,
    session,
    store,
    marked,
    state,
    /** The texts of the entries of a view; undefined if the view has not been answered. */
    shown: (name = 'list') =>
      state()
        .views.get(name)
        ?.ids.map((id) => state().entries.get(id)?.content),
  }
}

/** Creates the store of a tab, and opens the journal. */
export async function openStore(options: Options = {}) {
  const tab = setUpStore(options)
  void tab.state().open()
  await settled()
  return tab
}

/** Returns a device that has all entries of a server. */
export async function syncedDevice(cloud: FakeCloud): Promise<TestDevice> {
  const { device, session } = await openStore({ cloud })
  session.end()
  return device
}

/** Changes an entry of the server, as another device does. */
export function changeElsewhere(cloud: FakeCloud, id: string, changes: Partial<LogEntry>): void {
  const entry = cloud.entries.get(id) ?? numberedEntry(0, { id })
  cloud.entries.set(id, { ...entry, lastUpdated: cloud.now(), ...changes })
  cloud.notify()
}

/** Adds entries to the server, as another device does. Each is newer than all entries of `cloudWith`. */
export function addElsewhere(cloud: FakeCloud, many: number): void {
  for (let number = 1; number <= many; number++) {
    const timestamp = cloud.now()
    const entry = numberedEntry(0, {
      id: `new${timestamp}`,
      content: `new ${number}`,
      timestamp,
      lastUpdated: timestamp,
    })
    cloud.entries.set(entry.id, entry)
  }
  cloud.notify()
}

/** The contents of the server's entries, the newest first. */
export const contentsOf = (cloud: FakeCloud) =>
  [...cloud.entries.values()]
    .filter(({ deleted }) => !deleted)
    .toSorted((a, b) => (b.timestamp ?? 0) - (a.timestamp ?? 0))
    .map(({ content }) => content)

/** Makes a device unable to read more than the newest entries. */
export function blockFill(server: FakeConnection): void {
  server.readPage = () => never()
}

/** Returns the addition of an entry. */
export const addition = (id: string, content = id): Operation => ({
  kind: 'add',
  id,
  content: { ...EMPTY_CONTENT, content },
  metadata: { clientTime: 1, timeZone: 'UTC', frequency: 112.4, source: 'typed' },
})

/** Returns a change of an entry's text. */
export const edit = (entry: LogEntry, content: string): Operation => ({
  kind: 'edit',
  id: entry.id,
  base: contentOf(entry),
  mine: { ...contentOf(entry), content },
})
