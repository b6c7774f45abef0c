import * as z from 'zod/mini'
import { fromFirestoreFields, toFirestoreValue, type ComparedValue } from './firestoreValues.ts'

/** What a target listens to: single documents, or a query over one collection. Paths are like `users/u/logs/l`. */
export type ListenQuery =
  | { readonly documents: readonly string[] }
  | {
      readonly collection: string
      readonly where?: readonly (readonly [field: string, comparison: keyof typeof COMPARISONS, value: ComparedValue])[]
      readonly orderBy?: readonly (readonly [field: string, direction: keyof typeof DIRECTIONS])[]
      readonly limit?: number
    }

export type ListenedDocument = {
  readonly id: string
  readonly path: string
  /** The fields, with the `Timestamp` and `Bytes` of Firestore Lite. */
  readonly data: { readonly [field: string]: unknown }
}

/** The difference between two consistent states of a target's documents. */
export type TargetChange = {
  /** The documents that are new or have changed, in no particular order. */
  readonly changed: readonly ListenedDocument[]
  /** The documents that no longer match, and whether each was deleted. */
  readonly gone: readonly { readonly path: string; readonly deleted: boolean }[]
  /** Whether `changed` contains all documents of the target. All other documents that the caller has are outdated. */
  readonly complete: boolean
}

const COMPARISONS = {
  '==': 'EQUAL',
  '<': 'LESS_THAN',
  '<=': 'LESS_THAN_OR_EQUAL',
  '>': 'GREATER_THAN',
  '>=': 'GREATER_THAN_OR_EQUAL',
} as const
const DIRECTIONS = { asc: 'ASCENDING', desc: 'DESCENDING' } as const

