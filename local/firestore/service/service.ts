import { aggregate, parseAggregations } from '#local/firestore/core/aggregation.ts'
import { invalid, unimplemented } from '#local/firestore/core/errors.ts'
import { listAt, objectAt, onlyKeys, stringAt, type JsonObject } from '#local/firestore/core/json.ts'
import { parseDocumentName, parseName } from '#local/firestore/core/paths.ts'
import { project, runQuery } from '#local/firestore/core/query.ts'
import { parseQuery } from '#local/firestore/core/queryParser.ts'
import type { Store } from '#local/firestore/core/store.ts'
import { timestampOfVersion } from '#local/firestore/core/timestamps.ts'
import { parseWrite, type Doc } from '#local/firestore/core/writes.ts'
import type { Ruleset } from '#local/firestore/rules/ruleset.ts'
import type { Caller } from './caller.ts'
import { guard, type Guard } from './guard.ts'
import { listenStream, type ListenStream } from './listen.ts'
import { documentMessage, projectOf, writeResult } from './messages.ts'
import { writeStream, type WriteStream } from './writeStream.ts'

/**
 * One function per RPC, ProtoJSON in and out, whatever carried it.
 * All throw FirestoreError; each asks the rules before it touches data.
 */
export type FirestoreService = {
  getDocument(caller: Caller, name: string, query: unknown): unknown
  batchGet(caller: Caller, database: string, request: unknown): readonly unknown[]
  commit(caller: Caller, database: string, request: unknown): unknown
  runQuery(caller: Caller, parent: string, request: unknown): readonly unknown[]
  runAggregationQuery(caller: Caller, parent: string, request: unknown): readonly unknown[]
  listen(caller: Caller, database: string, send: (message: unknown) => void): ListenStream
  write(caller: Caller, database: string): WriteStream
  clear(project: string): void
  useRules(project: string, ruleset: Ruleset): void
}

/** @param projectRules rules for every project that has not been given its own */
export function firestoreService(store: Store, projectRules: () => Ruleset | undefined): FirestoreService {
  const own = new Map<string, Ruleset>()
  const guardFor = (caller: Caller, name: string): Guard =>
    guard(store, caller, own.get(projectOf(name)) ?? projectRules())

  const commit = (caller: Caller, database: string, request: unknown) => {
    const object = objectAt(request, 'commit')
    onlyKeys(object, ['database', 'writes', 'transaction', 'labels'], 'commit')
    if (object['transaction']) throw unimplemented('commit.transaction')
    const writes = listAt(object['writes'], 'writes').map(parseWrite)
    for (const write of writes) sameDatabase(database, write.name)
    const { version, effects } = store.commit(writes, guardFor(caller, database).writes)
    return { writeResults: effects.map(writeResult), commitTime: timestampOfVersion(version) }
  }

  return {
    getDocument(caller, name, query) {
      onlyKeys(objectAt(query, 'query'), ['alt', '$alt', 'key'], 'query')
      parseDocumentName(name)
      guardFor(caller, name).get(name)
      const doc = store.get(name)
      if (!doc) return undefined
      return documentMessage(doc)
    },

    batchGet(caller, database, request) {
      const object = objectAt(request, 'batchGet')
      onlyKeys(object, ['database', 'documents', 'mask', 'transaction', 'newTransaction', 'readTime'], 'batchGet')
      notYet(object, 'batchGet', ['mask', 'transaction', 'newTransaction', 'readTime'])
      const checks = guardFor(caller, database)
      const names = listAt(object['documents'], 'documents').map((name) => stringAt(name, 'document name'))
      const readTime = timestampOfVersion(store.readVersion())
      return names.map((name) => {
        sameDatabase(database, name)
        parseDocumentName(name)
        checks.get(name)
        const doc = store.get(name)
        return doc ? { found: documentMessage(doc), readTime } : { missing: name, readTime }
      })
    },

    commit,

    runQuery(caller, parent, request) {
      const object = objectAt(request, 'runQuery')
      onlyKeys(
        object,
        ['parent', 'structuredQuery', 'transaction', 'newTransaction', 'readTime', 'explainOptions'],
        'runQuery',
      )
      notYet(object, 'runQuery', ['transaction', 'newTransaction', 'readTime', 'explainOptions'])
      const query = parseQuery(checkedParent(parent), object['structuredQuery'])
      guardFor(caller, parent).list(query)
      const readTime = timestampOfVersion(store.readVersion())
      const found = runQuery(query, store).map((doc: Doc) => ({
        document: documentMessage(project(query, doc)),
        readTime,
      }))
      return found.length > 0 ? found : [{ readTime }]
    },

    runAggregationQuery(caller, parent, request) {
      const object = objectAt(request, 'runAggregationQuery')
      onlyKeys(
        object,
        ['parent', 'structuredAggregationQuery', 'transaction', 'newTransaction', 'readTime', 'explainOptions'],
        'runAggregationQuery',
      )
      notYet(object, 'runAggregationQuery', ['transaction', 'newTransaction', 'readTime', 'explainOptions'])
      const structured = objectAt(object['structuredAggregationQuery'], 'structuredAggregationQuery')
      onlyKeys(structured, ['structuredQuery', 'aggregations'], 'structuredAggregationQuery')
      const query = parseQuery(checkedParent(parent), structured['structuredQuery'])
      const aggregations = parseAggregations(structured['aggregations'])
      guardFor(caller, parent).list(query)
      return [
        {
          result: { aggregateFields: aggregate(runQuery(query, store), aggregations) },
          readTime: timestampOfVersion(store.readVersion()),
        },
      ]
    },

    listen: (caller, database, send) => listenStream({ store, guard: guardFor(caller, database), database, send }),

    write: (caller, database) => writeStream(database, (request) => commit(caller, database, request)),

    clear: (name) => store.clear(`projects/${name}/databases/(default)/documents`),

    useRules: (name, ruleset) => void own.set(name, ruleset),
  }
}

function notYet(request: JsonObject, method: string, keys: readonly string[]): void {
  for (const key of keys) if (request[key]) throw unimplemented(`${method}.${key}`)
}

function checkedParent(parent: string): string {
  if (parseName(parent).segments.length % 2 !== 0) throw invalid(`"${parent}" does not name a document`)
  return parent
}

function sameDatabase(database: string, name: string): void {
  if (!name.startsWith(`${database}/`)) throw invalid(`${name} is not in ${database}`)
}
