import type { JsonObject } from '#local/firestore/core/json.ts'
import type { Store } from '#local/firestore/core/store.ts'
import type { Caller } from './caller.ts'
import type { Guard } from './guard.ts'
import type { RequestReader } from './reads.ts'
import type { Transactions } from './transactions.ts'

/** An RPC with one response. Request and response are ProtoJSON messages. */
export type UnaryRpc = (caller: Caller, request: unknown) => object
/** An RPC whose response is a list of messages. */
export type ServerStreamingRpc = (caller: Caller, request: unknown) => readonly object[]

/**
 * The server side of a stream. `handle` processes one message; if `ended` is true, the stream ends after the answer.
 */
export type Stream = {
  handle(message: unknown): { readonly answer?: object; readonly ended: boolean }
  close(): void
}
/** A bidirectional stream. The server can call `send` at any time. */
export type BidiStreamingRpc = (caller: Caller, database: string, send: (message: object) => void) => Stream

/** Dependencies of the RPCs. */
export type Context = {
  readonly store: Store
  readonly transactions: Transactions
  guardFor(caller: Caller, name: string): Guard
  readsOf(request: JsonObject): RequestReader
}
