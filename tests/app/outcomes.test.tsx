import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Suggestions } from '#domain/analysis/suggestions.ts'
import type { Favorite } from '#domain/radio/favorites.ts'
import { WriteUnavailable } from '#domain/errors.ts'
import type { Operation, Outcome } from '#domain/journal/operations.ts'
import { analyze, applyAllSuggestions, applyOneSuggestion } from '#src/features/analysis/actions.ts'
import { deleteAll, deleteEntry, deletePermanently, restoreEntry, saveContent } from '#src/features/logs/actions.ts'
import { addFavorite, removeFavorite } from '#src/features/radio/actions.ts'
import { useAnalysis } from '#src/stores/analysis.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { useFavorites } from '#src/stores/favorites.ts'
import { useJournal } from '#src/stores/journal.ts'
import { UserSession } from '#src/stores/session.ts'
import { reportOutcome } from '#src/ui/reportOutcome.ts'
import { logEntry } from '#tests/support/logEntry.ts'
import { advanceTime, showToasts, shownToasts } from '#tests/support/toasts.tsx'

const SONG = { artist: 'Peat', title: 'Bog Oak', album: null, date: null }
const FAVORITE: Favorite = { ...SONG, id: 'one', station: 'defcon', dateAdded: 0 }
const SUGGESTIONS: Suggestions = {
  suggestedLogLevel: 'INTEL',
  suggestedGoals: [],
  suggestedTags: [],
  confidence: 1,
  applied: false,
  source: 'model',
  tokens: null,
  lastAnalyzed: 0,
}
const QUEUED = /queued until the server can be reached$/
const ANSWERED_WITHIN_MS = 600

const session = new UserSession('alice')

/** The answer of the server to every request. */
let answer: PromiseWithResolvers<Outcome>
const requested: Operation[] = []

const said = () => shownToasts().map((one) => one.textContent.replace(/Undo$/, ''))

showToasts()
beforeEach(() => {
  answer = Promise.withResolvers()
  requested.length = 0
  const ask = async () => {
    const outcome = await answer.promise
    if (outcome === 'refused') throw new Error('no')
    return outcome
  }
  const askTo = async () => void (await ask())
  useJournal.of(session).setState({
    change(operation) {
      requested.push(operation)
      return answer.promise
    },
  })
  useFavorites.of(session).setState({ add: askTo, remove: askTo })
  useDrafts.of(session).setState({ submit: ask })
})

const ACTIONS: readonly [name: string, happens: () => void, done: string, failed: string][] = [
  ['deleting', () => deleteEntry(session, 'one'), 'Log deleted', 'Failed to delete log'],
  ['restoring', () => restoreEntry(session, 'one'), 'Log restored', 'Failed to restore log'],
  ['deleting permanently', () => deletePermanently(session, 'one'), 'Log deleted forever', 'Failed to delete log'],
  ['adding a favorite', () => addFavorite(session, 'defcon', SONG), 'Added to favorites', 'Failed to update favorites'],
  [
    'removing a favorite',
    () => removeFavorite(session, FAVORITE),
    'Removed from favorites',
    'Failed to update favorites',
  ],
  [
    'applying one suggestion',
    () => applyOneSuggestion(session, logEntry(), { kind: 'tag', text: 'house' }, 'list'),
    'Applied AI suggestions',
    'Failed to update log.',
  ],
]

describe.each(ACTIONS)('the message after %s', (_, happens, done, failed) => {
  test('shows success as soon as the server has confirmed the change', async () => {
    happens()
    await advanceTime(ANSWERED_WITHIN_MS - 1)
    expect(said()).toEqual([])
    answer.resolve('saved')
    await advanceTime(0)
    expect(said()).toEqual([done])
  })

  test('shows only the error when the server rejects the change', async () => {
    happens()
    answer.resolve('refused')
    await advanceTime(ANSWERED_WITHIN_MS)
    expect(said()).toEqual([failed])
  })

  test('replaces the message that the change is queued with the error when the server rejects the change', async () => {
    happens()
    await advanceTime(ANSWERED_WITHIN_MS)
    expect(said()).toEqual([expect.stringMatching(QUEUED)])
    answer.resolve('refused')
    await advanceTime(0)
    expect(said()).toEqual([failed])
  })

  test('replaces the message that the change is queued with the success message when the server confirms the change', async () => {
    happens()
    await advanceTime(60_000)
    answer.resolve('saved')
    await advanceTime(0)
    expect(said()).toEqual([done])
  })
})

