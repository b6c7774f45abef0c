import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStore } from 'zustand'
import type { PushMessage } from '#domain/account/push.ts'
import type { Outcome } from '#domain/journal/operations.ts'
import type { MessagingIo } from '#src/io/firebase/messaging.ts'
import type { JournalListener } from '#src/io/journal/journal.ts'
import { notificationsState, type NotificationsState, type TokenQueue } from './notifications.ts'
import { UserSession } from './session.ts'

const PUSHED: PushMessage = { title: 'Title', body: 'Body', path: '/', tag: '' }
/** What an earlier page has stored. */
const LEFT = { uid: 'alice', token: 'token-1' }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/**
 * Creates a store with a simulated messaging service and a simulated queue of the account. Both log their calls. A test
 * sends the messages of the service, and answers what is queued.
 */
function setUp(
  about: Partial<MessagingIo> = {},
  stored?: { uid: string; token: string },
  uid: string | null = 'alice',
) {
  const calls: string[] = []
  let kept = stored
  let push: (message: PushMessage) => void = () => {}
  let open: (path: string) => void = () => {}
  const io: MessagingIo = {
    isSupported: async () => true,
    permission: () => 'granted',
    askPermission: async () => {
      calls.push('asked')
      return 'granted'
    },
    token: async () => 'token-1',
    deleteToken: async () => void calls.push('token deleted'),
    watch(onPush, onOpen) {
      calls.push('listens')
      push = onPush
      open = onOpen
      return () => void calls.push('listens no more')
    },
    show: async ({ title }) => void calls.push(`shown ${title}`),
    ...about,
  }
  const load = vi.fn<() => Promise<MessagingIo>>(async () => io)
  const listeners: JournalListener[] = []
  const answered = Promise.withResolvers<Outcome>()
  const queue: TokenQueue = {
    subscribe: (listener) => void listeners.push(listener),
    async enqueue([queued]) {
      if (queued?.operation.kind === 'pushToken') calls.push(`queued ${queued.operation.token}`)
      return true
    },
    whenAnswered: () => answered.promise,
  }
  const loadQueue = vi.fn<() => Promise<TokenQueue>>(async () => queue)
  const session = new UserSession(uid)
  const store = createStore<NotificationsState>(
    notificationsState(session, load, loadQueue, {
      read: () => kept,
      write: (person, token) => (kept = { uid: person, token }),
      remove: () => (kept = undefined),
    }),
  )
  return {
    session,
    now: () => store.getState(),
    calls,
    load,
    kept: () => kept,
    /** Stores a token as another tab does. */
    storeElsewhere: (other: typeof stored) => void (kept = other),
    /** Answers the token that this or an earlier page has queued. */
    answer(token: string | null, outcome: Outcome) {
      const queued = { seq: 1, key: 'key', at: 0, operation: { kind: 'pushToken', token } as const }
      for (const { onAnswer } of listeners) onAnswer?.({ queued, outcome, isAwaited: false })
      answered.resolve(outcome)
    },
    loadQueue,
    push: (message: PushMessage) => push(message),
    open: (path: string) => open(path),
  }
}

const failure = (message: string) => expect.objectContaining({ name: 'NotificationsFailed', message })

