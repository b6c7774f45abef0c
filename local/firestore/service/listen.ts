import { asFirestoreError, invalid, STATUS, unimplemented } from '#local/firestore/core/errors.ts'
import type { Commit } from '#local/firestore/core/journal.ts'
import { intAt, listAt, objectAt, onlyKeys, stringAt } from '#local/firestore/core/json.ts'
import { parseDocumentName } from '#local/firestore/core/paths.ts'
import { isWindowed, matches, runQuery, type Query } from '#local/firestore/core/query.ts'
import { parseQuery } from '#local/firestore/core/queryParser.ts'
import type { Snapshot, Store } from '#local/firestore/core/store.ts'
import { timestampOfVersion } from '#local/firestore/core/timestamps.ts'
import type { Doc } from '#local/firestore/core/writes.ts'
import type { Guard } from './guard.ts'
import { documentMessage, resumeToken, resumeVersion } from './messages.ts'

/** The server's end of one Listen stream: many targets, each told of every commit that touches it. */
export type ListenStream = { handle(request: unknown): void; close(): void }

type Target = {
  readonly id: number
  readonly of:
    | { readonly kind: 'query'; readonly query: Query }
    | { readonly kind: 'documents'; readonly names: readonly string[] }
  /** The results last told, where they can only be found again by running the query. */
  told: ReadonlyMap<string, Doc> | undefined
}

type Parts = {
  readonly store: Store
  readonly guard: Guard
  readonly database: string
  readonly send: (message: unknown) => void
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
    const then = since ? store.snapshotAt(since) : undefined
    if (since !== 0 && !then) targetChange('RESET', target.id)
    tell(target, then ? resultsOf(target, then) : new Map(), now, version)
    if (target.of.kind === 'documents')
      for (const name of target.of.names) if (!now.has(name)) gone(name, target.id, version)
    targetChange('CURRENT', target.id, token(version))
    send({ targetChange: token(version) })
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
      if (object['removeTarget'] !== undefined) {
        const id = intAt(object['removeTarget'], 'removeTarget')
        if (targets.delete(id)) targetChange('REMOVE', id)
        return
      }
      const { target, since } = parseTarget(object['addTarget'], store.epoch, database)
      try {
        if (target.of.kind === 'query') guard.list(target.of.query)
        else target.of.names.forEach(guard.get)
      } catch (thrown) {
        const { status, message } = asFirestoreError(thrown)
        targetChange('REMOVE', target.id, { cause: { code: STATUS[status].code, message } })
        return
      }
      add(target, since)
    },
    close: unsubscribe,
  }
}

function parseTarget(input: unknown, epoch: string, database: string): { target: Target; since: number | undefined } {
  const object = objectAt(input, 'addTarget')
  onlyKeys(object, ['query', 'documents', 'targetId', 'resumeToken', 'readTime', 'once', 'expectedCount'], 'addTarget')
  if (object['once'] === true) throw unimplemented('addTarget.once')
  const id = intAt(object['targetId'], 'targetId')
  const since = resumeVersion(object, epoch)
  if (object['query'] !== undefined) {
    const { parent, structuredQuery } = objectAt(object['query'], 'query')
    const query = parseQuery(stringAt(parent, 'parent'), structuredQuery)
    if (!query.parent.startsWith(`${database}/`)) throw invalid(`${query.parent} is not in ${database}`)
    return { target: { id, of: { kind: 'query', query }, told: undefined }, since }
  }
  const names = listAt(objectAt(object['documents'], 'documents')['documents'], 'documents').map((name) =>
    stringAt(name, 'document name'),
  )
  for (const name of names) {
    parseDocumentName(name)
    if (!name.startsWith(`${database}/`)) throw invalid(`${name} is not in ${database}`)
  }
  return { target: { id, of: { kind: 'documents', names }, told: undefined }, since }
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
