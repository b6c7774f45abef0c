import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startReactions } from '#src/app/reactions.ts'
import { useActivity } from '#src/stores/activity.ts'
import type { Draft } from '#domain/entry/draft.ts'
import { contentOf } from '#domain/entry/content.ts'
import { DEFAULT_SETTINGS, type Settings } from '#domain/account/settings.ts'
import { UserSession } from '#src/stores/session.ts'
import { useSettings } from '#src/stores/settings.ts'
import { useAnalysis } from '#src/stores/analysis.ts'
import { useArchive } from '#src/stores/archive.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { useFrequency } from '#src/stores/frequency.ts'
import { useJournal } from '#src/stores/journal/journal.ts'
import { useMusic } from '#src/stores/music.ts'
import { useNotifications } from '#src/stores/notifications.ts'
import { useRadio } from '#src/stores/radio.ts'
import { useSearch } from '#src/stores/search.ts'
import { useTrash } from '#src/stores/trash.ts'
import { toast } from '#src/ui/toast.tsx'
import { draft } from '#tests/support/draft.ts'
import { logEntry } from '#tests/support/logEntry.ts'

const root = document.documentElement

// Replaces the actions of the stores with recorders of calls. The tests check only which actions are called.
const called: string[] = []
const note = (name: string) => (uid?: unknown) => void called.push(typeof uid === 'string' ? `${name} ${uid}` : name)
const noteLater = (name: string) => async (uid?: unknown) => note(name)(uid)

vi.mock('#src/io/firebase/profile.ts', () => ({ saveFrequency: async () => {} }))

const session = new UserSession('alice')
const frequency = useFrequency.of(session)
const settingsStore = useSettings.of(session)

beforeAll(async () => {
  // Analyzing a new entry loads this lazy module. Loading it during a test would take too long on a busy machine.
  await import('#src/features/analysis/actions.ts')
  useJournal.setState({ open: noteLater('open journal') })
  frequency.setState({ open: noteLater('open dial'), flush: noteLater('flush dial') })
  useActivity.setState({ count: noteLater('count days') })
  useDrafts.setState({
    open: note('open drafts'),
    flush: note('flush drafts'),
    retry: note('send drafts'),
    setUsable: (usable) => void called.push(usable ? 'drafts can be sent' : 'drafts are refused'),
  })
  useSearch.setState({
    open: noteLater('open search'),
    sync: noteLater('sync search'),
    syncInBackground: note('keep search up'),
    applyChanges: (changed, gone) =>
      void called.push(`search takes ${changed.map(({ id }) => id).join()} drops ${gone.join()}`),
  })
  useAnalysis.of(session).setState({
    analyzeInTurn: async (id, isWanted) => (isWanted() ? note('analyze')(id) : undefined),
  })
  useNotifications.of(session).setState({ open: note('open notifications') })
  useRadio.setState({ tune: note('tune') })
  useMusic.setState({ setTrack: note('enter') })
  startReactions(session)
  called.length = 0
})
// Waits until the theme fade has ended, because the fade uses the document, which Vitest removes after the tests.
afterAll(() => vi.waitFor(() => expect(document.documentElement).not.toHaveAttribute('data-fading')))

afterEach(() => {
  called.length = 0
})

test('stores the frequency and the drafts when the page is closed', () => {
  window.dispatchEvent(new Event('pagehide'))
  expect(called).toEqual(['flush dial', 'flush drafts'])
})

describe('drafts', () => {
  afterEach(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })
  })

  test('marks drafts as sendable when the journal is connected, and as not sendable when the connection fails', () => {
    useJournal.setState({ connection: 'connecting' })
    expect(called).toEqual([])
    useJournal.setState({ connection: 'connected' })
    useJournal.setState({ connection: 'error' })
    expect(called).toEqual(['drafts can be sent', 'drafts are refused'])
  })

  test('stores drafts when the tab becomes hidden, and sends them when the tab becomes visible or the network returns', () => {
    useSearch.setState({ uid: 'alice' })
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
    expect(called).toEqual(['flush drafts'])
    Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
    window.dispatchEvent(new Event('online'))
    expect(called.slice(1)).toEqual(['send drafts', 'keep search up', 'send drafts', 'keep search up'])
  })
})

