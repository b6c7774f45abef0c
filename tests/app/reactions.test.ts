import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startReactions } from '#src/app/reactions.ts'
import { contentOf, EMPTY_CONTENT } from '#domain/entry/content.ts'
import type { Operation, Outcome } from '#domain/journal/operations.ts'
import { DEFAULT_SETTINGS, type Settings } from '#domain/account/settings.ts'
import { UserSession } from '#src/stores/session.ts'
import { useSettings } from '#src/stores/settings.ts'
import { useAnalysis } from '#src/stores/analysis.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { useFrequency } from '#src/stores/frequency.ts'
import { useJournal } from '#src/stores/journal.ts'
import { useMusic } from '#src/stores/music.ts'
import { useNotifications } from '#src/stores/notifications.ts'
import { useRadio } from '#src/stores/radio.ts'
import { toast } from '#src/ui/toast.tsx'
import { eventually } from '#tests/support/eventually.ts'
import { draft } from '#tests/support/draft.ts'
import { logEntry } from '#tests/support/logEntry.ts'
import { answeredOperation, queuedOperation } from '#tests/support/queuedOperation.ts'

const root = document.documentElement

// Replaces the actions of the stores with recorders of calls. The tests check only which actions are called.
const called: string[] = []
const note = (name: string) => (uid?: unknown) => void called.push(typeof uid === 'string' ? `${name} ${uid}` : name)
const noteLater = (name: string) => async (uid?: unknown) => note(name)(uid)

const session = new UserSession('alice')
const frequency = useFrequency.of(session)
const settingsStore = useSettings.of(session)
const journal = useJournal.of(session)
const drafts = useDrafts.of(session)
const notifications = useNotifications.of(session)

// Moving the dial saves the frequency in the journal, whose code needs a worker.
vi.mock('#src/stores/sessionJournal.ts', () => ({
  loadJournal: () => new Promise(() => {}),
  whenJournalLoads: () => new Promise(() => {}),
}))

const show = (state: DocumentVisibilityState) => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeAll(async () => {
  // Analyzing a new entry loads this lazy module. Loading it during a test would take too long on a busy machine.
  await import('#src/features/analysis/actions.ts')
  journal.setState({ open: noteLater('open journal'), retry: note('retry journal') })
  frequency.setState({ open: noteLater('open dial') })
  drafts.setState({ open: noteLater('open drafts'), flush: note('flush drafts') })
  settingsStore.setState({ open: noteLater('open settings') })
  useAnalysis.of(session).setState({
    analyzeInTurn: async (id, isWanted) => (isWanted() ? note('analyze')(id) : undefined),
  })
  notifications.setState({ open: note('open notifications'), resume: noteLater('resume notifications') })
  useRadio.setState({ tune: note('tune') })
  useMusic.setState({ setTrack: note('enter') })
  startReactions(session)
})
// Waits until the theme fade has ended, because the fade uses the document, which Vitest removes after the tests.
afterAll(() => eventually(() => expect(document.documentElement).not.toHaveAttribute('data-fading')))

afterEach(() => {
  called.length = 0
})

test('opens the stores of a new session', () => {
  expect(called.toSorted()).toEqual([
    'enter main',
    'open dial',
    'open drafts',
    'open journal',
    'open notifications',
    'tune groovesalad',
  ])
})

test('stores the drafts when the page is closed', () => {
  window.dispatchEvent(new Event('pagehide'))
  expect(called).toEqual(['flush drafts'])
})

test('stores the drafts when the tab becomes hidden, and sends changes when the tab becomes visible or the network returns', () => {
  show('hidden')
  expect(called).toEqual(['flush drafts'])
  called.length = 0
  show('visible')
  window.dispatchEvent(new Event('online'))
  expect(called).toEqual(['retry journal', 'retry journal'])
})

describe('when the newest entries are known', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    journal.setState({ loaded: false, live: false })
  })
  const SYNC_TIMEOUT_MS = 5000
  const IDLE_MS = 200

  test('opens the settings as soon as the browser is idle, and updates the push token after the server has confirmed the entries', () => {
    journal.setState({ loaded: true })
    expect(called).toEqual([])
    vi.advanceTimersByTime(IDLE_MS)
    expect(called).toEqual(['open settings'])
    journal.setState({ live: true })
    vi.advanceTimersByTime(IDLE_MS)
    expect(called).toEqual(['open settings', 'resume notifications'])
  })

  test('updates the push token after a time if the server does not answer', () => {
    journal.setState({ loaded: true })
    vi.advanceTimersByTime(SYNC_TIMEOUT_MS + IDLE_MS)
    expect(called).toContain('resume notifications')
  })

  test('opens the settings and updates the push token only once', () => {
    journal.setState({ loaded: true, live: true })
    journal.setState({ revision: 7 })
    vi.advanceTimersByTime(IDLE_MS)
    expect(called).toEqual(['open settings', 'resume notifications'])
  })
})

