import type { Caller } from './caller.ts'
import type { ServerStreamingRpc, BidiStreamingRpc, UnaryRpc } from './rpc.ts'
import type { FirestoreService } from './service.ts'

/** The number of reads and writes of one caller since the server started, counted as Firestore bills them. */
export type Usage = { reads: number; writes: number }

/** The number of documents that an aggregation counts for the price of one read. */
const COUNTED_BY_ONE_READ = 1000

/** The keys for the usage of administrators and of callers who are not signed in. */
const ADMIN_NAME = 'owner'
const ANONYMOUS_NAME = 'anonymous'

export type MeteredService = FirestoreService & { readonly usage: ReadonlyMap<string, Usage> }

/** Wraps a service and counts the reads and writes of each caller. */
export function withUsage(service: FirestoreService): MeteredService {
  const usage = new Map<string, Usage>()
  const usageOf = (caller: Caller): Usage => {
    const name = nameOf(caller)
    const known = usage.get(name) ?? { reads: 0, writes: 0 }
    usage.set(name, known)
    return known
  }
  const unary = ([name, run]: readonly [string, UnaryRpc]): [string, UnaryRpc] => [
    name,
    (caller, request) => {
      const answer = run(caller, request)
      if (name === 'GetDocument') usageOf(caller).reads++
      else if (name.endsWith('Document')) usageOf(caller).writes++
      else if (name === 'ListDocuments') usageOf(caller).reads += Math.max(1, countOf(answer, 'documents'))
      else usageOf(caller).writes += countOf(answer, 'writeResults')
      return answer
    },
  ]
  const meterServerStreaming = ([name, run]: readonly [string, ServerStreamingRpc]): [string, ServerStreamingRpc] => [
    name,
    (caller, request) => {
      const answer = run(caller, request)
      usageOf(caller).reads += name === 'RunAggregationQuery' ? readsOfCount(answer) : Math.max(1, answer.length)
      return answer
    },
  ]
  const listen: BidiStreamingRpc = (caller, database, send) =>
    service.listen(caller, database, (message) => {
      if ('documentChange' in message) usageOf(caller).reads++
      send(message)
    })
  const write: BidiStreamingRpc = (caller, database, send) => {
    const stream = service.write(caller, database, send)
    return {
      handle(message) {
        const handled = stream.handle(message)
        usageOf(caller).writes += countOf(handled.answer, 'writeResults')
        return handled
      },
      close: stream.close,
    }
  }
  return {
    ...service,
    usage,
    unary: new Map([...service.unary].map(unary)),
    serverStreaming: new Map([...service.serverStreaming].map(meterServerStreaming)),
    listen,
    write,
  }
}

function nameOf(caller: Caller): string {
  if (caller.admin) return ADMIN_NAME
  const uid = caller.auth?.get('uid')
  return typeof uid === 'string' ? uid : ANONYMOUS_NAME
}

function countOf(answer: object | undefined, field: string): number {
  const list: unknown = answer && Object.entries(answer).find(([key]) => key === field)?.[1]
  return Array.isArray(list) ? list.length : 0
}

/** Returns the reads of an aggregation. Takes the first integer in the answer as the number of documents. */
function readsOfCount(answer: readonly object[]): number {
  const counted = Number(/"integerValue":"(\d+)"/.exec(JSON.stringify(answer))?.[1] ?? 0)
  return Math.max(1, Math.ceil(counted / COUNTED_BY_ONE_READ))
}
