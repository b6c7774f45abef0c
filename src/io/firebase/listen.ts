import { openListenChannel, type ListenChannel } from './listenChannel.ts'
import {
  errorIn,
  errorOfCause,
  parseListenMessage,
  pathOf,
  targetOf,
  TargetState,
  toListenedDocument,
  type ErrorCode,
  type ListenError,
  type ListenMessage,
  type ListenQuery,
  type TargetChange,
} from './listenProtocol.ts'

/**
 * `connected`: the server answers. `waiting`: the client connects, waits until it tries again, or has no target.
 * `offline`: the device has no network.
 */
export type ListenState = 'connected' | 'waiting' | 'offline'

export type ListenDeps = {
  /** Such as `https://firestore.googleapis.com` or, for the local backend, `http://127.0.0.1:8080`. */
  readonly baseUrl: string
  readonly projectId: string
  readonly apiKey?: string
  /**
   * Returns the token of the user, or undefined if no user is signed in.
   * @param fresh requests a new token, because the server has rejected the previous one
   */
  readonly getToken: (fresh: boolean) => Promise<string | undefined>
  readonly isOnline: () => boolean
  /** Called when the state changes. The first state is `waiting`. */
  readonly onState?: (state: ListenState) => void
  /** Replaced by unit tests. */
  readonly openChannel?: typeof openListenChannel
}

export type TargetDeps = {
  /** Called with the first consistent state of the documents and then with every change. */
  readonly onChange: (change: TargetChange) => void
  /**
   * Called when the server rejects the target, for example because of the security rules. The target then has ended.
   * Errors of the connection are not reported; the client connects again.
   */
  readonly onError: (error: ListenError) => void
}

export type ListenClient = {
  /** Starts listening. Returns a function that stops. */
  listen(query: ListenQuery, deps: TargetDeps): () => void
  /**
   * Connects without further delay, or disconnects if the device has lost its network. To be called when either changes,
   * and when the tab becomes visible.
   */
  retryNow(): void
  /** Ends all targets without calling them. To be called when the user changes. */
  close(): void
}

/** The delay before the client connects again grows from the first to the last value, in milliseconds. */
const FIRST_DELAY_MS = 1000
const LAST_DELAY_MS = 60_000
const DELAY_FACTOR = 1.5
/** A stream that has answered for this long has ended for another reason than the streams before it. */
const HEALTHY_MS = 10_000
/** How long the client waits for the first message of a stream. */
const ANSWER_TIMEOUT_MS = 60_000
/** The age of an unanswered attempt that `retryNow` gives up. */
const STALLED_MS = 5000
/** How long a stream without targets stays open. */
const IDLE_MS = 60_000

/** Errors that a second attempt cannot prevent. */
const PERMANENT_ERRORS: readonly ErrorCode[] = [
  'invalid-argument',
  'not-found',
  'permission-denied',
  'failed-precondition',
  'out-of-range',
  'unimplemented',
]

type Target = { readonly query: ListenQuery; readonly deps: TargetDeps; readonly state: TargetState; id: number }

/**
 * Creates a client that listens to documents and queries of Firestore. All targets share one stream, which the client
 * opens with the first target. When the stream breaks, the client connects again with exponential backoff and resumes
 * all targets.
 */
