import { Bytes, Timestamp } from 'firebase/firestore/lite'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createListenClient, type ListenDeps, type TargetDeps } from './listen.ts'
import type { ChannelDeps } from './listenChannel.ts'
import type { ListenError, ListenQuery, TargetChange } from './listenProtocol.ts'

const DATABASE = 'projects/p/databases/(default)'
const ROOT = `${DATABASE}/documents`
const LOGS: ListenQuery = { collection: 'users/u/logs', orderBy: [['n', 'asc']], limit: 2 }

/** A channel whose server is the test. */
class FakeChannel {
  readonly deps: ChannelDeps
  readonly sent: object[] = []
  isOpen = true

  constructor(deps: ChannelDeps) {
    this.deps = deps
  }

  send = (message: object) => this.sent.push(message)
  close = () => {
    this.isOpen = false
  }

  targetChange = (targetChangeType: string | undefined, targetIds: readonly number[], more: object = {}) =>
    this.deps.onMessage({ targetChange: { ...(targetChangeType && { targetChangeType }), targetIds, ...more } })
  add = (id: number) => this.targetChange('ADD', [id])
  put = (id: number, name: string, n = 0) =>
    this.deps.onMessage({
      documentChange: {
        document: { name: `${ROOT}/users/u/logs/${name}`, fields: { n: { integerValue: String(n) } } },
        targetIds: [id],
      },
    })
  drop = (id: number, name: string, kind: 'documentDelete' | 'documentRemove') =>
    this.deps.onMessage({ [kind]: { document: `${ROOT}/users/u/logs/${name}`, removedTargetIds: [id] } })
  count = (targetId: number, count: number) => this.deps.onMessage({ filter: { targetId, count } })
  current = (id: number, resumeToken?: string) => this.targetChange('CURRENT', [id], resumeToken ? { resumeToken } : {})
  snapshot = (second: number, resumeToken = `token${second}`) =>
    this.deps.onMessage({ targetChange: { resumeToken, readTime: `1970-01-01T00:00:0${second}.000000Z` } })
  /** Answers a request completely, with the given documents. */
  answer = (id: number, ...names: readonly string[]) => {
    this.add(id)
    for (const name of names) this.put(id, name)
    this.current(id)
    this.snapshot(1)
  }
  error = (status: string) => this.deps.onMessage([{ error: { code: 0, status, message: 'why' } }])
}

let channels: FakeChannel[]
let isOnline: boolean
let states: string[]
let tokens: boolean[]
beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  channels = []
  isOnline = true
  states = []
  tokens = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const channel = (): FakeChannel => {
  const last = channels.at(-1)
  if (!last) throw new Error('no channel was opened')
  return last
}
const open = (more: Partial<ListenDeps> = {}) =>
  createListenClient({
    baseUrl: 'https://firestore.example',
    projectId: 'p',
    getToken: (fresh) => {
      tokens.push(fresh)
      return Promise.resolve(`bearer${tokens.length}`)
    },
    isOnline: () => isOnline,
    onState: (state) => states.push(state),
    openChannel: (deps) => {
      channels.push(new FakeChannel(deps))
      return channel()
    },
    ...more,
  })
const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

/** Records what a target reports, in a short form: `+a:1` has changed, `-a` has left, `xa` was deleted. */
function recorder(more: Partial<TargetDeps> = {}) {
  const events: string[] = []
  const summary = ({ changed, gone, complete }: TargetChange) =>
    [
      complete ? 'all' : 'diff',
      ...changed.map(({ id, data }) => `+${id}:${String(data['n'])}`),
      ...gone.map(({ path, deleted }) => `${deleted ? 'x' : '-'}${path.split('/').at(-1)}`),
    ].join(' ')
  return {
    events,
    onChange: (change: TargetChange) => void events.push(summary(change)),
    onError: ({ code }: ListenError) => void events.push(code),
    ...more,
  }
}