describe('the local mirror', () => {
  test('adds entries of the journal to the local mirror, and removes entries that were deleted on this device', () => {
    const one = logEntry({ id: 'one' })
    useJournal.setState({ uid: 'alice', entries: new Map() })
    called.length = 0
    useJournal.setState({ entries: new Map([['one', one]]) })
    useJournal.setState({
      entries: new Map([
        ['one', one],
        ['two', logEntry({ id: 'two' })],
      ]),
    })
    useJournal.setState({ deletedHere: new Set(['one']) })
    expect(called).toEqual(['search takes one drops ', 'search takes two drops ', 'search takes  drops one'])
  })

  test('adds an entry to the local mirror again when its deletion is rejected or undone', () => {
    let stopped = 0
    useJournal.setState({
      uid: 'alice',
      deletedHere: new Set(['one', 'two']),
      watchEntry: (id, onEntry) => {
        queueMicrotask(() => onEntry(logEntry({ id, deleted: id === 'two' }), false))
        return () => void stopped++
      },
    })
    called.length = 0
    useJournal.setState({ deletedHere: new Set() })
    return vi.waitFor(() => {
      expect(called).toEqual(['search takes one drops '])
      expect(stopped).toBe(2)
    })
  })

  test('removes a new entry from the local mirror when the server rejects the entry', () => {
    useDrafts.setState({ lastRejected: { draft: draft({ id: 'new' }), awaited: true } })
    useDrafts.setState({ lastRejected: { draft: draft({ id: 'old', base: draft() }), awaited: true } })
    expect(called).toEqual(['search takes  drops new'])
  })

  test('synchronizes the local mirror when all entries are deleted', () => {
    useJournal.setState({ count: { known: 2, exact: true } })
    useJournal.setState({ count: { known: 0, exact: true } })
    expect(called).toContain('keep search up')
  })

  test.each<readonly [string, readonly Draft[]]>([
    ['confirmed', []],
    ['rejected', [draft({ key: 'two', state: 'refused' })]],
  ])('synchronizes the local mirror once the last pending draft was %s', (_, left) => {
    const one = draft({ key: 'one', state: 'sent' })
    const two = draft({ key: 'two', state: 'sent' })
    const written = draft({ key: 'three', state: 'writing' })
    const show = (drafts: readonly Draft[]) =>
      useDrafts.setState({ uid: 'alice', drafts: new Map(drafts.map((each) => [each.key, each])) })
    show([one, two, written])
    called.length = 0
    show([two, written])
    expect(called).toEqual([])
    show([...left, written])
    expect(called).toEqual(['sync search'])
    show(left)
    expect(called).toEqual(['sync search'])
  })
})

test('recounts the entries when an import ends or is canceled, and when a canceled import adds further entries', () => {
  const recount = vi.fn<() => Promise<void>>(async () => {})
  useJournal.setState({ recount })
  const about = { fresh: [], duplicates: 0, errors: [], notes: [], ignored: {}, handled: 0 }
  const importing = (step: 'ready' | 'importing' | 'canceled' | 'done', added: number) =>
    useArchive.of(session).setState({ importing: { ...about, step, added } })
  importing('ready', 0)
  importing('importing', 50)
  expect(recount).not.toHaveBeenCalled()
  importing('canceled', 50)
  importing('canceled', 100)
  expect(recount).toHaveBeenCalledTimes(2)
  importing('importing', 150)
  importing('done', 200)
  expect(recount).toHaveBeenCalledTimes(3)
  useArchive.of(session).setState({ importing: { step: 'none' } })
  expect(recount).toHaveBeenCalledTimes(3)
})

describe('a new entry', () => {
  /** Sets the state that the drafts store has after the server has confirmed a draft. */
  const confirmed = (about: Parameters<typeof draft>[0]) => {
    called.length = 0
    useDrafts.setState({ uid: 'alice', lastStored: draft({ state: 'sent', ...about }) })
  }
  const AUTOMATIC: Settings = { ...DEFAULT_SETTINGS, autoAnalyzeEnabled: true }
  const settled = () => vi.waitFor(() => expect(called).toContain('analyze new'))

  test('analyzes a confirmed new entry if automatic analysis is on', async () => {
    settingsStore.setState({ settings: AUTOMATIC })
    useJournal.setState({ entries: new Map([['new', logEntry({ id: 'new' })]]) })
    confirmed({ id: 'new' })
    await settled()
  })

  test.each([
    ['automatic analysis is off', DEFAULT_SETTINGS, logEntry({ id: 'new' }), { id: 'new' }],
    ['AI is switched off', { ...AUTOMATIC, aiEnabled: false }, logEntry({ id: 'new' }), { id: 'new' }],
    ['the entry is EYES ONLY', AUTOMATIC, logEntry({ id: 'new', eyesOnly: true }), { id: 'new' }],
    ['the draft changes an existing entry', AUTOMATIC, logEntry({ id: 'new' }), { id: 'new', base: draft() }],
  ] as const)('does not analyze a new entry when %s', async (_, settings, entry, sent) => {
    settingsStore.setState({ settings })
    useJournal.setState({ entries: new Map([['new', entry]]) })
    confirmed(sent)
    // An analysis would start as soon as this module is loaded.
    await import('#src/features/analysis/actions.ts')
    await Promise.resolve()
    expect(called).not.toContain('analyze new')
  })
})

