import { FirestoreError, unimplemented } from '#local/firestore/core/errors.ts'
import { callerOf } from '#local/firestore/service/caller.ts'
import type { FirestoreService } from '#local/firestore/service/service.ts'
import { parseJson, sendError, sendJson, type Route } from './http.ts'

const PATH = /^\/v1\/(projects\/[^/]+\/databases\/[^/]+)\/documents(\/[^:]*)?(?::(\w+))?$/

/** The REST calls of Firestore: a method after a colon, or a document by its name. */
export function restRoute(service: FirestoreService): Route {
  return ({ request, response, url, body }) => {
    const match = PATH.exec(decodeURIComponent(url.pathname))
    if (!match) return false
    const [, database = '', path = '', method] = match
    const parent = `${database}/documents${path}`
    try {
      const caller = callerOf(request.headers.authorization)
      if (method !== undefined) {
        if (request.method !== 'POST') throw unimplemented(`${request.method} :${method}`)
        sendJson(response, 200, call(service, method, caller, database, parent, parseJson(body)))
      } else if (request.method === 'GET' && path.split('/').length % 2 === 1 && path !== '') {
        const found = service.getDocument(caller, parent, Object.fromEntries(url.searchParams))
        if (found === undefined) throw new FirestoreError('NOT_FOUND', `Document "${parent}" not found.`)
        sendJson(response, 200, found)
      } else throw unimplemented(`${request.method} ${path || '/'}`)
    } catch (error) {
      sendError(response, error, STREAMING.includes(method ?? ''))
    }
    return true
  }
}

const STREAMING: readonly string[] = ['batchGet', 'runQuery', 'runAggregationQuery']

function call(
  service: FirestoreService,
  method: string,
  caller: ReturnType<typeof callerOf>,
  database: string,
  parent: string,
  request: unknown,
): unknown {
  switch (method) {
    case 'batchGet':
      return service.batchGet(caller, database, request)
    case 'commit':
      return service.commit(caller, database, request)
    case 'runQuery':
      return service.runQuery(caller, parent, request)
    case 'runAggregationQuery':
      return service.runAggregationQuery(caller, parent, request)
    default:
      throw unimplemented(`:${method}`)
  }
}