/** Opens a client with one target, which the server has answered with the given documents. */
async function listening(...names: readonly string[]) {
  const client = open()
  const target = recorder()
  const stop = client.listen(LOGS, target)
  await pass()
  channel().answer(1, ...names)
  target.events.length = 0
  return { client, target, stop }
}

/** Ends the stream, and opens the next one. */
const reconnect = async () => {
  channel().deps.onEnd()
  await vi.advanceTimersToNextTimerAsync()
}

describe('requests', () => {
  test('describe queries and documents as Firestore does', async () => {
    const client = open({ apiKey: 'key' })
    client.listen(
      {
        collection: 'users/u/logs',
        where: [
          ['deleted', '==', false],
          ['timestamp', '>=', new Timestamp(1, 2000)],
        ],
        orderBy: [['timestamp', 'desc']],
        limit: 3,
      },
      recorder(),
    )
    client.listen({ documents: ['users/u'] }, recorder())
    client.listen({ collection: 'favorites', where: [] }, recorder())
    await pass()
    expect(channel().deps).toMatchObject({
      baseUrl: 'https://firestore.example',
      database: DATABASE,
      headers: { Authorization: 'Bearer bearer1', 'Content-Type': 'text/plain', 'x-goog-api-key': 'key' },
    })
    expect(channel().sent).toEqual([
      {
        database: DATABASE,
        addTarget: {
          targetId: 1,
          query: {
            parent: `${ROOT}/users/u`,
            structuredQuery: {
              from: [{ collectionId: 'logs' }],
              where: {
                compositeFilter: {
                  op: 'AND',
                  filters: [
                    {
                      fieldFilter: { field: { fieldPath: 'deleted' }, op: 'EQUAL', value: { booleanValue: false } },
                    },
                    {
                      fieldFilter: {
                        field: { fieldPath: 'timestamp' },
                        op: 'GREATER_THAN_OR_EQUAL',
                        value: { timestampValue: '1970-01-01T00:00:01.000002000Z' },
                      },
                    },
                  ],
                },
              },
              orderBy: [{ field: { fieldPath: 'timestamp' }, direction: 'DESCENDING' }],
              limit: 3,
            },
          },
        },
      },
      { database: DATABASE, addTarget: { targetId: 2, documents: { documents: [`${ROOT}/users/u`] } } },
      {
        database: DATABASE,
        addTarget: { targetId: 3, query: { parent: ROOT, structuredQuery: { from: [{ collectionId: 'favorites' }] } } },
      },
    ])
  })

  test('have no Authorization header while no user is signed in', async () => {
    open({ getToken: () => Promise.resolve(undefined) }).listen(LOGS, recorder())
    await pass()
    expect(channel().deps.headers).not.toHaveProperty('Authorization')
  })

  test('of a target that stops are canceled, and its late messages are ignored', async () => {
    const { client, target, stop } = await listening('a')
    const other = recorder()
    client.listen(LOGS, other)
    stop()
    expect(channel().sent.slice(1)).toMatchObject([{ addTarget: { targetId: 2 } }, { removeTarget: 1 }])
    channel().put(1, 'b')
    channel().targetChange('REMOVE', [1])
    channel().answer(2, 'a')
    expect(target.events).toEqual([])
    expect(other.events).toEqual(['all +a:0'])
  })
})