describe('enabling notifications', () => {
  test('enabling notifications asks for permission, stores the token and subscribes to messages', async () => {
    const { now, calls, kept, answer } = setUp()
    const enabling = now().enable()
    await vi.advanceTimersByTimeAsync(0)
    answer('token-1', 'saved')
    expect(await enabling).toBe(true)
    expect(now()).toMatchObject({ enabled: true, busy: false })
    expect(calls).toEqual(['asked', 'listens', 'queued token-1'])
    expect(kept()).toEqual({ uid: 'alice', token: 'token-1' })
  })

  test('enabling notifications without a signed-in user rejects without asking for permission', async () => {
    const { now, load } = setUp({}, undefined, null)
    await expect(now().enable()).rejects.toEqual(failure('You must be logged in to enable notifications.'))
    expect(load).not.toHaveBeenCalled()
  })

  test.each<[string, Partial<MessagingIo>, string]>([
    [
      'the browser does not support notifications',
      { isSupported: async () => false },
      'Failed to set up notifications.',
    ],
    [
      'the check for browser support fails',
      { isSupported: () => Promise.reject(new Error('x')) },
      'Failed to set up notifications.',
    ],
    ['the user denies permission', { askPermission: async () => 'denied' }, 'Notification permissions denied.'],
    [
      'the user dismisses the permission request',
      { askPermission: async () => 'default' },
      'Notification permissions denied.',
    ],
    ['no token is available', { token: () => Promise.reject(new Error('x')) }, 'Could not get notification token.'],
  ])('enabling notifications rejects with an error when %s', async (_, about, message) => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { now, kept } = setUp(about)
    await expect(now().enable()).rejects.toEqual(failure(message))
    expect(now()).toMatchObject({ enabled: false, busy: false })
    expect(kept()).toBeUndefined()
  })

  test('enabling notifications fails if there is no token after fifteen seconds', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { now } = setUp({ token: () => new Promise(() => {}) })
    const failed = expect(now().enable()).rejects.toEqual(failure('Could not get notification token.'))
    await vi.advanceTimersByTimeAsync(14_999)
    expect(now().busy).toBe(true)
    await vi.advanceTimersByTimeAsync(1)
    await failed
    expect(now()).toMatchObject({ enabled: false, busy: false })
  })

  test('enabling notifications waits at most three seconds for the server to confirm the token', async () => {
    const { now } = setUp()
    const enabling = now().enable()
    await vi.advanceTimersByTimeAsync(2999)
    expect(now()).toMatchObject({ enabled: true, busy: true })
    await vi.advanceTimersByTimeAsync(1)
    expect(await enabling).toBe(true)
    expect(now()).toMatchObject({ enabled: true, busy: false })
  })

  test('enabling notifications rejects with an error when the server rejects the token', async () => {
    const { now, calls, kept, answer } = setUp()
    const failed = expect(now().enable()).rejects.toEqual(failure('Failed to set up notifications.'))
    await vi.advanceTimersByTimeAsync(0)
    answer('token-1', 'refused')
    await failed
    expect(now()).toMatchObject({ enabled: false, busy: false })
    expect([calls.at(-1), kept()]).toEqual(['listens no more', undefined])
  })

  test('notifications are not enabled before the token is queued, so that a reload keeps both or none', async () => {
    const { now, kept, loadQueue } = setUp()
    loadQueue.mockReturnValue(new Promise(() => {}))
    void now().enable()
    await vi.advanceTimersByTimeAsync(3000)
    expect([now().enabled, kept()]).toEqual([false, undefined])
  })

  test('enabling notifications twice in a row asks for permission once', async () => {
    const { now, calls } = setUp()
    void now().enable()
    expect(await now().enable()).toBe(false)
    await vi.advanceTimersByTimeAsync(0)
    expect(calls.filter((one) => one === 'asked')).toHaveLength(1)
  })

  test('enabling notifications has no effect if the user signs out before the token arrives', async () => {
    const token = Promise.withResolvers<string>()
    const { session, now, calls, kept } = setUp({ token: () => token.promise })
    const enabling = now().enable()
    await vi.advanceTimersByTimeAsync(0)
    session.end()
    token.resolve('token-1')
    expect(await enabling).toBe(false)
    expect([kept(), calls]).toEqual([undefined, ['asked']])
  })
})

test('disabling notifications deletes the token in the browser, at the messaging service and in the account', async () => {
  const { now, calls, kept, answer } = setUp({}, LEFT)
  now().open()
  await vi.advanceTimersByTimeAsync(0)
  const disabling = now().disable()
  await vi.advanceTimersByTimeAsync(0)
  answer(null, 'saved')
  await disabling
  expect(now().enabled).toBe(false)
  expect(calls).toEqual(['listens', 'listens no more', 'token deleted', 'queued null'])
  expect(kept()).toBeUndefined()
})

test('disabling notifications takes effect immediately on this device, even while the server does not answer', async () => {
  const { now } = setUp({ deleteToken: () => Promise.reject(new Error('x')) }, LEFT)
  void now().disable()
  expect(now().enabled).toBe(false)
})

test('the store does not subscribe to messages if notifications are disabled before the code has loaded', async () => {
  const { now, calls } = setUp({}, LEFT)
  now().open()
  void now().disable()
  await vi.advanceTimersByTimeAsync(0)
  expect(calls).toEqual(['token deleted', 'queued null'])
})

