import { aggregate, parseAggregations } from '#local/firestore/core/aggregation.ts'
import { asFirestoreError, invalid, STATUS, unimplemented } from '#local/firestore/core/errors.ts'
import { listAt, objectAt, onlyKeys, stringAt, type JsonObject } from '#local/firestore/core/json.ts'
import { masked } from '#local/firestore/core/query.ts'
import { parseQuery } from '#local/firestore/core/queryParser.ts'
import type { Store } from '#local/firestore/core/store.ts'
import { timestampOfVersion } from '#local/firestore/core/timestamps.ts'
import { parseWrite, type Write } from '#local/firestore/core/writes.ts'
import type { Ruleset } from '#local/firestore/rules/ruleset.ts'
import { createDocument, deleteDocument, updateDocument } from './documents.ts'
import { guard } from './guard.ts'
import { listCollectionIds, listDocuments } from './listing.ts'
import { listenStream, type ListenStream } from './listen.ts'
import { documentMessage, projectOf, writeResult } from './messages.ts'
import { READ_KEYS, readsOf } from './reads.ts'
import { databaseOf, documentName, notFound, parentName, parseMask, sameDatabase } from './requests.ts'
import type { Context, Listing, Streaming, Unary } from './rpc.ts'
import { Transactions } from './transactions.ts'
import { writeStream } from './writeStream.ts'

/**
 * Every RPC by its name, whatever carries it. All throw FirestoreError, and each asks the rules before it touches
 * data. What is not here is not implemented.
 */
export type FirestoreService = {
  readonly unary: ReadonlyMap<string, Unary>
  readonly listing: ReadonlyMap<string, Listing>
  readonly listen: Streaming
  readonly write: Streaming
  /** Rules for one project, or for every project that has none of its own. Listeners are asked about anew. */
  useRules(ruleset: Ruleset, project?: string): void
}

export function firestoreService(store: Store): FirestoreService {
  const rulesOf = new Map<string | undefined, Ruleset>()
  const transactions = new Transactions(store)
  const listeners = new Set<ListenStream>()
  const context: Context = {
    store,
    transactions,
    guardFor: (caller, name) => guard(store, caller, () => rulesOf.get(projectOf(name)) ?? rulesOf.get(undefined)),
    readsOf: (request) => readsOf(request, store, transactions),
  }
  const unary = new Map<string, Unary>([
    ['BeginTransaction', beginTransaction(context)],
    ['Commit', commit(context)],
    ['Rollback', rollback(context)],
    ['BatchWrite', batchWrite(context)],
    ['GetDocument', getDocument(context)],
    ['CreateDocument', createDocument(context)],
    ['UpdateDocument', updateDocument(context)],
    ['DeleteDocument', deleteDocument(context)],
    ['ListDocuments', listDocuments(context)],
    ['ListCollectionIds', listCollectionIds(context)],
  ])
  const listing = new Map<string, Listing>([
    ['BatchGetDocuments', batchGet(context)],
    ['RunQuery', query(context)],
    ['RunAggregationQuery', aggregationQuery(context)],
  ])

  return {
    unary,
    listing,
    listen(caller, database, send) {
      const stream = listenStream({ store, guard: context.guardFor(caller, database), database, send })
      listeners.add(stream)
      return {
        handle(message) {
          stream.handle(message)
          return { ended: false }
        },
        close() {
          listeners.delete(stream)
          stream.close()
        },
      }
    },
    write: (caller, database) => ({
      ...writeStream(database, (writes) => commit(context)(caller, { database, writes })),
      close: () => {},
    }),
    useRules(ruleset, project) {
      rulesOf.set(project, ruleset)
      for (const stream of listeners) stream.recheck()
    },
  }
}

const COMMIT_KEYS = ['database', 'writes', 'transaction', 'labels', 'requestOptions']
const MAX_BATCH_WRITES = 500

function commit({ store, transactions, guardFor }: Context): Unary {
  return (caller, request) => {
    const object = objectAt(request, 'commit')
    onlyKeys(object, COMMIT_KEYS, 'commit')
    const database = databaseOf(object)
    const writes = parseWrites(object, database)
    if (object['transaction']) transactions.finish(stringAt(object['transaction'], 'transaction'), writes)
    const { version, effects } = store.commit(writes, guardFor(caller, database).writes)
    return { writeResults: effects.map(writeResult), commitTime: timestampOfVersion(version) }
  }
}