describe('a change', () => {
  test('is reported only when a snapshot makes all documents consistent', async () => {
    const client = open()
    const target = recorder()
    client.listen(LOGS, target)
    await pass()
    channel().add(1)
    channel().put(1, 'a', 1)
    channel().snapshot(1)
    channel().current(1, 'token')
    expect(target.events, 'the target was not current at the snapshot').toEqual([])
    channel().targetChange(undefined, [1], { readTime: '1970-01-01T00:00:01Z' })
    expect(target.events, 'a read time for one target is no snapshot').toEqual([])
    channel().put(1, 'b', 2)
    channel().snapshot(2)
    expect(target.events).toEqual(['all +a:1 +b:2'])
  })

  test('contains the documents that changed, left or were deleted since the last change', async () => {
    const { target } = await listening('a', 'b')
    channel().put(1, 'a', 1)
    channel().drop(1, 'a', 'documentRemove')
    channel().put(1, 'a', 2)
    channel().drop(1, 'b', 'documentDelete')
    channel().put(1, 'brief')
    channel().drop(1, 'brief', 'documentRemove')
    channel().snapshot(2)
    channel().put(1, 'b', 3)
    channel().put(1, 'a', 4)
    channel().drop(1, 'a', 'documentRemove')
    channel().snapshot(3)
    expect(target.events).toEqual(['diff +a:2 xb', 'diff +b:3 -a'])
  })

  test('contains a document that changed so that it matches only another target', async () => {
    const { target } = await listening('a')
    channel().deps.onMessage({
      documentChange: { document: { name: `${ROOT}/users/u/logs/a` }, targetIds: [9], removedTargetIds: [1] },
    })
    channel().snapshot(2)
    expect(target.events).toEqual(['diff -a'])
  })

  test('has the values that Firestore Lite returns', async () => {
    const changes: TargetChange[] = []
    open().listen({ documents: ['c/a'] }, recorder({ onChange: (change) => void changes.push(change) }))
    await pass()
    channel().add(1)
    const fields = {
      nothing: { nullValue: null },
      yes: { booleanValue: true },
      text: { stringValue: 'café 😀' },
      integer: { integerValue: '9007199254740991' },
      double: { doubleValue: 1.5 },
      negativeZero: { doubleValue: '-0' },
      notANumber: { doubleValue: 'NaN' },
      time: { timestampValue: '2026-01-02T03:04:05.678901Z' },
      early: { timestampValue: '1969-12-31T23:59:59.5Z' },
      bytes: { bytesValue: 'aGk=' },
      list: { arrayValue: { values: [{ integerValue: '1' }, { arrayValue: {} }] } },
      map: { mapValue: { fields: { inner: { stringValue: 'x' } } } },
      empty: { mapValue: {} },
      point: { geoPointValue: { latitude: 1 } },
    }
    channel().deps.onMessage({ documentChange: { document: { name: `${ROOT}/c/a`, fields }, targetIds: [1] } })
    channel().current(1)
    channel().snapshot(7)
    const [change] = changes
    expect(change).toMatchObject({ changed: [{ id: 'a', path: 'c/a' }] })
    const { bytes, ...data } = change?.changed[0]?.data ?? {}
    expect(data).toEqual({
      nothing: null,
      yes: true,
      text: 'café 😀',
      integer: Number.MAX_SAFE_INTEGER,
      double: 1.5,
      negativeZero: -0,
      notANumber: Number.NaN,
      time: new Timestamp(1767323045, 678_901_000),
      early: new Timestamp(-1, 500_000_000),
      list: [1, []],
      map: { inner: 'x' },
      empty: {},
      point: { geoPointValue: { latitude: 1 } },
    })
    expect(bytes instanceof Bytes && bytes.toBase64()).toBe('aGk=')
  })

  test('without documents is reported first to confirm the documents, then every five minutes', async () => {
    const { target } = await listening('a')
    await reconnect()
    const snapshotAt = (time: string) => channel().deps.onMessage({ targetChange: { readTime: `1970-01-01T${time}Z` } })
    channel().add(2)
    channel().current(2)
    snapshotAt('00:00:01')
    snapshotAt('00:05:00')
    expect(target.events).toEqual(['diff'])
    snapshotAt('00:05:01')
    expect(target.events).toEqual(['diff', 'diff'])
  })

  test('is complete after a reset, even for a target that was current', async () => {
    const { target } = await listening('a', 'b')
    channel().put(1, 'late', 1)
    channel().targetChange('RESET', [1])
    channel().put(1, 'b', 5)
    channel().drop(1, 'a', 'documentDelete')
    channel().snapshot(2)
    expect(target.events).toEqual([])
    channel().current(1)
    channel().snapshot(3)
    channel().drop(1, 'a', 'documentDelete')
    channel().snapshot(4)
    channel().targetChange('RESET', [])
    channel().current(1)
    channel().snapshot(5)
    expect(target.events).toEqual(['all +b:5', 'all'])
    channel().count(1, 0)
    expect(channel().sent, 'no document is left').toHaveLength(1)
  })

  test('of a requested target is not affected by messages about the other targets', async () => {
    const { client, target } = await listening('a')
    client.listen(LOGS, recorder())
    await reconnect()
    channel().add(4)
    channel().targetChange('RESET', [])
    channel().targetChange('CURRENT', [])
    channel().snapshot(2)
    channel().add(3)
    channel().put(3, 'b')
    channel().current(3)
    channel().snapshot(3, '')
    expect(target.events).toEqual(['diff +b:0'])
    await reconnect()
    expect(channel().sent[0]).toMatchObject({ addTarget: { resumeToken: 'token1' } })
  })

  test('reaches the other targets if the callback of one target throws', async () => {
    const client = open()
    const other = recorder()
    const broken = () => {
      throw new Error('a bug of the app')
    }
    client.listen(LOGS, recorder({ onChange: broken }))
    client.listen(LOGS, other)
    await pass()
    channel().add(1)
    channel().current(1)
    channel().answer(2)
    expect(other.events).toEqual(['all'])
    expect(() => vi.runAllTimers()).toThrow('a bug of the app')
  })

  test('is not reported to a target that the callback of another target stops', async () => {
    const client = open()
    const other = recorder()
    client.listen(LOGS, recorder({ onChange: () => stop() }))
    const stop = client.listen(LOGS, other)
    await pass()
    channel().add(1)
    channel().current(1)
    channel().answer(2, 'a')
    expect(other.events).toEqual([])
  })
})