test.each<[string, () => void, Operation]>([
  ['deleting', () => deleteEntry(session, 'one'), { kind: 'delete', id: 'one' }],
  ['restoring', () => restoreEntry(session, 'one'), { kind: 'restore', id: 'one' }],
  ['deleting permanently', () => deletePermanently(session, 'one'), { kind: 'remove', id: 'one' }],
])('%s an entry requests only this change', (_, happens, operation) => {
  happens()
  expect(requested).toEqual([operation])
})

test('shows no success for a change that was undone before the server confirmed it', async () => {
  deleteEntry(session, 'one')
  await advanceTime(ANSWERED_WITHIN_MS)
  act(() => screen.getByRole('button', { name: 'Undo' }).click())
  answer.resolve('saved')
  await advanceTime(0)
  expect(said()).toEqual(['Log restored'])
})

test.each<[string, () => void, readonly string[]]>([
  ['a deletion', () => deleteEntry(session, 'one'), ['Log restored']],
  ['the removal of a favorite', () => removeFavorite(session, FAVORITE), ['Added to favorites']],
  ['an applied suggestion', () => applyOneSuggestion(session, logEntry(), { kind: 'tag', text: 'house' }, 'list'), []],
])('shows no error when the user has undone %s before the server rejects the change', async (_, happens, left) => {
  happens()
  await advanceTime(ANSWERED_WITHIN_MS)
  const refused = answer
  answer = Promise.withResolvers()
  act(() => screen.getByRole('button', { name: 'Undo' }).click())
  refused.resolve('refused')
  answer.resolve('saved')
  await advanceTime(0)
  expect(said()).toEqual(left)
})

describe.each<[string, (ending: UserSession) => Promise<void>]>([
  ['an analysis', (ending) => analyze(ending, logEntry(), 'list')],
  ['applied suggestions', (ending) => applyAllSuggestions(ending, logEntry(), SUGGESTIONS, 'list')],
])('%s after the sign-out', (_, start) => {
  beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
  afterEach(() => void vi.restoreAllMocks())

  test.each([
    ['confirms', () => answer.resolve('saved')],
    ['rejects', () => answer.reject(new Error('no'))],
  ])('shows no message when the server %s the request', async (__, settle) => {
    const ending = new UserSession('alice')
    useAnalysis.of(ending).setState({
      async analyze() {
        await answer.promise
        return SUGGESTIONS
      },
      async apply() {
        await answer.promise
      },
    })
    const action = start(ending)
    ending.end()
    settle()
    await action
    await advanceTime(0)
    expect(said()).toEqual([])
  })
})

test('shows "Failed to update log." when the server rejects a change of a goal', async () => {
  saveContent(session, logEntry({ goals: ['one'] }), { ...logEntry(), goals: ['[x] one'] })
  answer.resolve('refused')
  await advanceTime(0)
  expect(said()).toEqual(['Failed to update log.'])
})

test('shows that a goal was changed elsewhere when the change is in conflict', async () => {
  saveContent(session, logEntry({ goals: ['one'] }), { ...logEntry(), goals: ['[x] one'] })
  answer.resolve('conflict')
  await advanceTime(0)
  expect(said()).toEqual(['This entry was changed or deleted elsewhere. Your change is saved as a draft.'])
})

describe('deleting all entries', () => {
  const onLine = (isOnline: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)

  test('requests the deletion without a message of its own', async () => {
    deleteAll(session)
    answer.resolve('saved')
    await advanceTime(ANSWERED_WITHIN_MS)
    expect(requested).toEqual([{ kind: 'clear' }])
    expect(said()).toEqual([])
  })

  test('shows an error when the server rejects the deletion', async () => {
    deleteAll(session)
    answer.resolve('refused')
    await advanceTime(0)
    expect(said()).toEqual(['Failed to delete all logs.'])
  })

  test('requests nothing and asks for a connection while the device is offline', async () => {
    onLine(false)
    deleteAll(session)
    await advanceTime(0)
    expect(requested).toEqual([])
    expect(said()).toEqual(['Failed to delete all logs. You are offline. Choose Delete All again when you are online.'])
  })
})

test('shows only the storage error when the storage is unavailable', async () => {
  deleteEntry(session, 'one')
  answer.reject(new WriteUnavailable('delete'))
  await advanceTime(ANSWERED_WITHIN_MS)
  expect(said()).toEqual(['Cannot delete log: the backend is not connected or no user is logged in.'])
})

test('when a queued change fails and other code reports the error, dismisses the message that the change is queued', async () => {
  const outcome = Promise.withResolvers<boolean>()
  void reportOutcome(outcome.promise, { done: 'done', subject: 'Change', failed: () => 'failed' })
  await advanceTime(ANSWERED_WITHIN_MS)
  expect(said()).toEqual(['Change queued until the server can be reached'])
  outcome.resolve(false)
  await advanceTime(0)
  expect(said()).toEqual([])
})