describe('a new entry', () => {
  const add = (id: string): Operation => ({
    kind: 'add',
    id,
    content: EMPTY_CONTENT,
    metadata: { clientTime: 0, timeZone: 'UTC', frequency: 100, source: 'typed' },
  })
  const EDIT: Operation = { kind: 'edit', id: 'new', base: EMPTY_CONTENT, mine: { ...EMPTY_CONTENT, content: 'x' } }
  const serverAnswers = (operation: Operation, outcome: Outcome = 'saved') => {
    called.length = 0
    journal.setState({ lastAnswered: answeredOperation(operation, { outcome }) })
  }
  const AUTOMATIC: Settings = { ...DEFAULT_SETTINGS, autoAnalyzeEnabled: true }
  const settled = () => eventually(() => expect(called).toContain('analyze new'))

  test('analyzes a confirmed new entry if automatic analysis is on', async () => {
    settingsStore.setState({ settings: AUTOMATIC })
    journal.setState({ entries: new Map([['new', logEntry({ id: 'new' })]]) })
    serverAnswers(add('new'))
    await settled()
  })

  test.each([
    ['automatic analysis is off', DEFAULT_SETTINGS, logEntry({ id: 'new' }), add('new'), 'saved'],
    ['AI is switched off', { ...AUTOMATIC, aiEnabled: false }, logEntry({ id: 'new' }), add('new'), 'saved'],
    ['the entry is EYES ONLY', AUTOMATIC, logEntry({ id: 'new', eyesOnly: true }), add('new'), 'saved'],
    ['the change is of an existing entry', AUTOMATIC, logEntry({ id: 'new' }), EDIT, 'saved'],
    ['the server rejects the entry', AUTOMATIC, logEntry({ id: 'new' }), add('new'), 'refused'],
  ] as const)('does not analyze a new entry when %s', async (_, settings, entry, operation, outcome) => {
    settingsStore.setState({ settings })
    journal.setState({ entries: new Map([['new', entry]]) })
    serverAnswers(operation, outcome)
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

test.each([
  ['a new entry', null, 'Failed to create log entry.'],
  ['a change', contentOf(logEntry()), 'Failed to update log.'],
])(
  'when the server rejects %s after a reload, reports the error and that the text is saved as a draft',
  (_, base, text) => {
    const said = (['error', 'hint'] as const).map((kind) => vi.spyOn(toast, kind))
    drafts.setState({ lastRejected: { draft: draft({ base }), awaited: false } })
    drafts.setState({ lastRejected: { draft: draft({ base }), awaited: true } })
    expect(said.flatMap(({ mock }) => mock.calls.map(([first]) => first))).toEqual([
      text,
      'Your text is saved as a draft.',
    ])
    for (const spy of said) spy.mockRestore()
  },
)

test('shows one error toast when the journal cannot be read', () => {
  const said = vi.spyOn(toast, 'error')
  journal.setState({ failed: true })
  journal.setState({ failed: true })
  expect(said.mock.calls.map(([text]) => text)).toEqual(['Failed to fetch logs.'])
  journal.setState({ failed: false })
  said.mockRestore()
})

test('replaces the error toast of an earlier failed read', () => {
  const said = vi.spyOn(toast, 'error')
  for (const failed of [true, false, true, false]) journal.setState({ failed })
  expect(said.mock.results).toHaveLength(2)
  expect(new Set(said.mock.results.map(({ value }) => value)).size).toBe(1)
  said.mockRestore()
})

test('shows the progress of a deletion of all entries', () => {
  const said = vi.spyOn(toast, 'loading')
  journal.setState({ queue: [queuedOperation({ kind: 'clear' })] })
  expect(said.mock.calls.map(([text]) => text)).toEqual(['Deleting logs…'])
  journal.setState({ queue: [] })
  said.mockRestore()
})

test('when the server rejects a chosen theme, reports that the theme is saved on this device only', async () => {
  const said = vi.spyOn(toast, 'error')
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const before = settingsStore.getState()
  settingsStore.setState({ settings: DEFAULT_SETTINGS, choose: () => Promise.reject(new Error('no')) })
  frequency.getState().chooseTheme('mgs')
  await eventually(() =>
    expect(said.mock.calls).toEqual([['Saved on this device only: the server did not accept the change.']]),
  )
  settingsStore.setState(before)
  vi.restoreAllMocks()
})