describe('an existence filter', () => {
  test('that matches changes nothing', async () => {
    const { target } = await listening('a', 'b')
    channel().drop(1, 'a', 'documentRemove')
    channel().put(1, 'c')
    channel().count(1, 2)
    channel().snapshot(2)
    expect(target.events).toEqual(['diff +c:0 -a'])
    expect(channel().sent).toHaveLength(1)
  })

  test('that does not match requests all documents again without a token', async () => {
    const { target } = await listening('a', 'b')
    channel().put(1, 'a', 1)
    channel().count(1, 1)
    channel().snapshot(2)
    expect(channel().sent.slice(1)).toMatchObject([
      { removeTarget: 1 },
      { addTarget: { targetId: 2, query: { parent: `${ROOT}/users/u` } } },
    ])
    expect(channel().sent.at(-1)).not.toHaveProperty('addTarget.resumeToken')
    channel().targetChange('REMOVE', [1])
    channel().answer(2, 'a')
    expect(target.events).toEqual(['all +a:0'])
  })

  test('counts the documents that a resumed target had before', async () => {
    await listening('a', 'b')
    await reconnect()
    channel().add(2)
    channel().put(2, 'c')
    channel().count(2, 3)
    expect(channel().sent).toHaveLength(1)
    channel().count(2, 2)
    expect(channel().sent).toHaveLength(3)
  })

  test('never requests all documents again while they are being sent', async () => {
    open().listen(LOGS, recorder())
    await pass()
    channel().add(1)
    channel().count(1, 7)
    expect(channel().sent).toHaveLength(1)
  })
})

