import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast as hotToast } from 'react-hot-toast/headless'
import { useLayoutEffect } from 'react'
import { Link, MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { NewLogPage } from '#src/pages/NewLogPage.tsx'
import { WriteUnavailable } from '#domain/errors.ts'
import { useAuth } from '#src/stores/auth.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { UserSession } from '#src/stores/session.ts'
import { toast, Toasters } from '#src/ui/toast.tsx'
import { eventually } from '#tests/support/eventually.ts'
import { inSession } from '#tests/support/session.tsx'
import { shownToasts } from '#tests/support/toasts.tsx'

type SubmitOutcome = 'saved' | 'conflict'

let session: UserSession
beforeEach(() => {
  session = new UserSession('alice')
  useDrafts.of(session).setState({ isOpen: true })
})
const drafts = () => [...useDrafts.of(session).getState().drafts.values()]

/** Presses Escape as soon as the dialog is in the document, before the browser paints the dialog. */
function EscapeAtOnce() {
  useLayoutEffect(() => {
    screen.getByRole('dialog').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  }, [])
  return null
}

const writing = (
  <>
    <NewLogPage />
    <EscapeAtOnce />
  </>
)

test('closes the editor on Escape even before the dialog is painted', async () => {
  render(
    inSession(
      <MemoryRouter>
        <Routes>
          <Route path="/" element={<Link to="/logs/new">New Entry</Link>} />
          <Route path="/logs/new" element={writing} />
        </Routes>
      </MemoryRouter>,
      session,
    ),
  )
  await userEvent.click(screen.getByRole('link'))
  expect(await screen.findByRole('link')).toBeInTheDocument()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('shows no editor until the drafts are known', () => {
  useDrafts.of(session).setState({ isOpen: false })
  render(inSession(<NewLogPage />, session), { wrapper: MemoryRouter })
  expect(screen.queryByRole('dialog')).toBeNull()
  act(() => useDrafts.of(session).setState({ isOpen: true }))
  expect(screen.getByRole('dialog')).toBeInTheDocument()
})

describe('submitting a new entry', () => {
  const said: string[] = []
  const submit = vi.fn<() => Promise<SubmitOutcome>>()

  beforeEach(() => {
    said.length = 0
    submit.mockReset()
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    for (const kind of ['success', 'error', 'hint'] as const)
      vi.spyOn(toast, kind).mockImplementation((text: unknown) => {
        said.push(`${kind}: ${String(text)}`)
        return ''
      })
    useDrafts.of(session).setState({ submit })
    useAuth.setState({ user: { uid: 'alice', email: 'alice@example.org', displayName: '' } })
  })

  afterEach(() => void vi.restoreAllMocks())

  /** Writes an entry and presses Submit. */
  async function write(): Promise<void> {
    render(inSession(<NewLogPage />, session), { wrapper: MemoryRouter })
    await userEvent.type(screen.getByRole('textbox', { name: 'Message' }), 'Quiet night.')
    await userEvent.click(screen.getByRole('button', { name: 'Submit Entry' }))
  }

  test('shows success only once the server has confirmed a new entry', async () => {
    const answer = Promise.withResolvers<SubmitOutcome>()
    submit.mockReturnValueOnce(answer.promise)
    await write()
    // On a slow machine, the app first shows a hint that the entry is queued.
    const successes = () => said.filter((text) => text.startsWith('success'))
    expect(successes()).toEqual([])
    answer.resolve('saved')
    await eventually(() => expect(successes()).toEqual(['success: Log entry created successfully!']))
  })

  test('when a new entry is rejected, shows only the error and a hint that the text is saved as a draft', async () => {
    submit.mockRejectedValueOnce(new WriteUnavailable('add'))
    await write()
    await eventually(() => expect(said).toHaveLength(2))
    expect(said.toSorted()).toEqual([
      'error: Cannot add log: the backend is not connected or no user is logged in.',
      'hint: Your text is saved as a draft. Open New Entry to continue.',
    ])
  })

  test('warns that the text will be lost when a new entry is rejected and the storage is full', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    submit.mockRejectedValueOnce(new Error('no'))
    await write()
    await eventually(() => expect(said).toHaveLength(2))
    expect(said.toSorted()).toEqual([
      'error: Failed to create log entry.',
      'hint: Your draft could not be saved: the storage of this device is full or blocked. The text is lost when you close this page.',
    ])
  })

  test('asks the user to sign in and keeps the text when the session has ended before Submit', async () => {
    useAuth.setState({ user: null })
    await write()
    expect(said).toEqual(['error: You must be logged in to create a log.'])
    expect(submit).not.toHaveBeenCalled()
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('Quiet night.')
    useDrafts.of(session).getState().flush()
    expect(drafts().map(({ content }) => content)).toEqual(['Quiet night.'])
  })
})

test.each([
  ['saved as a draft', true, 'Your text is saved as a draft.Discard'],
  [
    'lost when the page closes',
    false,
    'Your draft could not be saved: the storage of this device is full or blocked. The text is lost when you close this page.',
  ],
])('when the editor closes, shows that the text is %s', async (_, hasRoom, text) => {
  const room = vi.spyOn(Storage.prototype, 'setItem')
  if (!hasRoom)
    room.mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
  render(
    inSession(
      <>
        <NewLogPage />
        <Toasters />
      </>,
      session,
    ),
    { wrapper: MemoryRouter },
  )
  await userEvent.type(screen.getByRole('textbox', { name: 'Message' }), 'Quiet night.{Escape}')
  // The newest toast is the first one.
  expect(shownToasts()[0]?.textContent).toBe(text)
  vi.restoreAllMocks()
})

describe('closing the dialog', () => {
  const text = () => screen.getByRole('textbox', { name: 'Message' })
  const messages = () => shownToasts().map((one) => one.textContent)
  const discard = () => screen.getByRole('button', { name: 'Discard' })

  /** Opens the dialog, with a draft if it has a key. */
  const open = (draft?: string) =>
    render(
      inSession(
        <MemoryRouter initialEntries={[{ pathname: '/logs/new', state: { draft } }]}>
          <NewLogPage />
        </MemoryRouter>,
        session,
      ),
    )

  beforeEach(() => {
    hotToast.removeAll('dashboard')
    render(<Toasters />)
  })

  test.each([
    ['Escape', 'with a text', 'Cold.', () => userEvent.keyboard('{Escape}')],
    ['Escape', 'without a text', '', () => userEvent.keyboard('{Escape}')],
    ['Close', 'without a text', '', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
  ])('on %s, adds the typed tag and goal to a draft %s', async (_, __, content, close) => {
    open()
    if (content !== '') await userEvent.type(text(), content)
    await userEvent.type(screen.getByRole('combobox', { name: 'Goals' }), 'Buy a gasket')
    await userEvent.type(screen.getByRole('combobox', { name: 'Tags' }), 'boiler')
    await close()
    expect(drafts()).toMatchObject([{ content, goals: ['Buy a gasket'], tags: ['boiler'] }])
  })

  test('adds the typed tag on Ctrl+Enter', async () => {
    const submit = vi.fn<() => Promise<SubmitOutcome>>(() => Promise.resolve('saved'))
    useDrafts.of(session).setState({ submit })
    useAuth.setState({ user: { uid: 'alice', email: 'alice@example.org', displayName: '' } })
    open()
    await userEvent.type(text(), 'Cold.')
    await userEvent.type(screen.getByRole('combobox', { name: 'Tags' }), 'boiler{Control>}{Enter}{/Control}')
    expect(submit).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ content: 'Cold.', tags: ['boiler'] }),
      expect.anything(),
    )
  })

  test('shows one message for each draft, and discards the newest text of the draft', async () => {
    const first = open()
    await userEvent.type(text(), 'older{Escape}')
    first.unmount()
    const [older] = drafts()
    const second = open(older?.key)
    await screen.findByRole('dialog')
    await eventually(() => expect(messages()).toEqual([]))
    await userEvent.type(text(), ' newer{Escape}')
    second.unmount()
    expect(messages()).toEqual(['Your text is saved as a draft.Discard'])
    await userEvent.click(discard())
    expect(drafts()).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(drafts()).toMatchObject([{ key: older?.key, content: 'older newer' }])
  })
})
