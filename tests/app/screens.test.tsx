import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { AppRoutes } from '#src/app/routes.tsx'
import { useAuth } from '#src/stores/auth.ts'
import { useFrequency } from '#src/stores/frequency.ts'
import { useJournal, type JournalState } from '#src/stores/journal.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { UserSession } from '#src/stores/session.ts'
import { toast, Toasters } from '#src/ui/toast.tsx'
import { inSession } from '#tests/support/session.tsx'
import { listView } from '#tests/support/shownView.ts'

// Moving the dial saves the frequency in the journal, whose code needs a worker.
vi.mock('#src/stores/sessionJournal.ts', () => ({
  loadJournal: () => new Promise(() => {}),
  whenJournalLoads: () => new Promise(() => {}),
}))

const ALICE = { uid: 'alice', email: 'alice@example.org', displayName: '' }

let session: UserSession
const setJournal = (state: Partial<JournalState>) => act(() => useJournal.of(session).setState(state))
/** The state of a journal whose newest entries are known. */
const NO_ENTRIES = { loaded: true, views: new Map([['list', listView([])]]) } as const
const open = (path: string) =>
  render(
    inSession(
      <MemoryRouter initialEntries={[path]}>
        <AppRoutes />
        <Toasters />
      </MemoryRouter>,
      session,
    ),
  )

// Loads the lazy screens once, so that no test waits for them.
beforeAll(() =>
  Promise.all([
    import('#src/app/SignedInLayout.tsx'),
    import('#src/pages/DashboardPage.tsx'),
    import('#src/features/logs/LogList.tsx'),
  ]),
)

beforeEach(() => {
  session = new UserSession('alice')
  useAuth.setState({ status: 'signedIn', user: ALICE })
})

describe('an unresolved session', () => {
  test('a protected screen shows a loading message until the session is resolved, and then the login', async () => {
    useAuth.setState({ status: 'resolving', user: null })
    open('/')
    expect(screen.getByRole('status')).toHaveTextContent('Loading...')
    act(() => useAuth.setState({ status: 'signedOut' }))
    expect(await screen.findByRole('heading', { name: 'Sign In' })).toBeInTheDocument()
  })
})

describe('the dashboard', () => {
  test('shows whether the logs are hidden, are loading, do not exist or failed to load', async () => {
    open('/')
    expect(await screen.findByText('Click "View Logs" in the menu bar to display operation logs.')).toBeInTheDocument()
    await userEvent.click(screen.getAllByRole('button', { name: /View Logs/ })[0] ?? document.body)
    // The list's code has loaded when its search field is there.
    await screen.findByRole('search')
    expect(screen.getByText('Loading logs...')).toBeInTheDocument()
    setJournal(NO_ENTRIES)
    expect(await screen.findByText('No operation logs found.')).toBeInTheDocument()
    expect(screen.getByText('Click "New Entry" to create your first entry.')).toBeInTheDocument()
    setJournal({ failed: true })
    expect(screen.getByText('Failed to fetch logs.')).toBeInTheDocument()
  })

  test('leads a new user to the first entry, and explains the dial until the user has turned it', async () => {
    usePreferences.setState({ logsShown: false })
    setJournal({ ...NO_ENTRIES, count: { known: 0, exact: true } })
    open('/')
    expect(await screen.findByText('Nothing here yet. Press New Entry, or N.')).toBeInTheDocument()
    const dialHint = 'Turn the dial: the band sets the colors and the station.'
    expect(screen.getByText(dialHint)).toBeInTheDocument()
    act(() => useFrequency.of(session).getState().tune(120.8))
    expect(screen.queryByText(dialHint)).not.toBeInTheDocument()
    setJournal({ count: { known: 1, exact: true } })
    expect(screen.queryByText(/Nothing here yet/)).not.toBeInTheDocument()
  })

  test.each([
    ['the list', '/', {}],
    ['a day', '/', { day: { key: '2026-11-16', from: 0, to: 1 } }],
    ['a search', '/?q=water', {}],
    ['the trash', '/?view=deleted', {}],
  ] as const)('opens the journal again when the user presses "Try again" instead of %s', async (_, path, state) => {
    const reopen = vi.fn<() => Promise<void>>(async () => {})
    usePreferences.setState({ logsShown: true })
    open(path)
    await screen.findAllByRole('button', { name: /View Logs/ })
    setJournal({ ...state, open: reopen, retry: () => {}, failed: true })
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(reopen).toHaveBeenCalledOnce()
  })

  test('uses the labels of the specification on the dashboard', async () => {
    open('/')
    expect(await screen.findByRole('button', { name: 'Logout' })).toBeInTheDocument()
    for (const label of ['STATUS', 'SECURITY', 'UPTIME', 'ALERT'])
      expect(screen.getAllByText(label).length, label).toBeGreaterThan(0)
  })

  test('the buttons of the dashboard have the same names in the wide and in the narrow layout', async () => {
    open('/')
    for (const name of ['New Entry', 'View Logs']) {
      const keys = await screen.findAllByRole('button', { name })
      expect(keys.map((key) => key.textContent.replace(/[NL]$/, ''))).toEqual([name, name])
    }
  })

  test('disables Export and Delete All while the journal is empty', async () => {
    open('/')
    expect(await screen.findByRole('button', { name: 'Export' })).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Delete All' })).toBeDisabled()
    setJournal({ ...NO_ENTRIES, count: { known: 3, exact: true } })
    expect(screen.getByRole('button', { name: 'Export' })).toBeEnabled()
    for (const meter of screen.getAllByRole('meter', { name: 'Entries' }))
      expect(meter).toHaveAttribute('aria-valuenow', '30')
    expect(screen.getAllByText('ACTIVE').length).toBeGreaterThan(0)
  })
})

