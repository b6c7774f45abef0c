import { aggregate, parseAggregations } from '#local/firestore/core/aggregation.ts'
import { toFirestoreError, invalidArgument, STATUS, unimplemented } from '#local/firestore/core/errors.ts'
import { readList, readObject, rejectUnknownKeys, readString, type JsonObject } from '#local/firestore/core/json.ts'
import { applyFieldMask } from '#local/firestore/core/query.ts'
import { parseQuery } from '#local/firestore/core/queryParser.ts'
import type { Store } from '#local/firestore/core/store.ts'
import { timestampOfVersion } from '#local/firestore/core/timestamps.ts'
import { parseWrite, type Write } from '#local/firestore/core/writes.ts'
import type { Ruleset } from '#local/firestore/rules/ruleset.ts'
import { createDocument, deleteDocument, updateDocument } from './documents.ts'
import { createGuard } from './guard.ts'
import { listCollectionIds, listDocuments } from './listing.ts'
import { createListenStream, type ListenStream } from './listen.ts'
import { documentMessage, projectOf, writeResultMessage } from './messages.ts'
import { READ_OPTIONS, createRequestReader } from './reads.ts'
import { databaseOf, readDocumentName, notFound, readParentName, parseMask, requireSameDatabase } from './requests.ts'
import type { Context, ServerStreamingRpc, BidiStreamingRpc, UnaryRpc } from './rpc.ts'
import { Transactions } from './transactions.ts'
import { writeStream } from './writeStream.ts'

/**
 * All implemented RPCs by name, independent of the transport. An RPC checks the security rules before it reads or
 * writes data, and throws a FirestoreError if it fails.
 */
export type FirestoreService = {
  readonly unary: ReadonlyMap<string, UnaryRpc>
  readonly serverStreaming: ReadonlyMap<string, ServerStreamingRpc>
  readonly listen: BidiStreamingRpc
  readonly write: BidiStreamingRpc
  /**
   * Sets the rules of one project, or without `project`, of all projects that have no rules of their own. Then checks
   * all open listeners again.
   */
  useRules(ruleset: Ruleset, project?: string): void
}