export function createListenClient(clientDeps: ListenDeps): ListenClient {
  const { baseUrl, projectId, apiKey, getToken, isOnline, onState, openChannel = openListenChannel } = clientDeps
  const database = `projects/${projectId}/databases/(default)`
  const targets = new Set<Target>()
  /** The targets of the current stream. An id is used only once, so messages for an ended target find no target. */
  const byId = new Map<number, Target>()
  let lastId = 0
  let state: ListenState = 'waiting'
  let phase: 'idle' | 'connecting' | 'connected' | 'backoff' = 'idle'
  let channel: ListenChannel | undefined
  /** Identifies the attempt to connect, so that answers to an earlier attempt are ignored. */
  let generation = 0
  /** When the current phase began. */
  let since = 0
  let delay = FIRST_DELAY_MS
  let isTokenRejected = false
  let isClosed = false
  /** Ends the phase: the timeout of a connection, the backoff, or the idle time. */
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Begins a phase, which `end` may end after `ms`. Is the last step of each action, because it calls the app. */
  const enter = (next: typeof phase, ms = 0, end?: () => void): void => {
    clearTimeout(timer)
    timer = end && setTimeout(end, ms)
    phase = next
    since = Date.now()
    const shown = next === 'connected' ? 'connected' : isOnline() ? 'waiting' : 'offline'
    if (shown === state) return
    state = shown
    if (onState && !isClosed) callSafely(() => onState(shown))
  }

  const closeChannel = (): void => {
    generation++
    byId.clear()
    channel?.close()
    channel = undefined
  }

  const disconnect = (): void => {
    closeChannel()
    enter('idle')
  }

  const connect = (): void => {
    closeChannel()
    if (!isOnline()) return enter('backoff', LAST_DELAY_MS, connect)
    const own = generation
    const isCurrent = () => own === generation
    enter('connecting', ANSWER_TIMEOUT_MS, () => fail({ code: 'deadline-exceeded', message: 'no answer' }))
    getToken(isTokenRejected).then(
      (token) => {
        if (!isCurrent()) return
        isTokenRejected = false
        channel = openChannel({
          baseUrl,
          database,
          headers: {
            'Content-Type': 'text/plain',
            ...(apiKey !== undefined && { 'x-goog-api-key': apiKey }),
            ...(token !== undefined && { Authorization: `Bearer ${token}` }),
          },
          onMessage: (message) => {
            if (isCurrent()) receive(message)
          },
          onEnd: () => {
            if (isCurrent()) fail({ code: 'unavailable', message: 'the connection has ended' })
          },
        })
        for (const target of targets) request(channel, target)
      },
      (error: unknown) => {
        if (isCurrent()) fail({ code: 'unavailable', message: String(error) })
      },
    )
  }

  const fail = (error: ListenError): void => {
    const { code } = error
    if (phase === 'connected' && Date.now() - since > HEALTHY_MS) delay = FIRST_DELAY_MS
    closeChannel()
    if (PERMANENT_ERRORS.includes(code) && !forgetTokens(targets, code)) {
      enter('idle')
      // A callback may start a new target, which must not be rejected.
      for (const target of Array.from(targets)) reject(target, error)
      return
    }
    if (code === 'unauthenticated') isTokenRejected = true
    if (code === 'resource-exhausted') delay = LAST_DELAY_MS
    const ms = delay * (0.5 + Math.random())
    delay = Math.min(delay * DELAY_FACTOR, LAST_DELAY_MS)
    enter('backoff', ms, connect)
  }

  const request = (to: ListenChannel, target: Target): void => {
    target.id = ++lastId
    target.state.restart()
    byId.set(target.id, target)
    to.send({ database, addTarget: targetOf(`${database}/documents`, target.id, target.query, target.state.token) })
  }

  const cancel = (target: Target): void => {
    if (byId.delete(target.id)) channel?.send({ database, removeTarget: target.id })
  }

  /** Requests all documents of a target. */
  const requestAll = (target: Target): void => {
    target.state.forgetToken()
    cancel(target)
    if (channel) request(channel, target)
  }

  const remove = (target: Target): void => {
    if (!targets.delete(target) || targets.size > 0) return
    if (phase === 'connected') timer = setTimeout(disconnect, IDLE_MS)
    else disconnect()
  }

  const reject = (target: Target, error: ListenError): void => {
    if (!targets.has(target)) return
    remove(target)
    callSafely(() => target.deps.onError(error))
  }

  const receive = (message: unknown): void => {
    const reported = errorIn(message)
    if (reported) return fail(reported)
    if (phase === 'connecting') enter('connected')
    try {
      handle(parseListenMessage(message))
    } catch (error) {
      fail({ code: 'internal', message: String(error) })
    }
  }

  const handle = (message: ListenMessage): void => {
    const { targetChange, documentChange, documentDelete, documentRemove, filter } = message
    if (documentChange) {
      const document = toListenedDocument(documentChange.document)
      for (const id of documentChange.targetIds) byId.get(id)?.state.put(document)
      for (const id of documentChange.removedTargetIds) byId.get(id)?.state.remove(document.path, false)
    }
    const removal = documentDelete ?? documentRemove
    for (const id of removal?.removedTargetIds ?? [])
      byId.get(id)?.state.remove(pathOf(removal?.document ?? ''), documentDelete !== undefined)
    const counted = filter && byId.get(filter.targetId)
    if (counted?.state.hasMissed(filter?.count ?? 0)) requestAll(counted)
    if (targetChange) handleTargetChange(targetChange)
  }

  const handleTargetChange = (change: NonNullable<ListenMessage['targetChange']>): void => {
    const { targetIds, resumeToken, readTime } = change
    const affected = targetIds.length === 0 ? [...byId.values()] : targetIds.flatMap((id) => byId.get(id) ?? [])
    if (change.targetChangeType === 'REMOVE') return handleRemoval(affected, errorOfCause(change.cause))
    for (const { state: affectedState } of affected) {
      if (change.targetChangeType === 'ADD') affectedState.setAdded()
      if (change.targetChangeType === 'CURRENT') affectedState.setCurrent()
      if (change.targetChangeType === 'RESET') affectedState.reset()
      affectedState.offerToken(resumeToken)
    }
    // Only a read time for all targets makes the documents of all targets consistent.
    if (targetIds.length === 0 && readTime !== undefined) publish(Date.parse(readTime))
  }

  const publish = (readTime: number): void => {
    const changes = Array.from(byId.values(), (target) => ({ target, change: target.state.take(readTime) }))
    for (const { target, change } of changes)
      // An earlier callback may have ended the target.
      if (change && targets.has(target)) callSafely(() => target.deps.onChange(change))
  }

  /** Handles targets that the server has removed without a request. */
  const handleRemoval = (removed: readonly Target[], error: ListenError): void => {
    // A new stream makes the server try again, after the backoff.
    if (removed.length > 0 && !PERMANENT_ERRORS.includes(error.code)) return fail(error)
    for (const target of removed) {
      byId.delete(target.id)
      if (forgetTokens([target], error.code)) requestAll(target)
      else reject(target, error)
    }
  }

  return {
    listen(query, deps) {
      const target: Target = { query, deps, state: new TargetState(), id: 0 }
      if (isClosed) return () => {}
      targets.add(target)
      // Ends the idle time.
      if (phase === 'connected') clearTimeout(timer)
      if (channel) request(channel, target)
      else if (phase === 'idle') connect()
      return () => {
        cancel(target)
        remove(target)
      }
    },
    retryNow() {
      const isStalled = phase === 'connecting' && Date.now() - since > STALLED_MS
      // A browser may keep the stream of a device that has lost its network.
      const isLost = phase === 'connected' && !isOnline()
      if (phase !== 'backoff' && !isStalled && !isLost) return
      delay = FIRST_DELAY_MS
      connect()
    },
    close() {
      isClosed = true
      targets.clear()
      disconnect()
    },
  }
}

/**
 * Discards the resume tokens if one of them may have caused the error. Otherwise an unusable token would end the target.
 * @returns whether there was such a token
 */
function forgetTokens(targets: Iterable<Target>, code: ErrorCode): boolean {
  if (code === 'permission-denied') return false
  const withToken = Array.from(targets).filter(({ state }) => state.token !== '')
  for (const { state } of withToken) state.forgetToken()
  return withToken.length > 0
}

/** Calls the app's code. Its errors are reported by the browser, and do not stop the client. */
function callSafely(call: () => void): void {
  try {
    call()
  } catch (error) {
    setTimeout(() => {
      throw error
    })
  }
}
