import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast as hotToast } from 'react-hot-toast/headless'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { EditEntry } from '#src/features/editor/EditEntry.tsx'
import { useDrafts } from '#src/stores/drafts.ts'
import { UserSession } from '#src/stores/session.ts'
import { toast, Toasters } from '#src/ui/toast.tsx'
import { eventually } from '#tests/support/eventually.ts'
import { logEntry } from '#tests/support/logEntry.ts'
import { inSession } from '#tests/support/session.tsx'
import { shownToasts } from '#tests/support/toasts.tsx'

const NEEDS_TEXT = 'An entry needs text. Write something, or delete the entry.'
const Nothing = () => null
type SubmitOutcome = 'saved' | 'conflict'

let session: UserSession
beforeEach(() => {
  session = new UserSession('alice')
})

/** Opens the editor of an entry. */
const open = () =>
  render(
    inSession(<EditEntry id="one" entry={logEntry()} onDone={() => {}} SidePanel={Nothing} Voice={Nothing} />, session),
    { wrapper: MemoryRouter },
  )

test('disables Save for a blank text, and explains that an entry needs text', async () => {
  open()
  const text = screen.getByRole('textbox', { name: 'Content' })
  const save = screen.getByRole('button', { name: 'Save' })
  expect(save).toBeEnabled()
  await userEvent.clear(text)
  await userEvent.type(text, '  ')
  expect(save).toBeDisabled()
  expect(screen.getByRole('alert')).toHaveTextContent(NEEDS_TEXT)
  expect(text).toHaveAccessibleDescription(NEEDS_TEXT)
  await userEvent.type(text, 'words')
  expect(save).toBeEnabled()
  expect(screen.getByRole('alert')).toBeEmptyDOMElement()
})

describe('saving a change of an entry', () => {
  const said: string[] = []

  beforeEach(() => {
    said.length = 0
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    for (const kind of ['success', 'error', 'hint'] as const)
      vi.spyOn(toast, kind).mockImplementation((text: unknown) => {
        said.push(`${kind}: ${String(text)}`)
        return ''
      })
  })
  afterEach(() => void vi.restoreAllMocks())

  /** Changes the entry and presses Save. */
  async function save(submit: () => Promise<SubmitOutcome>) {
    useDrafts.of(session).setState({ submit })
    const page = open()
    await userEvent.type(screen.getByRole('textbox', { name: 'Content' }), ' more')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    return page
  }

  test('shows only the error when a change is rejected, and keeps the text as a draft', async () => {
    await save(() => Promise.reject(new Error('no')))
    await eventually(() => expect(said).toHaveLength(2))
    expect(said.toSorted()).toEqual([
      'error: Failed to save log',
      'hint: Your text is saved as a draft. Edit the entry to continue.',
    ])
    expect(screen.getByRole('textbox', { name: 'Content' })).toHaveValue('text more')
  })

  test('opens the conflict dialog when another tab or device has also changed the entry', async () => {
    await save(async () => 'conflict')
    expect(await screen.findByRole('alertdialog')).toHaveAccessibleName('This entry was changed elsewhere')
    expect(said).toEqual([])
  })

  test('reports a conflict in a toast if the user has left the page', async () => {
    const answer = Promise.withResolvers<SubmitOutcome>()
    const page = await save(() => answer.promise)
    page.unmount()
    answer.resolve('conflict')
    // On a slow machine, the app first shows a hint that the change is queued.
    await eventually(() =>
      expect(said.filter((text) => text.startsWith('error'))).toEqual([
        'error: This entry was changed or deleted elsewhere. Your change is saved as a draft.',
      ]),
    )
  })
})

describe('leaving the editor', () => {
  const drafts = () => [...useDrafts.of(session).getState().drafts.values()]

  beforeEach(() => hotToast.removeAll('app'))

  test.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['Back', () => userEvent.click(screen.getByRole('button', { name: 'Back' }))],
  ])('adds the typed tag to the draft on %s, even if it is the only change', async (_, leave) => {
    open()
    await userEvent.type(screen.getByRole('combobox', { name: 'Tags' }), 'boiler')
    await leave()
    expect(drafts()).toMatchObject([{ content: 'text', tags: ['boiler'] }])
  })

  test('removes the message about the draft when the editor opens the draft again', async () => {
    render(<Toasters />)
    const page = open()
    await userEvent.type(screen.getByRole('textbox', { name: 'Content' }), ' more{Escape}')
    page.unmount()
    expect(shownToasts().map((one) => one.textContent)).toEqual(['Your changes are saved as a draft.Discard'])
    open()
    await eventually(() => expect(screen.getByRole('textbox', { name: 'Content' })).toHaveValue('text more'))
    await eventually(() => expect(shownToasts()).toEqual([]))
    expect(drafts()).toMatchObject([{ content: 'text more' }])
  })
})
