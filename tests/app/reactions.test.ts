import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startReactions } from '#src/app/reactions.ts'
import { useActivity } from '#src/stores/activity.ts'
import { useAuth } from '#src/stores/auth.ts'
import { useFrequency } from '#src/stores/frequency.ts'
import { useJournal } from '#src/stores/journal.ts'
import { logEntry } from '#tests/support/logEntry.ts'

const ALICE = { uid: 'alice', email: 'alice@example.org', displayName: '' }
const root = document.documentElement

// What the stores do with the outside is their own tests' matter: here it is which of their actions is called.
const called: string[] = []
const note = (name: string) => (uid?: unknown) => void called.push(typeof uid === 'string' ? `${name} ${uid}` : name)
const noteLater = (name: string) => async (uid?: unknown) => note(name)(uid)

beforeAll(() => {
  useJournal.setState({ open: noteLater('open journal'), forgetDevice: noteLater('forget journal') })
  useFrequency.setState({ open: noteLater('open dial'), close: note('close dial'), flush: noteLater('flush dial') })
  useActivity.setState({ count: noteLater('count days'), close: note('close activity') })
  startReactions()
})
beforeEach(() => {
  called.length = 0
})

describe('the session', () => {
  test('somebody signs in: journal and dial open', () => {
    useAuth.setState({ status: 'signedIn', user: ALICE })
    expect(called).toEqual(['close activity', 'open journal alice', 'open dial alice'])
  })

  test('the same person again changes nothing', () => {
    useAuth.setState({ user: { ...ALICE, displayName: 'Alice' } })
    expect(called).toEqual([])
  })

  test('another tab signs somebody else in: nothing of the one before is left', () => {
    useAuth.setState({ user: { ...ALICE, uid: 'bob' } })
    expect(called).toEqual(['close activity', 'open journal bob', 'open dial bob'])
  })

  test('they sign out: everything closes and the device forgets', () => {
    useAuth.setState({ status: 'signedOut', user: null })
    expect(called).toEqual(['close activity', 'close dial', 'forget journal'])
  })

  test('the page goes away: what was tuned is written', () => {
    window.dispatchEvent(new Event('pagehide'))
    expect(called).toEqual(['flush dial'])
  })
})

describe('the dial', () => {
  test('moves: the page takes the band’s theme', () => {
    useFrequency.getState().tune(91.5)
    expect(root).toHaveAttribute('data-theme', 'desertops')
    useFrequency.getState().tune(130.2)
    expect(root).toHaveAttribute('data-theme', 'urbanops')
  })

  test('a theme is chosen by hand: the page takes it', () => {
    useFrequency.getState().chooseTheme('camo')
    expect(root).toHaveAttribute('data-theme', 'camo')
  })
})

describe('the journal knows how long it is', () => {
  const oldest = logEntry({ id: 'a', timestamp: Date.now() })
  const state = { uid: 'alice', entries: new Map([['a', oldest]]), order: ['a'] }

  test('and its window shows all of it: nothing is counted', () => {
    useJournal.setState({ ...state, hasMore: false, count: { known: 1, exact: true } })
    expect(called).toEqual([])
  })

  test('and there is more: older days are counted, once', () => {
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