describe('clock and toasts', () => {
  beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 10, 16, 8, 42, 30) }))
  afterEach(() => void vi.useRealTimers())

  test('updates the clock at the start of each minute', async () => {
    open('/')
    await act(() => vi.dynamicImportSettled())
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(screen.getByRole('banner')).toHaveTextContent('Mon 16 Nov 2026 08:42')
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    expect(screen.getByRole('banner')).toHaveTextContent('Mon 16 Nov 2026 08:43')
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(screen.getByRole('banner')).toHaveTextContent('Mon 16 Nov 2026 08:44')
  })

  test.each([
    ['a success toast of the app', () => toast.success('hello'), 3000],
    ['a success toast of the dashboard', () => toast.success('hello', 'dashboard'), 2000],
    ['an error toast of the dashboard', () => toast.error('hello', 'dashboard'), 4000],
    ['a hint toast of the dashboard', () => toast.hint('hello', 'dashboard'), 4000],
    ['an error toast of the app', () => toast.error('hello'), 3000],
  ])('dismisses %s after its duration', async (_, show, lasts) => {
    render(<Toasters />)
    act(() => void show())
    const leaving = () => screen.getByText('hello').closest('.toast')?.hasAttribute('data-leaving')
    await act(() => vi.advanceTimersByTimeAsync(lasts - 50))
    expect(leaving()).toBe(false)
    await act(() => vi.advanceTimersByTimeAsync(100))
    expect(leaving()).toBe(true)
    await act(() => vi.advanceTimersByTimeAsync(5000))
  })

  test('shows only the twenty newest toasts', async () => {
    render(<Toasters />)
    act(() => {
      for (let number = 1; number <= 25; number++) toast.error(`message ${number}`, 'dashboard')
    })
    expect(screen.getAllByText(/^message/)).toHaveLength(20)
    expect(screen.getByText('message 25')).toBeInTheDocument()
    expect(screen.queryByText('message 5')).not.toBeInTheDocument()
    await untilGone()
    expect(screen.queryAllByText(/^message/)).toEqual([])
  })

  test('shows toasts in a live region, and errors as alerts', async () => {
    render(<Toasters />)
    const region = screen.getByRole('region', { name: 'Notifications' })
    expect(region.querySelectorAll('[aria-live=polite]')).toHaveLength(2)
    act(() => void toast.success('done'))
    expect(screen.getByText('done').closest('[aria-live=polite]')).toBeInTheDocument()
    act(() => void toast.error('broken', 'dashboard'))
    expect(screen.getByRole('alert')).toHaveTextContent('broken')
    await untilGone()
  })

  test('keeps a loading toast until it is dismissed', async () => {
    render(<Toasters />)
    let id = ''
    act(() => void (id = toast.loading('working', 'dashboard')))
    await act(() => vi.advanceTimersByTimeAsync(3_600_000))
    expect(screen.getByText('working')).toBeInTheDocument()
    act(() => toast.dismiss(id, 'dashboard'))
    await act(() => vi.advanceTimersByTimeAsync(5000))
    expect(screen.queryByText('working')).not.toBeInTheDocument()
  })
})

/** Waits twice: until toasts start their exit animation, and until they are removed. */
async function untilGone(): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(5000))
  await act(() => vi.advanceTimersByTimeAsync(5000))
}