describe('a rejected target', () => {
  test('reports the error and ends, and the other targets continue', async () => {
    const { client, target } = await listening('a')
    const other = recorder()
    client.listen(LOGS, other)
    channel().targetChange('REMOVE', [1], { cause: { code: 7, message: 'rules' } })
    channel().put(1, 'b')
    channel().answer(2, 'a')
    expect(target.events).toEqual(['permission-denied'])
    expect(other.events).toEqual(['all +a:0'])
    channel().deps.onEnd()
    await pass(1000)
    expect(channel().sent).toMatchObject([{ addTarget: { targetId: 3, resumeToken: 'token1' } }])
  })

  test('is requested again without its resume token, which may be unusable', async () => {
    const { target } = await listening('a')
    channel().targetChange('REMOVE', [1], { cause: { code: 3 } })
    expect(channel().sent.slice(1)).toMatchObject([{ addTarget: { targetId: 2 } }])
    expect(channel().sent.at(-1)).not.toHaveProperty('addTarget.resumeToken')
    channel().targetChange('REMOVE', [2], { cause: { code: 3 } })
    expect(target.events).toEqual(['invalid-argument'])
    expect(channel().sent).toHaveLength(2)
  })

  test.each([[{ code: 13 }], [undefined]])('is tried again after a temporary error: %o', async (cause) => {
    const { target } = await listening('a')
    channel().targetChange('REMOVE', [1], cause && { cause })
    expect(channels[0]?.isOpen).toBe(false)
    await pass(1000)
    expect(channel().sent).toMatchObject([{ addTarget: { targetId: 2, resumeToken: 'token1' } }])
    expect(target.events).toEqual([])
  })
})