describe('resuming notifications at the next start', () => {
  test('notifications stay enabled after a restart, and an unchanged token is not stored again', async () => {
    const { now, calls } = setUp({}, LEFT)
    now().open()
    expect(now().enabled).toBe(true)
    await now().resume()
    expect(calls).toEqual(['listens'])
  })

  test('if the messaging service has replaced the token, the new token is stored', async () => {
    const { now, calls, kept } = setUp({ token: async () => 'token-2' }, LEFT)
    now().open()
    void now().resume()
    await vi.advanceTimersByTimeAsync(0)
    expect(calls).toEqual(['listens', 'queued token-2'])
    expect(kept()).toEqual({ uid: 'alice', token: 'token-2' })
  })

  test.each<[token: string, outcome: Outcome, isEnabled: boolean]>([
    ['token-1', 'saved', true],
    ['token-1', 'refused', false],
    // The user has enabled notifications again since.
    ['token-0', 'refused', true],
  ])('if the token %s, queued by an earlier page, is %s, notifications are enabled: %s', async (...row) => {
    const [token, outcome, isEnabled] = row
    const { now, kept, answer } = setUp({}, LEFT)
    now().open()
    await vi.advanceTimersByTimeAsync(0)
    answer(token, outcome)
    expect([now().enabled, kept()]).toEqual([isEnabled, isEnabled ? LEFT : undefined])
  })

  test('notifications stay enabled if the messaging service is unreachable', async () => {
    const { now, kept } = setUp({ token: () => Promise.reject(new Error('offline')) }, LEFT)
    now().open()
    await now().resume()
    expect([now().enabled, kept()]).toEqual([true, LEFT])
  })

  test('notifications are disabled if the user has revoked the permission', async () => {
    const { now, calls } = setUp({ permission: () => 'denied' }, LEFT)
    now().open()
    void now().resume()
    await vi.advanceTimersByTimeAsync(0)
    expect(now().enabled).toBe(false)
    expect(calls).toContain('queued null')
  })

  test('notifications that the user disables while a new token is queued stay disabled', async () => {
    const { now, calls, kept, loadQueue } = setUp({ token: async () => 'token-2' }, LEFT)
    const queue = await loadQueue()
    const loading = Promise.withResolvers<TokenQueue>()
    loadQueue.mockReturnValue(loading.promise)
    now().open()
    void now().resume()
    await vi.advanceTimersByTimeAsync(0)
    void now().disable()
    loading.resolve(queue)
    await vi.advanceTimersByTimeAsync(0)
    expect([now().enabled, kept()]).toEqual([false, undefined])
    expect(calls.filter((one) => one.startsWith('queued'))).toEqual(['queued token-2', 'queued null'])
  })

  test('notifications are disabled if another tab has sent the token and removed it after its rejection', async () => {
    const { now, answer, storeElsewhere } = setUp({}, LEFT)
    now().open()
    await vi.advanceTimersByTimeAsync(0)
    storeElsewhere(undefined)
    answer('token-1', 'refused')
    expect(now().enabled).toBe(false)
  })

  test('notifications of another user are not resumed, and the token of that user is deleted', async () => {
    const { now, calls, kept } = setUp({}, LEFT, 'bob')
    now().open()
    await now().resume()
    expect(now().enabled).toBe(false)
    expect([calls, kept()]).toEqual([['token deleted'], undefined])
  })

  test.each<[when: string, waits: () => Promise<unknown>]>([
    ['the code has loaded', async () => {}],
    ['the messaging service has answered', () => vi.advanceTimersByTimeAsync(0)],
  ])('nothing is resumed if the user signs out before %s', async (_, waits) => {
    const token = Promise.withResolvers<string>()
    const { session, now, calls, kept } = setUp({ token: () => token.promise }, LEFT)
    const resuming = now().resume()
    await waits()
    session.end()
    token.resolve('token-2')
    await resuming
    await vi.advanceTimersByTimeAsync(0)
    expect([calls, kept()]).toEqual([['token deleted'], undefined])
  })

  test('the token of another user is kept for the next start if the user signs out before the code has loaded', async () => {
    const { session, now, calls, kept } = setUp({}, LEFT, 'bob')
    const resuming = now().resume()
    session.end()
    await resuming
    expect([calls, kept()]).toEqual([[], LEFT])
  })

  test('the messaging code is not loaded if notifications were never enabled', async () => {
    const { now, load } = setUp()
    await now().resume()
    expect(load).not.toHaveBeenCalled()
  })
})

test('the end of the session deletes the token for push messages and ends the subscription', async () => {
  const { session, now, calls, kept } = setUp({}, LEFT)
  now().open()
  await vi.advanceTimersByTimeAsync(0)
  session.end()
  await vi.advanceTimersByTimeAsync(0)
  expect(calls.slice(-2)).toEqual(['listens no more', 'token deleted'])
  expect(kept()).toBeUndefined()
})

test('the end of the session does not delete the token that another tab has stored for the next user', async () => {
  const { session, now, calls, kept, storeElsewhere } = setUp({}, LEFT)
  now().open()
  await vi.advanceTimersByTimeAsync(0)
  const next = { uid: 'bob', token: 'token-2' }
  storeElsewhere(next)
  session.end()
  await vi.advanceTimersByTimeAsync(0)
  expect(kept()).toEqual(next)
  expect(calls).not.toContain('token deleted')
})

test('if the user signs out before the code has loaded, the store does not subscribe to messages', async () => {
  const { session, now, calls } = setUp({}, LEFT)
  now().open()
  now().show(PUSHED)
  session.end()
  await vi.advanceTimersByTimeAsync(0)
  expect(calls).not.toContain('listens')
})

test('the state contains the last push message, and the path of a clicked notification until it is cleared', async () => {
  const { now, push, open } = setUp({}, LEFT)
  now().open()
  await vi.advanceTimersByTimeAsync(0)
  push(PUSHED)
  open('/logs/new')
  expect(now()).toMatchObject({ lastMessage: PUSHED, pendingPath: '/logs/new' })
  now().clearPendingPath()
  expect(now().pendingPath).toBeNull()
})

test.each([
  ['granted', ['listens', 'shown Title']],
  ['denied', []],
  ['default', []],
] as const)('with the permission %s, showing a notification causes the calls %j', async (permission, shown) => {
  const { now, calls } = setUp({ permission: () => permission })
  now().show(PUSHED)
  await vi.advanceTimersByTimeAsync(0)
  expect(calls).toEqual(shown)
})
