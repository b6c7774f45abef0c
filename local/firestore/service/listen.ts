import { asFirestoreError, invalid, STATUS } from '#local/firestore/core/errors.ts'
import type { Commit } from '#local/firestore/core/journal.ts'
import { intAt, listAt, objectAt, onlyKeys, stringAt } from '#local/firestore/core/json.ts'
import { parseDocumentName } from '#local/firestore/core/paths.ts'
import { isWindowed, matches, type Query } from '#local/firestore/core/query.ts'
import { runQuery } from '#local/firestore/core/snapshot.ts'
import { parseQuery } from '#local/firestore/core/queryParser.ts'
import type { Store } from '#local/firestore/core/store.ts'
import type { Snapshot } from '#local/firestore/core/snapshot.ts'
import { timestampOfVersion } from '#local/firestore/core/timestamps.ts'
import type { Doc } from '#local/firestore/core/writes.ts'
import type { Guard } from './guard.ts'
import { documentMessage, resumeToken, resumeVersion } from './messages.ts'

/** The server's end of one Listen stream: many targets, each told of every commit that touches it. */
export type ListenStream = {
  handle(request: unknown): void
  /** Asks the rules again about every target: they have changed. */
  recheck(): void
  close(): void
}

type Target = {
  readonly id: number
  readonly of:
    | { readonly kind: 'query'; readonly query: Query }
    | { readonly kind: 'documents'; readonly names: readonly string[] }
  /** The results last told, where they can only be found again by running the query. */
  told: ReadonlyMap<string, Doc> | undefined
  /** To be removed as soon as it has been told everything once. */
  readonly once: boolean
}

type Parts = {
  readonly store: Store
  readonly guard: Guard
  readonly database: string
  readonly send: (message: object) => void
}

export function listenStream({ store, guard, database, send }: Parts): ListenStream {
  const targets = new Map<number, Target>()
  const token = (version: number) => ({
    resumeToken: resumeToken(store.epoch, version),
    readTime: timestampOfVersion(version),
  })
  const targetChange = (type: string, id: number, more: object = {}) =>
    send({ targetChange: { targetChangeType: type, targetIds: [id], ...more } })
  const changed = (doc: Doc, id: number) =>
    send({ documentChange: { document: documentMessage(doc), targetIds: [id] } })
  const gone = (name: string, id: number, version: number) => {
    const body = { document: name, readTime: timestampOfVersion(version), removedTargetIds: [id] }
    send(store.get(name) ? { documentRemove: body } : { documentDelete: body })
  }

  const tell = (
    target: Target,
    was: ReadonlyMap<string, Doc>,
    now: ReadonlyMap<string, Doc>,
    version: number,
  ): boolean => {
    let any = false
    for (const doc of now.values()) {
      if (was.get(doc.name)?.updateVersion === doc.updateVersion) continue
      changed(doc, target.id)
      any = true
    }
    for (const name of was.keys()) {
      if (now.has(name)) continue
      gone(name, target.id, version)
      any = true
    }
    return any
  }

  const add = (target: Target, since: number | undefined): void => {
    const version = store.readVersion()
    const now = resultsOf(target, store)
    if (isRerun(target)) target.told = now
    targets.set(target.id, target)
    targetChange('ADD', target.id)
    // A token of a time to come is of another clock: nothing can be said of what has changed since.
    const then = since && since <= version ? store.snapshotAt(since) : undefined
    const forgotten = since !== undefined && since > 0 && since <= version && !then
    if (then) tell(target, resultsOf(target, then), now, version)
    else if (forgotten && !isRerun(target)) tellNewer(target, since, now)
    else {
      if (since !== 0) targetChange('RESET', target.id)
      tell(target, new Map(), now, version)
    }
    if (target.of.kind === 'documents')
      for (const name of target.of.names) if (!now.has(name)) gone(name, target.id, version)
    targetChange('CURRENT', target.id, token(version))
    send({ targetChange: token(version) })
    if (target.once) remove(target.id)
  }

  /**
   * For a client that has been away longer than the history goes: what is newer than it knows, and how many there
   * are. It counts its own, and where documents have left the results in between it asks again for all of them.
   */
  const tellNewer = (target: Target, since: number, now: ReadonlyMap<string, Doc>): void => {
    for (const doc of now.values()) if (doc.updateVersion > since) changed(doc, target.id)
    send({ filter: { targetId: target.id, count: now.size } })
  }

  const remove = (id: number): void => {
    if (targets.delete(id)) targetChange('REMOVE', id)
  }

  /** Refused: the target goes with the reason, the stream lives on. */
  const refused = (target: Target): boolean => {
    try {
      if (target.of.kind === 'query') guard.list(target.of.query)
      else for (const name of target.of.names) guard.get(name, store.get(name))
      return false
    } catch (thrown) {
      const { status, message } = asFirestoreError(thrown)
      targets.delete(target.id)
      targetChange('REMOVE', target.id, { cause: { code: STATUS[status].code, message } })
      return true
    }
  }

  const follow = (target: Target, commit: Commit): boolean => {
    if (target.told) {
      const touched =
        target.of.kind === 'query' &&
        commit.changes.some(({ before, after }) => concerns(target, before) || concerns(target, after))
      if (!touched) return false
      const was = target.told
      target.told = resultsOf(target, store)
      return tell(target, was, target.told, commit.version)
    }
    let any = false
    for (const { name, before, after } of commit.changes) {
      if (concerns(target, after) && after) changed(after, target.id)
      else if (concerns(target, before)) gone(name, target.id, commit.version)
      else continue
      any = true
    }
    return any
  }

  const unsubscribe = store.onCommit((commit) => {
    const any = [...targets.values()].map((target) => follow(target, commit)).includes(true)
    if (any) send({ targetChange: token(commit.version) })
  })

  return {
    handle(request) {
      const object = objectAt(request, 'listen request')
      onlyKeys(object, ['database', 'addTarget', 'removeTarget', 'labels'], 'listen request')
      if (object['removeTarget'] !== undefined) return remove(intAt(object['removeTarget'], 'removeTarget'))
      const { target, since } = parseTarget(object['addTarget'], store.epoch, database)
      if (targets.has(target.id)) throw invalid(`target ${target.id} is there already`)
      if (!refused(target)) add(target, since)
    },
    recheck() {
      for (const target of targets.values()) refused(target)
    },
    close: unsubscribe,
  }
}