describe('a broken stream', () => {
  test('is opened again, and each target resumes from its last snapshot', async () => {
    const { target } = await listening('a', 'b')
    channel().put(1, 'lost')
    channel().current(1, 'token of no snapshot')
    channel().deps.onEnd()
    await pass(999)
    expect(channels).toHaveLength(1)
    await pass(1)
    expect(channels).toHaveLength(2)
    expect(channel().sent).toMatchObject([{ addTarget: { targetId: 2, resumeToken: 'token1' } }])
    channels[0]?.put(2, 'from the old stream')
    channel().add(2)
    channel().drop(2, 'a', 'documentDelete')
    channel().current(2)
    channel().snapshot(2)
    channel().deps.onEnd()
    await pass(1500)
    expect(channel().sent).toMatchObject([{ addTarget: { targetId: 3, resumeToken: 'token2' } }])
    channel().answer(3)
    expect(target.events, 'without changes, the documents are confirmed').toEqual(['diff xa', 'diff'])
    expect(states).toEqual(['connected', 'waiting', 'connected', 'waiting', 'connected'])
  })

  test('requests all documents of a target that had no snapshot yet', async () => {
    open().listen(LOGS, recorder())
    await pass()
    channel().add(1)
    channel().put(1, 'a')
    channel().current(1, 'token of no snapshot')
    channel().deps.onEnd()
    await pass(1000)
    expect(channel().sent[0]).not.toHaveProperty('addTarget.resumeToken')
  })

  test('is opened again after a growing delay, which a healthy stream resets', async () => {
    open().listen(LOGS, recorder())
    await pass()
    const delays: number[] = []
    for (let attempt = 0; attempt < 13; attempt++) {
      const before = Date.now()
      channel().deps.onEnd()
      await vi.advanceTimersToNextTimerAsync()
      delays.push(Math.round(Date.now() - before))
    }
    expect(delays.slice(0, 4)).toEqual([1000, 1500, 2250, 3375])
    expect(delays.slice(-2)).toEqual([60_000, 60_000])
    channel().answer(14)
    await pass(10_001)
    channel().deps.onEnd()
    await pass(1000)
    expect(channels).toHaveLength(15)
  })

  test('is opened again after a random part of the delay', async () => {
    open().listen(LOGS, recorder())
    await pass()
    vi.mocked(Math.random).mockReturnValue(0)
    channel().deps.onEnd()
    await pass(500)
    expect(channels).toHaveLength(2)
  })

  test('is opened again after the longest delay if the server is overloaded', async () => {
    open().listen(LOGS, recorder())
    await pass()
    channel().error('RESOURCE_EXHAUSTED')
    await pass(59_999)
    expect(channels).toHaveLength(1)
    await pass(1)
    expect(channels).toHaveLength(2)
  })

  test('is opened with a fresh token if the server rejected the token', async () => {
    const { target } = await listening('a')
    channel().error('UNAUTHENTICATED')
    await pass(1000)
    channel().deps.onEnd()
    await pass(1500)
    expect(tokens).toEqual([false, true, false])
    expect(channels[1]?.deps.headers).toMatchObject({ Authorization: 'Bearer bearer2' })
    expect(target.events).toEqual([])
  })

  test('is opened again if no token can be requested', async () => {
    let attempts = 0
    const getToken = () => (attempts++ === 0 ? Promise.reject(new Error('no network')) : Promise.resolve('bearer'))
    open({ getToken }).listen(LOGS, recorder())
    await pass(1000)
    expect(channels).toHaveLength(1)
  })

  test('is opened again if the server does not answer', async () => {
    open().listen(LOGS, recorder())
    await pass(60_000)
    expect(channels[0]?.isOpen).toBe(false)
    await pass(1000)
    expect(channels).toHaveLength(2)
    channel().answer(2)
    await pass(3_600_000)
    expect(channels).toHaveLength(2)
  })

  test('is opened again after a message that is not valid', async () => {
    const { target } = await listening('a')
    channel().deps.onMessage({ surprise: 1 })
    expect(channels[0]?.isOpen, 'a message of an unknown kind').toBe(true)
    channel().deps.onMessage({ documentChange: {} })
    expect(channels[0]?.isOpen).toBe(false)
    await pass(1000)
    expect(channels).toHaveLength(2)
    expect(target.events).toEqual([])
  })

  test('that the server denies ends all targets', async () => {
    const { client, target } = await listening('a')
    const other = recorder()
    client.listen(LOGS, other)
    channel().error('PERMISSION_DENIED')
    expect([target.events, other.events]).toEqual([['permission-denied'], ['permission-denied']])
    await pass(3_600_000)
    expect(channels).toHaveLength(1)
  })

  test('that the server denies may be followed by a new target, and does not call a target that has stopped', async () => {
    const client = open()
    const [stopped, later] = [recorder(), recorder()]
    const onError = () => {
      stop()
      client.listen(LOGS, later)
    }
    client.listen(LOGS, recorder({ onError }))
    const stop = client.listen(LOGS, stopped)
    await pass()
    channel().error('PERMISSION_DENIED')
    await pass()
    channel().answer(3, 'a')
    expect(stopped.events).toEqual([])
    expect(later.events).toEqual(['all +a:0'])
  })

  test('that the server rejects is tried once more without resume tokens', async () => {
    const { target } = await listening('a')
    channel().error('INVALID_ARGUMENT')
    await pass(1000)
    expect(channel().sent[0]).not.toHaveProperty('addTarget.resumeToken')
    expect(target.events).toEqual([])
    channel().error('INVALID_ARGUMENT')
    expect(target.events).toEqual(['invalid-argument'])
  })
})

