import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { useCurrentSession } from '#src/app/currentSession.ts'
import { startReactions } from '#src/app/reactions.ts'
import type { StoredFrequencyAndTheme } from '#src/io/firebase/profileDocument.ts'
import { useAnalysis } from '#src/stores/analysis.ts'
import { useAuth } from '#src/stores/auth.ts'
import { useChosenEntry } from '#src/stores/chosenEntry.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { useFrequency } from '#src/stores/frequency.ts'
import type { JournalListener } from '#src/io/journal/journal.ts'
import type { Summary } from '#src/io/journal/engine.ts'
import { useJournal } from '#src/stores/journal.ts'
import { useMusic } from '#src/stores/music.ts'
import { useNotifications } from '#src/stores/notifications.ts'
import { usePrint } from '#src/stores/print.ts'
import { useRadio } from '#src/stores/radio.ts'
import { useSettings } from '#src/stores/settings.ts'
import { useVoice } from '#src/stores/voice.ts'
import { eventually } from '#tests/support/eventually.ts'
import { logEntry } from '#tests/support/logEntry.ts'

type Dial = PromiseWithResolvers<StoredFrequencyAndTheme>

/** The requests to the server, in the order of their users. Each test answers them. */
const server = vi.hoisted(() => {
  const dials: Dial[] = []
  /** What the journal of each session tells its listeners. */
  const summaries: ((summary: Summary) => void)[] = []
  const readDial = () => {
    const dial: Dial = Promise.withResolvers()
    dials.push(dial)
    return dial.promise
  }
  /** Loads a journal that queues every change, and whose server answers nothing. */
  const loadJournal = async () => {
    const listeners: JournalListener[] = []
    summaries.push((summary) => listeners.forEach(({ onSummary }) => onSummary?.(summary)))
    return {
      subscribe: (listener: JournalListener) => void listeners.push(listener),
      enqueue: async () => true,
      whenAnswered: () => new Promise(() => {}),
      readQueue: async () => [],
    }
  }
  return {
    dials,
    summaries,
    readDial,
    loadJournal,
    watchMessages: vi.fn<() => () => void>(() => () => {}),
    deleteToken: vi.fn<() => Promise<void>>(async () => {}),
  }
})
vi.mock('#src/io/firebase/firstPage.ts', () => ({ readFrequencyAndTheme: server.readDial }))
vi.mock('#src/stores/sessionJournal.ts', () => ({
  loadJournal: server.loadJournal,
  whenJournalLoads: server.loadJournal,
}))
vi.mock('#src/io/firebase/messaging.ts', () => ({
  messagingIo: { watch: server.watchMessages, permission: () => 'granted', deleteToken: server.deleteToken },
}))

const root = document.documentElement
const called: string[] = []
const note = (name: string) => (uid?: unknown) => void called.push(typeof uid === 'string' ? `${name} ${uid}` : name)
const deleteDatabase = (name: string) => void called.push(`delete ${name}`)
const summary = (settings: Summary['settings']): Summary => ({
  size: 0,
  isComplete: true,
  hasNewest: true,
  queue: [],
  settings,
})

const signIn = (uid: string) => {
  useAuth.setState({ status: 'signedIn', user: { uid, email: '', displayName: '' } })
  const { session } = useCurrentSession.getState()
  useJournal.of(session).setState({ open: async () => note('open journal')(uid), retry: note('retry journal') })
  useDrafts.of(session).setState({ open: async () => note('open drafts')(uid), flush: note('flush drafts') })
  startReactions(session)
  return session
}
const signOut = () => useAuth.setState({ status: 'signedOut', user: null })
const dialOf = (session: ReturnType<typeof signIn>) => useFrequency.of(session).getState()
const settingsOf = (session: ReturnType<typeof signIn>) => useSettings.of(session).getState()

beforeAll(() => {
  vi.stubGlobal('indexedDB', { deleteDatabase, databases: async () => [] })
  useRadio.setState({
    tune: note('tune'),
    close: note('close radio'),
    duck: (isDucked) => void called.push(`duck ${isDucked}`),
  })
  useMusic.setState({ setTrack: note('enter'), clearTrack: note('leave') })
})
beforeEach(() => {
  localStorage.clear()
  called.length = 0
  server.dials.length = 0
  server.summaries.length = 0
  server.watchMessages.mockClear()
  server.deleteToken.mockClear()
})
afterEach(async () => {
  signOut()
  // The theme fade uses the document, which Vitest removes after the tests.
  await eventually(() => expect(root).not.toHaveAttribute('data-fading'))
})

describe('the current session', () => {
  test('is the session of a visitor until a user signs in, and again after the sign-out', () => {
    const visit = useCurrentSession.getState().session
    expect(visit.uid).toBeNull()
    const session = signIn('alice')
    expect([visit.signal.aborted, session.uid]).toEqual([true, 'alice'])
    signOut()
    expect([session.signal.aborted, useCurrentSession.getState().session.uid]).toEqual([true, null])
  })

  test('continues when the account data of the signed-in user change', () => {
    const session = signIn('alice')
    useAuth.setState({ user: { uid: 'alice', email: 'alice@example.org', displayName: 'Alice' } })
    expect(useCurrentSession.getState().session).toBe(session)
    expect(session.signal.aborted).toBe(false)
  })
})