/** The error codes of gRPC in the spelling of the Firestore SDK. The position of a code is its number. */
const ERROR_CODES = [
  'ok',
  'cancelled',
  'unknown',
  'invalid-argument',
  'deadline-exceeded',
  'not-found',
  'already-exists',
  'permission-denied',
  'resource-exhausted',
  'failed-precondition',
  'aborted',
  'out-of-range',
  'unimplemented',
  'internal',
  'unavailable',
  'data-loss',
  'unauthenticated',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

/** An error of the server, or of the connection. */
export type ListenError = { readonly code: ErrorCode; readonly message: string }

const ids = z._default(z.array(z.number()), [])
const text = z._default(z.string(), '')
const Cause = z.object({ code: z._default(z.number(), 0), message: text })
const Removal = z.object({ document: z.string(), removedTargetIds: ids })

/** A message of the server. Each message has one of these properties; messages of an unknown kind have none. */
const ListenMessage = z.object({
  targetChange: z.optional(
    z.object({
      /** Missing in a message that only has a token, a read time, or both. */
      targetChangeType: z.optional(z.string()),
      /** Empty if the change concerns all targets. */
      targetIds: ids,
      resumeToken: text,
      readTime: z.optional(z.string()),
      cause: z.optional(Cause),
    }),
  ),
  documentChange: z.optional(
    z.object({
      document: z.object({ name: z.string(), fields: z.optional(z.unknown()) }),
      targetIds: ids,
      removedTargetIds: ids,
    }),
  ),
  documentDelete: z.optional(Removal),
  documentRemove: z.optional(Removal),
  /** The number of documents that match, from which the client detects that it missed a deletion. */
  filter: z.optional(z.object({ targetId: z.number(), count: z._default(z.number(), 0) })),
})
export type ListenMessage = z.infer<typeof ListenMessage>

const ErrorMessage = z.object({ error: z.object({ status: text, message: text }) })

/** Parses a message. Throws if a property does not have the expected type. */
export const parseListenMessage = (message: unknown): ListenMessage => ListenMessage.parse(message)

/** Returns the error that a message reports, if it does. The server may wrap the message in an array. */
export function errorIn(message: unknown): ListenError | undefined {
  const { data } = ErrorMessage.safeParse(Array.isArray(message) ? message[0] : message)
  if (!data) return undefined
  const name = data.error.status.toLowerCase().replaceAll('_', '-')
  return { code: ERROR_CODES.find((code) => code === name) ?? 'internal', message: data.error.message }
}

/** Returns the reason why the server removed a target. */
export const errorOfCause = (cause: z.infer<typeof Cause> | undefined): ListenError => ({
  code: (cause?.code && ERROR_CODES[cause.code]) || 'internal',
  message: cause?.message ?? '',
})

/** Returns the path of a document, without the prefix `projects/…/databases/…/documents/`. */
export const pathOf = (name: string): string => name.split('/').slice(5).join('/')

/** Returns the id of the document at a path. */
export const idOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/**
 * Returns the `addTarget` of a request.
 * @param root the name under which the documents are, `projects/…/databases/…/documents`
 */
export function targetOf(root: string, id: number, query: ListenQuery, resumeToken: string): object {
  const rest = { targetId: id, ...(resumeToken === '' ? {} : { resumeToken }) }
  if ('documents' in query)
    return { documents: { documents: query.documents.map((path) => `${root}/${path}`) }, ...rest }
  const segments = [root, ...query.collection.split('/')]
  const filters = (query.where ?? []).map(([field, comparison, value]) => ({
    fieldFilter: { field: { fieldPath: field }, op: COMPARISONS[comparison], value: toFirestoreValue(value) },
  }))
  const structuredQuery = {
    from: [{ collectionId: segments.at(-1) }],
    ...(filters.length > 0 && { where: { compositeFilter: { op: 'AND', filters } } }),
    ...(query.orderBy && {
      orderBy: query.orderBy.map(([field, direction]) => ({
        field: { fieldPath: field },
        direction: DIRECTIONS[direction],
      })),
    }),
    ...(query.limit !== undefined && { limit: query.limit }),
  }
  return { query: { parent: segments.slice(0, -1).join('/'), structuredQuery }, ...rest }
}

/** How often a target without changes is confirmed, in milliseconds. The journal stores when it was last up to date. */
const CONFIRM_MS = 5 * 60_000

/**
 * Collects what the server sends for one target, until a snapshot makes it consistent. Before a snapshot, some
 * documents may already have changed while others have not.
 */
export class TargetState {
  /** The resume token of the last snapshot; empty if the next request needs all documents. */
  #token = ''
  /** The paths of the documents at the last snapshot. */
  #paths: ReadonlySet<string> = new Set()
  /** `requested`: the server has not answered yet; `current`: the next snapshot is consistent for this target. */
  #progress: 'requested' | 'added' | 'current' = 'requested'
  #isComplete = false
  #newToken = ''
  #changed = new Map<string, ListenedDocument>()
  #gone = new Map<string, boolean>()
  #reportedAt = -Infinity

  get token(): string {
    return this.#token
  }

  /** Starts again from the last snapshot, for a new request. */
  restart(): void {
    this.#progress = 'requested'
    this.#clear(this.#token === '')
    this.#reportedAt = -Infinity
  }

  /** Makes the next request return all documents. */
  forgetToken(): void {
    this.#token = ''
  }

  setAdded(): void {
    this.#progress = 'added'
  }

  setCurrent(): void {
    if (this.#progress === 'added') this.#progress = 'current'
  }

  /** Discards all documents. The server then sends all of them and makes the target current again. */
  reset(): void {
    if (this.#progress === 'requested') return
    this.#progress = 'added'
    this.#clear(true)
  }

  offerToken(token: string): void {
    if (this.#progress !== 'requested' && token !== '') this.#newToken = token
  }

  put(document: ListenedDocument): void {
    this.#gone.delete(document.path)
    this.#changed.set(document.path, document)
  }

  remove(path: string, deleted: boolean): void {
    this.#changed.delete(path)
    this.#gone.set(path, deleted)
  }

  /**
   * Returns whether the number of documents shows that the server did not report a document that is gone. A complete
   * answer is not checked, because another complete answer would not differ.
   */
  hasMissed(count: number): boolean {
    return !this.#isComplete && this.#nextPaths().size !== count
  }

  /**
   * Returns the changes since the last snapshot, or undefined if there is nothing to report. The first snapshot after a
   * request is always reported, because it confirms the documents.
   * @param readTime the server's time of the snapshot, in milliseconds since 1970
   */
  take(readTime: number): TargetChange | undefined {
    if (this.#progress !== 'current') return undefined
    const complete = this.#isComplete
    const changed = [...this.#changed.values()]
    const gone = Array.from(this.#gone, ([path, deleted]) => ({ path, deleted })).filter(
      ({ path }) => !complete && this.#paths.has(path),
    )
    this.#paths = this.#nextPaths()
    this.#token = this.#newToken || this.#token
    this.#clear(false)
    const isUnchanged = !complete && changed.length === 0 && gone.length === 0
    if (isUnchanged && readTime - this.#reportedAt < CONFIRM_MS) return undefined
    this.#reportedAt = readTime
    return { changed, gone, complete }
  }

  #nextPaths(): ReadonlySet<string> {
    if (!this.#isComplete && this.#changed.size === 0 && this.#gone.size === 0) return this.#paths
    const before = this.#isComplete ? new Set<string>() : this.#paths
    return before.union(this.#changed).difference(this.#gone)
  }

  #clear(complete: boolean): void {
    this.#isComplete = complete
    this.#newToken = ''
    this.#changed.clear()
    this.#gone.clear()
  }
}

/** Converts a document of a message. */
export function toListenedDocument({ name, fields }: { name: string; fields?: unknown }): ListenedDocument {
  const path = pathOf(name)
  return { id: idOf(path), path, data: fromFirestoreFields(fields) }
}
