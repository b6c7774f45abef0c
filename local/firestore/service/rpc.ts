import type { JsonObject } from '#local/firestore/core/json.ts'
import type { Store } from '#local/firestore/core/store.ts'
import type { Caller } from './caller.ts'
import type { Guard } from './guard.ts'
import type { Reads } from './reads.ts'
import type { Transactions } from './transactions.ts'

/** An RPC that answers once. Request and answer are the messages of its definition, in ProtoJSON. */
export type Unary = (caller: Caller, request: unknown) => object
/** An RPC that answers with a list of messages and ends. */
export type ServerStreamingRpc = (caller: Caller, request: unknown) => readonly object[]

/** The server's end of one stream; `ended` says that the answer was the last. */
export type Stream = {
  handle(message: unknown): { readonly answer?: object; readonly ended: boolean }
  close(): void
}
/** An RPC that goes on, both ways; what comes at any time goes to `send`. */
export type BidiStreamingRpc = (caller: Caller, database: string, send: (message: object) => void) => Stream

/** What the RPCs work with. */
export type Context = {
  readonly store: Store
  readonly transactions: Transactions
  guardFor(caller: Caller, name: string): Guard
  readsOf(request: JsonObject): Reads
}
