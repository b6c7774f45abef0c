import type { IncomingMessage } from 'node:http'
import { invalidArgument, unimplemented } from '#local/firestore/core/errors.ts'
import { readObject, type JsonObject } from '#local/firestore/core/json.ts'
import { callerOf, type Caller } from '#local/firestore/service/caller.ts'
import type { FirestoreService } from '#local/firestore/service/service.ts'
import { decodeUrlPart, parseJson, sendError, sendJson, type HttpExchange, type Route } from './http.ts'

const PATH = /^\/v1\/(projects\/[^/]+\/databases\/[^/:]+)\/documents((?:\/[^/:]*)*)(?::(\w+))?$/

/**
 * The custom methods of the REST API (the part of a URL after a colon), each with its RPC and the part of the URL that
 * the RPC's request needs.
 */
const CUSTOM = new Map<string | undefined, { readonly rpc: string; readonly of: 'database' | 'parent' }>(
  Object.entries({
    beginTransaction: { rpc: 'BeginTransaction', of: 'database' as const },
    commit: { rpc: 'Commit', of: 'database' as const },
    rollback: { rpc: 'Rollback', of: 'database' as const },
    batchWrite: { rpc: 'BatchWrite', of: 'database' as const },
    batchGet: { rpc: 'BatchGetDocuments', of: 'database' as const },
    runQuery: { rpc: 'RunQuery', of: 'parent' as const },
    runAggregationQuery: { rpc: 'RunAggregationQuery', of: 'parent' as const },
    listCollectionIds: { rpc: 'ListCollectionIds', of: 'parent' as const },
  }),
)

type Call = { readonly rpc: string; readonly request: JsonObject }
type Target = { readonly database: string; readonly name: string; readonly segments: readonly string[] }

/**
 * Implements the REST API: custom methods (the part of a URL after a colon), and HTTP methods on documents and
 * collections.
 */
export function restRoute(service: FirestoreService): Route {
  return (exchange) => {
    const match = PATH.exec(exchange.url.pathname)
    if (!match) return false
    const { request, response } = exchange
    const customMethod = match[3]
    const serverStreaming = service.serverStreaming.get(CUSTOM.get(customMethod)?.rpc ?? '')
    try {
      const caller = callerOf(request.headers.authorization)
      const target = targetOf(match[1] ?? '', match[2] ?? '')
      const call =
        customMethod === undefined ? documentCall(exchange, target) : customCall(exchange, target, customMethod)
      sendJson(
        response,
        200,
        serverStreaming ? serverStreaming(caller, call.request) : callUnary(service, caller, call),
      )
    } catch (error) {
      sendError(response, error, serverStreaming !== undefined)
    }
    return true
  }
}

function callUnary(service: FirestoreService, caller: Caller, { rpc, request }: Call): object {
  const unary = service.unary.get(rpc)
  if (!unary) throw unimplemented(rpc)
  return unary(caller, request)
}

function targetOf(database: string, path: string): Target {
  const segments = path
    .split('/')
    .slice(1)
    .map((part) => {
      const segment = decodeUrlPart(part)
      if (segment.includes('/')) throw invalidArgument('a path segment must not contain a slash')
      return segment
    })
  const named = decodeUrlPart(database)
  return { database: named, name: [`${named}/documents`, ...segments].join('/'), segments }
}

function customCall({ request, body }: HttpExchange, { database, name }: Target, customMethod: string): Call {
  const custom = CUSTOM.get(customMethod)
  if (!custom || request.method !== 'POST') throw unimplemented(`${request.method} :${customMethod}`)
  const place = custom.of === 'database' ? { database } : { parent: name }
  return { rpc: custom.rpc, request: { ...readObject(parseJson(body), 'the body'), ...place } }
}

/** Returns the RPC for a GET, POST, PATCH or DELETE request to a document or a collection. */
function documentCall({ request, url, body }: HttpExchange, { name, segments }: Target): Call {
  const query = parseQueryParameters(url.searchParams)
  const isDocument = segments.length > 0 && segments.length % 2 === 0
  const collection = { parent: name.slice(0, name.lastIndexOf('/')), collectionId: segments.at(-1) ?? '' }
  const document = () => readObject(parseJson(body), 'the body')
  switch (`${methodOf(request)} ${isDocument ? 'document' : segments.length === 0 ? 'root' : 'collection'}`) {
    case 'GET document':
      return { rpc: 'GetDocument', request: { ...query, name } }
    case 'PATCH document':
      return { rpc: 'UpdateDocument', request: { ...query, document: { ...document(), name } } }
    case 'DELETE document':
      return { rpc: 'DeleteDocument', request: { ...query, name } }
    case 'GET collection':
      return { rpc: 'ListDocuments', request: { ...query, ...collection } }
    case 'POST collection':
      return { rpc: 'CreateDocument', request: { ...query, ...collection, document: document() } }
    default:
      throw unimplemented(`${request.method} ${url.pathname}`)
  }
}

const methodOf = ({ method, headers }: IncomingMessage): string =>
  String(headers['x-http-method-override'] ?? method ?? '')

const REPEATED: readonly string[] = ['mask.fieldPaths', 'updateMask.fieldPaths']
const FLAGS: readonly string[] = ['currentDocument.exists', 'showMissing']
/** Query parameters that all Google APIs have in common. They are not part of the request message. */
const COMMON: readonly string[] = ['alt', '$alt', 'key', 'prettyPrint', '$prettyPrint', 'fields', 'access_token']

/**
 * Converts query parameters to request fields: `mask.fieldPaths=a&mask.fieldPaths=b` is `{mask: {fieldPaths: [a, b]}}`.
 */
function parseQueryParameters(parameters: URLSearchParams): JsonObject {
  const request: { [key: string]: unknown } = {}
  for (const key of new Set(parameters.keys())) {
    if (COMMON.includes(key)) continue
    const text = parameters.get(key) ?? ''
    const value = REPEATED.includes(key) ? parameters.getAll(key) : FLAGS.includes(key) ? parseFlag(key, text) : text
    const [head = '', inner] = key.split('.')
    request[head] = inner === undefined ? value : { ...readObject(request[head], head), [inner]: value }
  }
  return request
}

function parseFlag(key: string, text: string): boolean {
  if (text !== 'true' && text !== 'false') throw invalidArgument(`${key} must be true or false`)
  return text === 'true'
}