describe('signing in', () => {
  test('opens the stores of the user, selects the station of the theme and starts the background music', async () => {
    signIn('alice')
    for (const one of ['open drafts alice', 'open journal alice', 'tune groovesalad', 'enter main'])
      expect(called).toContain(one)
    await eventually(() => expect(server.dials).toHaveLength(1))
  })

  test('subscribes to push messages only if the user has enabled notifications in this browser', async () => {
    localStorage.setItem('pushToken', 'token-1')
    localStorage.setItem('pushTokenOf', 'bob')
    signIn('alice')
    signIn('bob')
    await eventually(() => expect(server.watchMessages).toHaveBeenCalledOnce())
  })
})

describe('signing out', () => {
  test('removes the data of the user from the device, except the theme', async () => {
    localStorage.setItem('pushToken', 'token-1')
    localStorage.setItem('pushTokenOf', 'alice')
    const session = signIn('alice')
    expect(useNotifications.of(session).getState().enabled).toBe(true)
    dialOf(session).tune(91.5)
    await settingsOf(session).open()
    void settingsOf(session).choose({ topK: 7 })
    expect(Object.keys(localStorage)).toEqual(
      expect.arrayContaining(['operationalFrequency:alice', 'aiSettings', 'settingsOf', 'pushToken']),
    )
    signOut()
    await eventually(() => expect(server.deleteToken).toHaveBeenCalledOnce())
    expect(Object.keys(localStorage)).toEqual(['theme'])
  })

  test('stops the radio and the music, and deletes the journal from the device', () => {
    signIn('alice')
    called.length = 0
    signOut()
    expect(called).toEqual(expect.arrayContaining(['close radio', 'leave main', 'delete journal:alice']))
  })

  test('shows the theme of the default frequency, unless the user has chosen a theme by hand', () => {
    const session = signIn('alice')
    dialOf(session).tune(91.5)
    expect(root).toHaveAttribute('data-theme', 'desertops')
    signOut()
    expect(root).toHaveAttribute('data-theme', 'jungleops')
    expect(localStorage.getItem('theme')).toBe('jungleops')
    dialOf(signIn('alice')).chooseTheme('camo')
    signOut()
    expect(root).toHaveAttribute('data-theme', 'camo')
    expect(localStorage.getItem('theme')).toBe('camo')
  })

  test('restores the volume of the radio while a recording is transcribed', () => {
    const session = signIn('alice')
    useVoice.of(session).setState({ status: 'processing' })
    called.length = 0
    signOut()
    expect(called).toContain('duck false')
  })

  test('ends all reactions', () => {
    const session = signIn('alice')
    signOut()
    called.length = 0
    window.dispatchEvent(new Event('pagehide'))
    window.dispatchEvent(new Event('online'))
    document.dispatchEvent(new Event('visibilitychange'))
    useFrequency.of(session).setState({ theme: 'mgs' })
    expect(called).toEqual([])
    expect(root).not.toHaveAttribute('data-theme', 'mgs')
  })
})

describe('when another tab signs in another user', () => {
  test('the radio and the music continue, and the journal of the first user is deleted', () => {
    signIn('alice')
    called.length = 0
    signIn('bob')
    expect(called).toEqual(expect.arrayContaining(['delete journal:alice', 'open journal bob', 'open drafts bob']))
    for (const one of ['close radio', 'leave main', 'delete journal:bob']) expect(called).not.toContain(one)
  })

  test('the next user sees nothing of the first user', async () => {
    const first = signIn('alice')
    await settingsOf(first).open()
    void settingsOf(first).choose({ topK: 7 })
    dialOf(first).tune(91.5)
    usePrint.of(first).getState().print([logEntry()])
    useChosenEntry.of(first).getState().choose('one')
    useAnalysis.of(first).getState().openPanel('one')
    const next = signIn('bob')
    expect(settingsOf(next).settings.topK).not.toBe(7)
    expect(dialOf(next).frequency).toBe(112.4)
    expect(usePrint.of(next).getState().job).toBeNull()
    expect(useChosenEntry.of(next).getState().id).toBeNull()
    expect(useAnalysis.of(next).getState().panels.size).toBe(0)
  })

  test('late answers of the server for the first user do not change anything for the next user', async () => {
    const first = signIn('alice')
    await settingsOf(first).open()
    await eventually(() => expect(server.dials).toHaveLength(1))
    const next = signIn('bob')
    await settingsOf(next).open()
    await eventually(() => expect(server.dials).toHaveLength(2))
    await eventually(() => expect(server.summaries).toHaveLength(2))
    server.summaries[0]?.(summary({ topK: 7, theme: 'mgs' }))
    server.dials[0]?.resolve({ frequency: 91.5, theme: 'mgs' })
    server.dials[1]?.resolve({ frequency: 120.8, theme: undefined })
    await eventually(() => expect(dialOf(next)).toMatchObject({ frequency: 120.8, theme: 'arcticops' }))
    expect(settingsOf(next).settings.topK).not.toBe(7)
    expect(root).toHaveAttribute('data-theme', 'arcticops')
    expect(localStorage).toMatchObject({ settingsOf: 'bob', theme: 'arcticops' })
    expect(localStorage.getItem('operationalFrequency:alice')).toBeNull()
    expect(localStorage.getItem('aiSettings')).not.toContain('"topK":7')
    server.summaries[1]?.(summary({ topK: 9 }))
    expect(settingsOf(next).settings.topK, 'the setting of the next user').toBe(9)
  })
})
