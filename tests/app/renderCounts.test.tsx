import { act, render } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { emptyDraft } from '#domain/entry/draft.ts'
import { prerenderedMarkup } from '#src/boot/prerender.tsx'
import { AppRoutes } from '#src/app/routes.tsx'
import { useAuth } from '#src/stores/auth.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { useJournal } from '#src/stores/journal.ts'
import { useRadio } from '#src/stores/radio.ts'
import { UserSession } from '#src/stores/session.ts'
import { useUpdate } from '#src/stores/update.ts'
import { preloadAll } from '#src/boot/lazyWithPreload.tsx'
import { eventually } from '#tests/support/eventually.ts'
import { inSession } from '#tests/support/session.tsx'
import { listView } from '#tests/support/shownView.ts'

// Each of these components renders whenever its parent (the screen, the list, the layout) renders.
const rendered = vi.hoisted(() => ({ CommandCenter: 0, SearchRow: 0, NotificationNavigator: 0 }))
const counted = (name: keyof typeof rendered) => ({
  [name]: () => {
    rendered[name]++
    return null
  },
})
vi.mock('#src/features/logs/CommandCenter.tsx', () => counted('CommandCenter'))
vi.mock('#src/features/logs/SearchRow.tsx', () => counted('SearchRow'))
vi.mock('#src/app/NotificationNavigator.tsx', () => counted('NotificationNavigator'))

const session = new UserSession('alice')
const journal = useJournal.of(session)
const ALICE = { uid: 'alice', email: 'alice@example.org', displayName: '' }

beforeAll(async () => {
  await Promise.all([import('#src/app/SignedInLayout.tsx'), import('#src/pages/DashboardPage.tsx')])
  await preloadAll()
})

beforeEach(async () => {
  Object.assign(rendered, { CommandCenter: 0, SearchRow: 0, NotificationNavigator: 0 })
  useAuth.setState({ status: 'signedIn', user: ALICE })
  usePreferences.setState({ logsShown: true })
  render(
    inSession(
      <MemoryRouter>
        <AppRoutes />
      </MemoryRouter>,
      session,
    ),
  )
  await eventually(() => expect(Object.values(rendered), 'the render counts').not.toContain(0))
})

test.each<[string, () => void]>([
  ['the email address of the user changes', () => useAuth.setState({ user: { ...ALICE, email: 'a@example.org' } })],
  ['the journal opens', () => journal.setState({ connection: 'connecting' })],
  [
    'the entries have loaded',
    () =>
      journal.setState({ loaded: true, count: { known: 3, exact: true }, views: new Map([['list', listView([])]]) }),
  ],
  ['the server confirms a change', () => journal.setState({ queue: [], revision: 7, live: true })],
  ['a draft is created', () => useDrafts.of(session).setState({ drafts: new Map([['d', emptyDraft('d', 'FIELD')]]) })],
  ['the radio is tuned', () => useRadio.setState({ station: 'defcon' })],
  ['an update is ready', () => useUpdate.setState({ isUpdateReady: true })],
])('does not render the dashboard, its list or its layout again when %s', (_name, change) => {
  const before = { ...rendered }
  act(change)
  expect(rendered).toEqual(before)
})

test('prerenders the dashboard with one Suspense boundary, because React hydrates each boundary separately', async () => {
  usePreferences.setState({ logsShown: false })
  expect((await prerenderedMarkup('/')).match(/<!--\$/g)).toHaveLength(1)
})
