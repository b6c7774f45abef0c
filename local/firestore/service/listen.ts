import { toFirestoreError, invalidArgument, STATUS } from '#local/firestore/core/errors.ts'
import type { Commit } from '#local/firestore/core/journal.ts'
import { readInt, readList, readObject, rejectUnknownKeys, readString } from '#local/firestore/core/json.ts'
import { parseDocumentName } from '#local/firestore/core/paths.ts'
import { hasLimitOrOffset, matchesQuery, type Query } from '#local/firestore/core/query.ts'
import { runQuery } from '#local/firestore/core/snapshot.ts'
import { parseQuery } from '#local/firestore/core/queryParser.ts'
import type { Store } from '#local/firestore/core/store.ts'
import type { Snapshot } from '#local/firestore/core/snapshot.ts'
import { timestampOfVersion } from '#local/firestore/core/timestamps.ts'
import type { Doc } from '#local/firestore/core/writes.ts'
import type { Guard } from './guard.ts'
import { documentMessage, resumeToken, resumeVersion } from './messages.ts'

/**
 * The server side of a Listen stream. A stream has many targets and sends every commit that affects one of its targets.
 */
export type ListenStream = {
  handle(request: unknown): void
  /** Checks every target again after the rules have changed. */
  recheckRules(): void
  close(): void
}

type Target = {
  readonly id: number
  readonly source:
    | { readonly kind: 'query'; readonly query: Query }
    | { readonly kind: 'documents'; readonly names: readonly string[] }
  /** The results that were last sent. Only set for a query that cannot be updated document by document. */
  lastResults: ReadonlyMap<string, Doc> | undefined
  /** Whether to remove the target after its first snapshot. */
  readonly once: boolean
}

type ListenDeps = {
  readonly store: Store
  readonly guard: Guard
  readonly database: string
  readonly send: (message: object) => void
}

export function createListenStream({ store, guard, database, send }: ListenDeps): ListenStream {
  const targets = new Map<number, Target>()
  const token = (version: number) => ({
    resumeToken: resumeToken(store.epoch, version),
    readTime: timestampOfVersion(version),
  })
  const targetChange = (type: string, id: number, more: object = {}) =>
    send({ targetChange: { targetChangeType: type, targetIds: [id], ...more } })
  const sendChange = (doc: Doc, id: number) =>
    send({ documentChange: { document: documentMessage(doc), targetIds: [id] } })
  const sendRemoval = (name: string, id: number, version: number) => {
    const body = { document: name, readTime: timestampOfVersion(version), removedTargetIds: [id] }
    send(store.get(name) ? { documentRemove: body } : { documentDelete: body })
  }

  const sendDifferences = (
    target: Target,
    previous: ReadonlyMap<string, Doc>,
    current: ReadonlyMap<string, Doc>,
    version: number,
  ): boolean => {
    let anySent = false
    for (const doc of current.values()) {
      if (previous.get(doc.name)?.updateVersion === doc.updateVersion) continue
      sendChange(doc, target.id)
      anySent = true
    }
    for (const name of previous.keys()) {
      if (current.has(name)) continue
      sendRemoval(name, target.id, version)
      anySent = true
    }
    return anySent
  }

  const addTarget = (target: Target, since: number | undefined): void => {
    const version = store.readVersion()
    const current = resultsOf(target, store)
    if (needsRerun(target)) target.lastResults = current
    targets.set(target.id, target)
    targetChange('ADD', target.id)
    // A token from the future means that the clock was set back, so the changes since the token are unknown.
    const past = since && since <= version ? store.snapshotAt(since) : undefined
    const isForgotten = since !== undefined && since > 0 && since <= version && !past
    if (past) sendDifferences(target, resultsOf(target, past), current, version)
    else if (isForgotten && !needsRerun(target)) sendNewer(target, since, current)
    else {
      if (since !== 0) targetChange('RESET', target.id)
      sendDifferences(target, new Map(), current, version)
    }
    if (target.source.kind === 'documents')
      for (const name of target.source.names) if (!current.has(name)) sendRemoval(name, target.id, version)
    targetChange('CURRENT', target.id, token(version))
    send({ targetChange: token(version) })
    if (target.once) removeTarget(target.id)
  }

  /**
   * Resumes a target from a token that is older than the history: sends the documents that are newer than the token,
   * and the total count. If documents have left the results, the client's own count differs from the total count, and
   * the client requests all documents again.
   */
  const sendNewer = (target: Target, since: number, current: ReadonlyMap<string, Doc>): void => {
    for (const doc of current.values()) if (doc.updateVersion > since) sendChange(doc, target.id)
    send({ filter: { targetId: target.id, count: current.size } })
  }

  const removeTarget = (id: number): void => {
    if (targets.delete(id)) targetChange('REMOVE', id)
  }

  /** Removes a target if the rules deny it, and sends the reason. The stream stays open. */
  const rejectIfDenied = (target: Target): boolean => {
    try {
      if (target.source.kind === 'query') guard.list(target.source.query)
      else for (const name of target.source.names) guard.get(name, store.get(name))
      return false
    } catch (thrown) {
      const { status, message } = toFirestoreError(thrown)
      targets.delete(target.id)
      targetChange('REMOVE', target.id, { cause: { code: STATUS[status].code, message } })
      return true
    }
  }

  const applyCommit = (target: Target, commit: Commit): boolean => {
    if (target.lastResults) {
      const touched =
        target.source.kind === 'query' &&
        commit.changes.some(({ before, after }) => matchesTarget(target, before) || matchesTarget(target, after))
      if (!touched) return false
      const previous = target.lastResults
      target.lastResults = resultsOf(target, store)
      return sendDifferences(target, previous, target.lastResults, commit.version)
    }
    let anySent = false
    for (const { name, before, after } of commit.changes) {
      if (matchesTarget(target, after) && after) sendChange(after, target.id)
      else if (matchesTarget(target, before)) sendRemoval(name, target.id, commit.version)
      else continue
      anySent = true
    }
    return anySent
  }

  const unsubscribe = store.onCommit((commit) => {
    const anySent = [...targets.values()].map((target) => applyCommit(target, commit)).includes(true)
    if (anySent) send({ targetChange: token(commit.version) })
  })

  return {
    handle(request) {
      const object = readObject(request, 'listen request')
      rejectUnknownKeys(object, ['database', 'addTarget', 'removeTarget', 'labels'], 'listen request')
      if (object['removeTarget'] !== undefined) return removeTarget(readInt(object['removeTarget'], 'removeTarget'))
      const { target, since } = parseTarget(object['addTarget'], store.epoch, database)
      if (targets.has(target.id)) throw invalidArgument(`target ${target.id} is there already`)
      if (!rejectIfDenied(target)) addTarget(target, since)
    },
    recheckRules() {
      for (const target of targets.values()) rejectIfDenied(target)
    },
    close: unsubscribe,
  }
}