describe('the stream', () => {
  test('is closed one minute after the last target stops', async () => {
    const { client, stop } = await listening('a')
    stop()
    await pass(59_000)
    client.listen(LOGS, recorder())()
    channel().targetChange('REMOVE', [1])
    await pass(59_000)
    expect(channel().isOpen).toBe(true)
    await pass(1000)
    expect(channel().isOpen).toBe(false)
    await pass(3_600_000)
    expect(channels).toHaveLength(1)
    client.listen(LOGS, recorder())
    await pass()
    expect(channels).toHaveLength(2)
  })

  test('stays open if a new target starts within this minute', async () => {
    const { client, stop } = await listening('a')
    stop()
    client.listen(LOGS, recorder())
    await pass(3_600_000)
    expect(channel().isOpen).toBe(true)
    expect(channels).toHaveLength(1)
  })

  test('is not opened for a target that stops before the token is there', async () => {
    open().listen(LOGS, recorder())()
    await pass(3_600_000)
    expect(channels).toEqual([])
  })

  test('is not opened while the device is offline, and is opened when the network is back', async () => {
    isOnline = false
    const client = open()
    client.listen(LOGS, recorder())
    client.retryNow()
    await pass(3_600_000)
    expect(channels).toEqual([])
    expect(states).toEqual(['offline'])
    isOnline = true
    client.retryNow()
    await pass()
    expect(channels).toHaveLength(1)
    expect(states).toEqual(['offline', 'waiting'])
  })

  test('is opened without an event after the device was offline', async () => {
    isOnline = false
    open().listen(LOGS, recorder())
    isOnline = true
    await pass(60_000)
    expect(channels).toHaveLength(1)
  })

  test('is opened at once by retryNow during the backoff and if an attempt stalls, but not otherwise', async () => {
    const client = open()
    client.retryNow()
    client.listen(LOGS, recorder())
    await pass(5000)
    client.retryNow()
    expect(channels, 'the attempt is recent').toHaveLength(1)
    await pass(1)
    client.retryNow()
    await pass()
    expect(channels, 'the attempt has stalled').toHaveLength(2)
    expect(channels[0]?.isOpen).toBe(false)
    channel().deps.onEnd()
    client.retryNow()
    await pass()
    expect(channels, 'during the backoff').toHaveLength(3)
    channel().deps.onEnd()
    await pass(1000)
    expect(channels, 'after the first delay').toHaveLength(4)
    channel().answer(4)
    await pass(60_000)
    client.retryNow()
    await pass()
    expect(channels, 'the stream answers').toHaveLength(4)
  })
})

test('callbacks may use the client while the stream breaks', async () => {
  const client = open({
    onState: () => {
      client.listen(LOGS, recorder())
      client.retryNow()
    },
  })
  client.listen(LOGS, recorder())
  await pass()
  channel().answer(1)
  channel().deps.onEnd()
  await pass()
  expect(channels.map(({ isOpen }) => isOpen)).toEqual([false, true])
  channel().add(3)
  await pass(60_000)
  expect(channels.map(({ isOpen }) => isOpen)).toEqual([false, true])
})

describe('close', () => {
  test('ends the stream, and nothing is sent or called any more', async () => {
    const { client, target, stop } = await listening('a')
    const { sent, deps } = channel()
    sent.length = 0
    states.length = 0
    client.close()
    expect(channel().isOpen).toBe(false)
    channel().put(1, 'b')
    channel().snapshot(2)
    deps.onEnd()
    channel().error('PERMISSION_DENIED')
    stop()
    client.listen(LOGS, recorder())
    client.retryNow()
    await pass(3_600_000)
    expect({ sent, states, events: target.events, channels }).toMatchObject({ sent: [], states: [], events: [] })
    expect(channels).toHaveLength(1)
  })

  test('prevents a stream whose token is being requested or that waits', async () => {
    const first = open()
    first.listen(LOGS, recorder())
    first.close()
    const second = open()
    second.listen(LOGS, recorder())
    await pass()
    channel().deps.onEnd()
    second.close()
    isOnline = false
    const third = open({ onState: (state) => state === 'waiting' && third.close() })
    third.listen(LOGS, recorder())
    isOnline = true
    third.retryNow()
    await pass(3_600_000)
    expect(channels).toHaveLength(1)
  })

  test('in the callback of one target ends the callbacks of the others', async () => {
    const client = open()
    const other = recorder()
    client.listen(LOGS, recorder({ onChange: () => client.close() }))
    client.listen(LOGS, other)
    await pass()
    channel().add(1)
    channel().current(1)
    channel().answer(2, 'a')
    expect(other.events).toEqual([])
  })
})