export function firestoreService(store: Store): FirestoreService {
  const rulesByProject = new Map<string | undefined, Ruleset>()
  const transactions = new Transactions(store)
  const listeners = new Set<ListenStream>()
  const context: Context = {
    store,
    transactions,
    guardFor: (caller, name) =>
      createGuard(store, caller, () => rulesByProject.get(projectOf(name)) ?? rulesByProject.get(undefined)),
    readsOf: (request) => createRequestReader(request, store, transactions),
  }
  const unary = new Map<string, UnaryRpc>([
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
  const serverStreaming = new Map<string, ServerStreamingRpc>([
    ['BatchGetDocuments', batchGet(context)],
    ['RunQuery', query(context)],
    ['RunAggregationQuery', aggregationQuery(context)],
  ])

  return {
    unary,
    serverStreaming,
    listen(caller, database, send) {
      const stream = createListenStream({ store, guard: context.guardFor(caller, database), database, send })
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
      rulesByProject.set(project, ruleset)
      for (const stream of listeners) stream.recheckRules()
    },
  }
}

const COMMIT_KEYS = ['database', 'writes', 'transaction', 'labels', 'requestOptions']
const MAX_BATCH_WRITES = 500

function commit({ store, transactions, guardFor }: Context): UnaryRpc {
  return (caller, request) => {
    const object = readObject(request, 'commit')
    rejectUnknownKeys(object, COMMIT_KEYS, 'commit')
    const database = databaseOf(object)
    const writes = parseWrites(object, database)
    if (object['transaction']) transactions.finish(readString(object['transaction'], 'transaction'), writes)
    const { version, effects } = store.commit(writes, guardFor(caller, database).writes)
    return { writeResults: effects.map(writeResultMessage), commitTime: timestampOfVersion(version) }
  }
}

/** Applies each write independently and returns a status for each write. */
function batchWrite({ store, guardFor }: Context): UnaryRpc {
  return (caller, request) => {
    const object = readObject(request, 'batchWrite')
    rejectUnknownKeys(object, ['database', 'writes', 'labels', 'requestOptions'], 'batchWrite')
    const database = databaseOf(object)
    const writes = parseWrites(object, database)
    if (writes.length > MAX_BATCH_WRITES) throw invalidArgument(`a batch may have ${MAX_BATCH_WRITES} writes`)
    if (new Set(writes.map(({ name }) => name)).size < writes.length)
      throw invalidArgument('a batch may write each document once')
    const { writes: authorize } = guardFor(caller, database)
    const outcomes = writes.map((write) => {
      try {
        return { result: store.commit([write], authorize).effects.map(writeResultMessage)[0] ?? {}, status: {} }
      } catch (thrown) {
        const { status, message } = toFirestoreError(thrown)
        return { result: {}, status: { code: STATUS[status].code, message } }
      }
    })
    return { writeResults: outcomes.map(({ result }) => result), status: outcomes.map(({ status }) => status) }
  }
}

function beginTransaction({ transactions }: Context): UnaryRpc {
  return (_, request) => {
    const object = readObject(request, 'beginTransaction')
    rejectUnknownKeys(object, ['database', 'options', 'requestOptions'], 'beginTransaction')
    databaseOf(object)
    return { transaction: transactions.begin(object['options']).id }
  }
}

function rollback({ transactions }: Context): UnaryRpc {
  return (_, request) => {
    const object = readObject(request, 'rollback')
    rejectUnknownKeys(object, ['database', 'transaction', 'requestOptions'], 'rollback')
    databaseOf(object)
    transactions.end(readString(object['transaction'], 'transaction'))
    return {}
  }
}

function getDocument({ guardFor, readsOf: reads }: Context): UnaryRpc {
  return (caller, request) => {
    const object = readObject(request, 'getDocument')
    rejectUnknownKeys(object, ['name', 'mask', ...READ_OPTIONS, 'requestOptions'], 'getDocument')
    const name = readDocumentName(object['name'])
    const doc = reads(object).get(name)
    guardFor(caller, name).get(name, doc)
    if (!doc) throw notFound(name)
    return documentMessage(applyFieldMask(doc, parseMask(object['mask'])))
  }
}

function batchGet({ guardFor, readsOf: reads }: Context): ServerStreamingRpc {
  return (caller, request) => {
    const object = readObject(request, 'batchGet')
    rejectUnknownKeys(object, ['database', 'documents', 'mask', ...READ_OPTIONS, 'requestOptions'], 'batchGet')
    const database = databaseOf(object)
    const checks = guardFor(caller, database)
    const mask = parseMask(object['mask'])
    const names = readList(object['documents'], 'documents').map(readDocumentName)
    for (const name of names) requireSameDatabase(database, name)
    const { get, version, startedTransaction } = reads(object)
    const readTime = timestampOfVersion(version)
    const found = names.map((name) => {
      const doc = get(name)
      checks.get(name, doc)
      return doc ? { found: documentMessage(applyFieldMask(doc, mask)), readTime } : { missing: name, readTime }
    })
    return startedTransaction === undefined ? found : [{ transaction: startedTransaction, readTime }, ...found]
  }
}

function query({ guardFor, readsOf: reads }: Context): ServerStreamingRpc {
  return (caller, request) => {
    const object = readObject(request, 'runQuery')
    rejectUnknownKeys(
      object,
      ['parent', 'structuredQuery', ...READ_OPTIONS, 'explainOptions', 'requestOptions'],
      'runQuery',
    )
    if (object['explainOptions']) throw unimplemented('runQuery.explainOptions')
    const parent = readParentName(object['parent'])
    const parsed = parseQuery(parent, object['structuredQuery'])
    guardFor(caller, parent).list(parsed)
    const { run, version, startedTransaction } = reads(object)
    const readTime = timestampOfVersion(version)
    const found = run(parsed).map((doc) => ({
      document: documentMessage(applyFieldMask(doc, parsed.select)),
      readTime,
    }))
    const [first = { readTime }, ...others] = found
    return [{ ...(startedTransaction === undefined ? {} : { transaction: startedTransaction }), ...first }, ...others]
  }
}

function aggregationQuery({ guardFor, readsOf: reads }: Context): ServerStreamingRpc {
  return (caller, request) => {
    const object = readObject(request, 'runAggregationQuery')
    rejectUnknownKeys(
      object,
      ['parent', 'structuredAggregationQuery', ...READ_OPTIONS, 'explainOptions', 'requestOptions'],
      'runAggregationQuery',
    )
    if (object['explainOptions']) throw unimplemented('runAggregationQuery.explainOptions')
    const parent = readParentName(object['parent'])
    const structured = readObject(object['structuredAggregationQuery'], 'structuredAggregationQuery')
    rejectUnknownKeys(structured, ['structuredQuery', 'aggregations'], 'structuredAggregationQuery')
    const parsed = parseQuery(parent, structured['structuredQuery'])
    const aggregations = parseAggregations(structured['aggregations'])
    guardFor(caller, parent).list(parsed)
    const { run, version, startedTransaction } = reads(object)
    const aggregateFields = aggregate(run(parsed), aggregations)
    return [
      {
        ...(startedTransaction === undefined ? {} : { transaction: startedTransaction }),
        result: { aggregateFields },
        readTime: timestampOfVersion(version),
      },
    ]
  }
}

function parseWrites(object: JsonObject, database: string): readonly Write[] {
  const writes = readList(object['writes'], 'writes').map(parseWrite)
  for (const write of writes) requireSameDatabase(database, write.name)
  return writes
}