function parseTarget(input: unknown, epoch: string, database: string): { target: Target; since: number | undefined } {
  const object = readObject(input, 'addTarget')
  rejectUnknownKeys(
    object,
    ['query', 'documents', 'targetId', 'resumeToken', 'readTime', 'once', 'expectedCount'],
    'addTarget',
  )
  const id = readInt(object['targetId'], 'targetId')
  const since = resumeVersion(object, epoch)
  const once = object['once'] === true
  if (object['query'] !== undefined) {
    const { parent, structuredQuery } = readObject(object['query'], 'query')
    const query = parseQuery(readString(parent, 'parent'), structuredQuery)
    if (!query.parent.startsWith(`${database}/`)) throw invalidArgument(`${query.parent} is not in ${database}`)
    return { target: { id, source: { kind: 'query', query }, lastResults: undefined, once }, since }
  }
  const names = readList(readObject(object['documents'], 'documents')['documents'], 'documents').map((name) =>
    readString(name, 'document name'),
  )
  for (const name of names) {
    parseDocumentName(name)
    if (!name.startsWith(`${database}/`)) throw invalidArgument(`${name} is not in ${database}`)
  }
  return { target: { id, source: { kind: 'documents', names }, lastResults: undefined, once }, since }
}

const needsRerun = ({ source }: Target): boolean => source.kind === 'query' && hasLimitOrOffset(source.query)

function resultsOf({ source }: Target, snapshot: Snapshot): ReadonlyMap<string, Doc> {
  const docs =
    source.kind === 'query'
      ? runQuery(source.query, snapshot)
      : source.names.flatMap((name) => snapshot.get(name) ?? [])
  return new Map(docs.map((doc) => [doc.name, doc]))
}

function matchesTarget({ source }: Target, doc: Doc | undefined): boolean {
  if (!doc) return false
  return source.kind === 'query' ? matchesQuery(source.query, doc) : source.names.includes(doc.name)
}