function parseTarget(input: unknown, epoch: string, database: string): { target: Target; since: number | undefined } {
  const object = objectAt(input, 'addTarget')
  onlyKeys(object, ['query', 'documents', 'targetId', 'resumeToken', 'readTime', 'once', 'expectedCount'], 'addTarget')
  const id = intAt(object['targetId'], 'targetId')
  const since = resumeVersion(object, epoch)
  const once = object['once'] === true
  if (object['query'] !== undefined) {
    const { parent, structuredQuery } = objectAt(object['query'], 'query')
    const query = parseQuery(stringAt(parent, 'parent'), structuredQuery)
    if (!query.parent.startsWith(`${database}/`)) throw invalid(`${query.parent} is not in ${database}`)
    return { target: { id, of: { kind: 'query', query }, told: undefined, once }, since }
  }
  const names = listAt(objectAt(object['documents'], 'documents')['documents'], 'documents').map((name) =>
    stringAt(name, 'document name'),
  )
  for (const name of names) {
    parseDocumentName(name)
    if (!name.startsWith(`${database}/`)) throw invalid(`${name} is not in ${database}`)
  }
  return { target: { id, of: { kind: 'documents', names }, told: undefined, once }, since }
}

const isRerun = ({ of }: Target): boolean => of.kind === 'query' && isWindowed(of.query)

function resultsOf({ of }: Target, snapshot: Snapshot): ReadonlyMap<string, Doc> {
  const docs = of.kind === 'query' ? runQuery(of.query, snapshot) : of.names.flatMap((name) => snapshot.get(name) ?? [])
  return new Map(docs.map((doc) => [doc.name, doc]))
}

function concerns({ of }: Target, doc: Doc | undefined): boolean {
  if (!doc) return false
  return of.kind === 'query' ? matches(of.query, doc) : of.names.includes(doc.name)
}