/** Each write by itself: some may fail, and each says how it went. */
function batchWrite({ store, guardFor }: Context): Unary {
  return (caller, request) => {
    const object = objectAt(request, 'batchWrite')
    onlyKeys(object, ['database', 'writes', 'labels', 'requestOptions'], 'batchWrite')
    const database = databaseOf(object)
    const writes = parseWrites(object, database)
    if (writes.length > MAX_BATCH_WRITES) throw invalid(`a batch may have ${MAX_BATCH_WRITES} writes`)
    if (new Set(writes.map(({ name }) => name)).size < writes.length)
      throw invalid('a batch may write each document once')
    const { writes: authorize } = guardFor(caller, database)
    const outcomes = writes.map((write) => {
      try {
        return { result: store.commit([write], authorize).effects.map(writeResult)[0] ?? {}, status: {} }
      } catch (thrown) {
        const { status, message } = asFirestoreError(thrown)
        return { result: {}, status: { code: STATUS[status].code, message } }
      }
    })
    return { writeResults: outcomes.map(({ result }) => result), status: outcomes.map(({ status }) => status) }
  }
}

function beginTransaction({ transactions }: Context): Unary {
  return (_, request) => {
    const object = objectAt(request, 'beginTransaction')
    onlyKeys(object, ['database', 'options', 'requestOptions'], 'beginTransaction')
    databaseOf(object)
    return { transaction: transactions.begin(object['options']).id }
  }
}

function rollback({ transactions }: Context): Unary {
  return (_, request) => {
    const object = objectAt(request, 'rollback')
    onlyKeys(object, ['database', 'transaction', 'requestOptions'], 'rollback')
    databaseOf(object)
    transactions.end(stringAt(object['transaction'], 'transaction'))
    return {}
  }
}

function getDocument({ guardFor, readsOf: reads }: Context): Unary {
  return (caller, request) => {
    const object = objectAt(request, 'getDocument')
    onlyKeys(object, ['name', 'mask', ...READ_KEYS, 'requestOptions'], 'getDocument')
    const name = documentName(object['name'])
    const doc = reads(object).get(name)
    guardFor(caller, name).get(name, doc)
    if (!doc) throw notFound(name)
    return documentMessage(masked(doc, parseMask(object['mask'])))
  }
}

function batchGet({ guardFor, readsOf: reads }: Context): Listing {
  return (caller, request) => {
    const object = objectAt(request, 'batchGet')
    onlyKeys(object, ['database', 'documents', 'mask', ...READ_KEYS, 'requestOptions'], 'batchGet')
    const database = databaseOf(object)
    const checks = guardFor(caller, database)
    const mask = parseMask(object['mask'])
    const names = listAt(object['documents'], 'documents').map(documentName)
    for (const name of names) sameDatabase(database, name)
    const { get, version, began } = reads(object)
    const readTime = timestampOfVersion(version)
    const found = names.map((name) => {
      const doc = get(name)
      checks.get(name, doc)
      return doc ? { found: documentMessage(masked(doc, mask)), readTime } : { missing: name, readTime }
    })
    return began === undefined ? found : [{ transaction: began, readTime }, ...found]
  }
}

function query({ guardFor, readsOf: reads }: Context): Listing {
  return (caller, request) => {
    const object = objectAt(request, 'runQuery')
    onlyKeys(object, ['parent', 'structuredQuery', ...READ_KEYS, 'explainOptions', 'requestOptions'], 'runQuery')
    if (object['explainOptions']) throw unimplemented('runQuery.explainOptions')
    const parent = parentName(object['parent'])
    const parsed = parseQuery(parent, object['structuredQuery'])
    guardFor(caller, parent).list(parsed)
    const { run, version, began } = reads(object)
    const readTime = timestampOfVersion(version)
    const found = run(parsed).map((doc) => ({ document: documentMessage(masked(doc, parsed.select)), readTime }))
    const [first = { readTime }, ...others] = found
    return [{ ...(began === undefined ? {} : { transaction: began }), ...first }, ...others]
  }
}

function aggregationQuery({ guardFor, readsOf: reads }: Context): Listing {
  return (caller, request) => {
    const object = objectAt(request, 'runAggregationQuery')
    onlyKeys(
      object,
      ['parent', 'structuredAggregationQuery', ...READ_KEYS, 'explainOptions', 'requestOptions'],
      'runAggregationQuery',
    )
    if (object['explainOptions']) throw unimplemented('runAggregationQuery.explainOptions')
    const parent = parentName(object['parent'])
    const structured = objectAt(object['structuredAggregationQuery'], 'structuredAggregationQuery')
    onlyKeys(structured, ['structuredQuery', 'aggregations'], 'structuredAggregationQuery')
    const parsed = parseQuery(parent, structured['structuredQuery'])
    const aggregations = parseAggregations(structured['aggregations'])
    guardFor(caller, parent).list(parsed)
    const { run, version, began } = reads(object)
    const aggregateFields = aggregate(run(parsed), aggregations)
    return [
      {
        ...(began === undefined ? {} : { transaction: began }),
        result: { aggregateFields },
        readTime: timestampOfVersion(version),
      },
    ]
  }
}

function parseWrites(object: JsonObject, database: string): readonly Write[] {
  const writes = listAt(object['writes'], 'writes').map(parseWrite)
  for (const write of writes) sameDatabase(database, write.name)
  return writes
}