describe('the dial and themes', () => {
  test('applies the theme of the band when the dial moves', () => {
    frequency.getState().tune(91.5)
    expect(root).toHaveAttribute('data-theme', 'desertops')
    frequency.getState().tune(130.2)
    expect(root).toHaveAttribute('data-theme', 'urbanops')
  })

  test('stores a theme chosen by hand and, when the dial moves afterwards, only the first theme that the dial selects', () => {
    const choose = vi.fn<(changes: Partial<Settings>) => Promise<void>>(async (changes) =>
      settingsStore.setState({ settings: { ...settingsStore.getState().settings, ...changes } }),
    )
    const before = settingsStore.getState()
    settingsStore.setState({ choose, settings: DEFAULT_SETTINGS })
    frequency.getState().chooseTheme('mgs')
    frequency.getState().tune(91)
    frequency.getState().tune(100)
    frequency.getState().chooseTheme('camo')
    expect(choose.mock.calls).toEqual([[{ theme: 'mgs' }], [{ theme: 'desertops' }], [{ theme: 'camo' }]])
    settingsStore.setState(before)
  })

  test('applies a theme from another device without storing it again', () => {
    const choose = vi.fn<() => Promise<void>>(async () => {})
    const before = settingsStore.getState()
    settingsStore.setState({ choose })
    settingsStore.setState({ settings: { ...DEFAULT_SETTINGS, theme: 'mgs' } })
    expect(root).toHaveAttribute('data-theme', 'mgs')
    expect(choose).not.toHaveBeenCalled()
    settingsStore.setState(before)
  })

  test('applies a theme chosen by hand', () => {
    frequency.getState().chooseTheme('camo')
    expect(root).toHaveAttribute('data-theme', 'camo')
  })
})

describe('activity counts', () => {
  const oldest = logEntry({ id: 'a', timestamp: Date.now() })
  const state = { uid: 'alice', entries: new Map([['a', oldest]]), order: ['a'] }

  test('does not count the entries of older days when the window of the list contains the whole journal', () => {
    useJournal.setState({ ...state, hasMore: false, count: { known: 1, exact: true } })
    expect(called).not.toContain('count days')
  })

  test('counts the entries of older days once when the journal contains more entries than the window of the list', () => {
    const count = vi.fn<(uid: string, days: readonly unknown[]) => Promise<void>>(async () => {})
    useActivity.setState({ count })
    useJournal.setState({ hasMore: true, count: { known: 1, exact: false } })
    expect(count).not.toHaveBeenCalled()
    useJournal.setState({ count: { known: 90, exact: true } })
    useJournal.setState({ count: { known: 91, exact: true } })
    expect(count).toHaveBeenCalledOnce()
    expect(count.mock.calls[0]?.[0]).toBe('alice')
    expect(count.mock.calls[0]?.[1].length).toBeGreaterThanOrEqual(78)
  })
})

test.each([
  ['a new entry', null, 'Failed to create log entry.'],
  ['a change', contentOf(logEntry()), 'Failed to update log.'],
])(
  'when the server rejects %s after a reload, reports the error and that the text is saved as a draft',
  (_, base, text) => {
    const said = (['error', 'hint'] as const).map((kind) => vi.spyOn(toast, kind))
    useDrafts.setState({ lastRejected: { draft: draft({ base }), awaited: false } })
    useDrafts.setState({ lastRejected: { draft: draft({ base }), awaited: true } })
    expect(said.flatMap(({ mock }) => mock.calls.map(([first]) => first))).toEqual([
      text,
      'Your text is saved as a draft.',
    ])
    for (const spy of said) spy.mockRestore()
  },
)

test.each<[string, (state: { failed: boolean }) => void]>([
  ['the journal', useJournal.setState],
  ['the trash', useTrash.setState],
  ['a day', useActivity.setState],
])('shows one error toast when %s cannot be read', (_, set) => {
  const said = vi.spyOn(toast, 'error')
  set({ failed: true })
  set({ failed: true })
  expect(said.mock.calls.map(([text]) => text)).toEqual(['Failed to fetch logs.'])
  set({ failed: false })
  said.mockRestore()
})

test('shows only one error toast for several failed reads', () => {
  const said = vi.spyOn(toast, 'error')
  const fail = (failed: boolean) => {
    useJournal.setState({ failed })
    useTrash.setState({ failed })
    useActivity.setState({ failed })
  }
  fail(true)
  expect(said.mock.results).toHaveLength(3)
  expect(new Set(said.mock.results.map(({ value }) => value)).size).toBe(1)
  fail(false)
  said.mockRestore()
})

test('when the server rejects a chosen theme, reports that the theme is saved on this device only', async () => {
  const said = vi.spyOn(toast, 'error')
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const before = settingsStore.getState()
  settingsStore.setState({ settings: DEFAULT_SETTINGS, choose: () => Promise.reject(new Error('no')) })
  frequency.getState().chooseTheme('mgs')
  await vi.waitFor(() =>
    expect(said.mock.calls).toEqual([['Saved on this device only: the server did not accept the change.']]),
  )
  settingsStore.setState(before)
  vi.restoreAllMocks()
})
