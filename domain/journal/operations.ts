import * as z from 'zod/mini'
import { EntryContent, isSamePart, pickParts } from '#domain/entry/content.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import { merge } from '#domain/entry/merge.ts'
import { STATIONS } from '#domain/radio/stations.ts'

const entryId = z.string()

/** The changes of a journal's entries. */
const EntryOperation = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('add'),
    id: entryId,
    content: EntryContent,
    metadata: z.object({
      clientTime: z.number(),
      timeZone: z.string(),
      frequency: z.number(),
      source: z.enum(['typed', 'voice', 'import']),
    }),
  }),
  /**
   * `base` is the content when the user began to edit, `mine` the content that the user saved. `isBulk`: the change is
   * one of many, for example of a renamed tag. If the server rejects it, there is no text to keep as a draft.
   */
  z.object({
    kind: z.literal('edit'),
    id: entryId,
    base: EntryContent,
    mine: EntryContent,
    isBulk: z.optional(z.boolean()),
  }),
  z.object({ kind: z.literal('delete'), id: entryId }),
  z.object({ kind: z.literal('restore'), id: entryId }),
  /** Deletes an entry permanently. */
  z.object({ kind: z.literal('remove'), id: entryId }),
  /** Deletes all entries permanently, including the trash. */
  z.object({ kind: z.literal('clear') }),
])

/** The changes of a user's other documents. */
const AccountOperation = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('settings'), changes: z.record(z.string(), z.unknown()) }),
  z.object({ kind: z.literal('saveSearch'), text: z.string() }),
  z.object({ kind: z.literal('unsaveSearch'), text: z.string() }),
  /** `frequency` is in megahertz. */
  z.object({ kind: z.literal('tune'), frequency: z.number() }),
  z.object({
    kind: z.literal('addFavorite'),
    id: z.string(),
    station: z.enum(STATIONS.map(({ key }) => key)),
    song: z.object({
      artist: z.string(),
      title: z.string(),
      album: z.nullable(z.string()),
      date: z.nullable(z.number()),
    }),
  }),
  z.object({ kind: z.literal('removeFavorite'), id: z.string() }),
  /** The token that addresses the browser that receives push messages; null if no browser receives them. */
  z.object({ kind: z.literal('pushToken'), token: z.nullable(z.string()) }),
])

type Immutable<Value> = Value extends (infer Item)[]
  ? readonly Immutable<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Immutable<Value[Name]> }
    : Value

export type EntryOperation = Immutable<z.infer<typeof EntryOperation>>
export type AccountOperation = Immutable<z.infer<typeof AccountOperation>>

/** A change of the user's data. */
export type Operation = EntryOperation | AccountOperation

/** An operation that is stored on this device until the server has accepted or rejected it. */
export const QueuedOperation = z.object({
  /** The position in the queue. A later operation has a higher number. */
  seq: z.number(),
  /** Identifies the operation, so that queuing it again has no effect. The key of a draft for an entry from an editor. */
  key: z.string(),
  /** When the operation was queued, in milliseconds since 1970, by the clock of this device. */
  at: z.number(),
  operation: z.union([EntryOperation, AccountOperation]),
})
export type QueuedOperation = Immutable<z.infer<typeof QueuedOperation>>

/** How the server has answered an operation. A `conflict` needs the user's decision. */
export type Outcome = 'saved' | 'conflict' | 'refused'

/** `stored` is the server's version of the entry after the answer, if it is known; null if the entry does not exist. */
export type Answer = { readonly outcome: Outcome; readonly stored?: LogEntry | null }

/** The document that stands for all entries in `documentOf`. */
const ALL_ENTRIES = 'logs'

/** Returns the document that an operation changes. Operations on the same document are sent in their order. */
export function documentOf(operation: Operation): string {
  switch (operation.kind) {
    case 'add':
    case 'edit':
    case 'delete':
    case 'restore':
    case 'remove':
      return `${ALL_ENTRIES}/${operation.id}`
    case 'clear':
      return ALL_ENTRIES
    case 'settings':
    case 'saveSearch':
    case 'unsaveSearch':
      return 'settings'
    case 'tune':
      return 'profile'
    case 'addFavorite':
    case 'removeFavorite':
      return `favorites/${operation.id}`
    case 'pushToken':
      return 'notifications'
  }
}

/** Returns the id of the entry that an operation changes, or undefined if it changes no single entry. */
export function entryIdOf(operation: Operation | undefined): string | undefined {
  const isOfEntry = operation !== undefined && documentOf(operation).startsWith(`${ALL_ENTRIES}/`)
  return isOfEntry && 'id' in operation ? operation.id : undefined
}

/** Returns the verb of an operation in the error messages of the specification. */
export function verbOf({ kind }: Operation): 'add' | 'update' | 'delete' | 'clear' {
  if (kind === 'add' || kind === 'clear') return kind
  return kind === 'delete' || kind === 'remove' ? 'delete' : 'update'
}

/** How long a change of the settings or of the dial waits for further changes, which are then sent together. */
export const COMBINE_MS = 600

/** Whether an operation waits for further changes, for example while the user turns the dial. */
export const waitsForMore = ({ kind }: Operation): boolean => kind === 'settings' || kind === 'tune'

/**
 * How many characters the operations of a batch have as JSON. The database accepts 10 MiB per commit. A slow connection
 * must be able to send a batch before its timeout.
 */
export const MAX_BATCH_CHARACTERS = 250_000

/**
 * Returns the next operations to send together: the first operation of each document, in the order of the queue. Nothing
 * overtakes a `clear`, and a `clear` is sent alone, because it deletes every entry that the server has. An operation that
 * is larger than a batch may be is sent alone too.
 * @param waiting the keys of operations that wait for further changes
 */
export function nextBatch(
  queue: readonly QueuedOperation[],
  limit: number,
  waiting: readonly string[] = [],
): readonly QueuedOperation[] {
  const documents = new Set<string>()
  const batch: QueuedOperation[] = []
  let characters = 0
  for (const queued of queue) {
    if (batch.length === limit) break
    const isClear = queued.operation.kind === 'clear'
    if (isClear) return batch.length === 0 ? [queued] : batch
    const document = documentOf(queued.operation)
    const isFirst = !documents.has(document)
    documents.add(document)
    if (!isFirst || waiting.includes(queued.key)) continue
    characters += JSON.stringify(queued.operation).length
    if (characters > MAX_BATCH_CHARACTERS && batch.length > 0) break
    batch.push(queued)
  }
  return batch
}

/** Groups the operations that change a single entry by the entry's id. */
export function operationsByEntry(queue: readonly QueuedOperation[]): ReadonlyMap<string, readonly QueuedOperation[]> {
  const byId = new Map<string, QueuedOperation[]>()
  for (const queued of queue) {
    const id = entryIdOf(queued.operation)
    if (id !== undefined) byId.set(id, [...(byId.get(id) ?? []), queued])
  }
  return byId
}

/** What a queue changes about the entries of the server. */
type QueuedChanges = {
  /** Whether the queue deletes all entries. */
  readonly isClearing: boolean
  /** The operations that change a single entry by the entry's id, without those before a deletion of all entries. */
  readonly operations: ReadonlyMap<string, readonly QueuedOperation[]>
}

export function changesIn(queue: readonly QueuedOperation[]): QueuedChanges {
  const lastClear = queue.findLastIndex(({ operation }) => operation.kind === 'clear')
  return { isClearing: lastClear >= 0, operations: operationsByEntry(queue.slice(lastClear + 1)) }
}

/**
 * Returns the entry as the user sees it, with the operations that the server has not confirmed.
 * @param stored the entry on the server; undefined if the server has none
 */
export function withOperations(
  stored: LogEntry | undefined,
  operations: readonly QueuedOperation[],
): LogEntry | undefined {
  return operations.reduce((entry, queued) => withOperation(entry, queued), stored)
}

function withOperation(entry: LogEntry | undefined, { operation, at }: QueuedOperation): LogEntry | undefined {
  if (operation.kind === 'add') return entry ?? newEntry(operation, at)
  if (operation.kind === 'remove' || operation.kind === 'clear') return undefined
  if (!entry) return undefined
  switch (operation.kind) {
    case 'edit': {
      const { base, mine } = operation
      const changed = pickParts(mine, (part) => !isSamePart(part, mine, base))
      return { ...entry, ...changed, queued: true }
    }
    case 'delete':
      return { ...entry, deleted: true, listed: false, deletedAt: at, queued: true }
    case 'restore':
      return { ...entry, deleted: false, listed: entry.timestamp !== null, deletedAt: null, queued: true }
    default:
      return entry
  }
}

function newEntry({ id, content, metadata }: EntryOperation & { kind: 'add' }, at: number): LogEntry {
  const { clientTime, timeZone, frequency } = metadata
  return {
    id,
    ...content,
    timestamp: at,
    lastUpdated: at,
    updatedAt: null,
    suggestions: null,
    deleted: false,
    listed: true,
    deletedAt: null,
    frequency,
    clientTime,
    timeZone,
    queued: true,
  }
}

/**
 * Combines two queued operations into one, so that moving the dial twenty times is one write. Returns undefined if both
 * have to be sent.
 */
export function combine(earlier: Operation, later: Operation): Operation | undefined {
  if (earlier.kind === 'tune' && later.kind === 'tune') return later
  if (earlier.kind === 'pushToken' && later.kind === 'pushToken') return later
  if (earlier.kind === 'settings' && later.kind === 'settings')
    return { kind: 'settings', changes: { ...earlier.changes, ...later.changes } }
  return undefined
}

/** What has to be written so that an operation takes effect, or the answer if nothing has to be written. */
export type Decision =
  | { readonly kind: 'write'; readonly changes: Partial<EntryContent> }
  | { readonly kind: 'done'; readonly answer: Answer }

/** The decision to write an operation without knowing the server's version. */
export const WRITE: Decision = { kind: 'write', changes: {} }

/**
 * Decides what an operation still has to write. An operation may have been sent before, without an answer, so an
 * operation that has already taken effect counts as saved.
 * @param theirs the entry on the server; undefined if the server has none
 */
export function decide(operation: EntryOperation, theirs: LogEntry | undefined): Decision {
  const done = (outcome: Outcome): Decision => ({ kind: 'done', answer: { outcome, stored: theirs ?? null } })
  switch (operation.kind) {
    case 'add':
      return theirs ? done('saved') : WRITE
    case 'edit': {
      const merged = merge(operation.base, operation.mine, theirs)
      return merged.kind === 'write' ? merged : done(merged.kind === 'same' ? 'saved' : 'conflict')
    }
    case 'delete':
      return theirs && !theirs.deleted ? WRITE : done('saved')
    case 'restore':
      return theirs?.deleted ? WRITE : done(theirs ? 'saved' : 'refused')
    case 'remove':
      return theirs ? WRITE : done('saved')
    case 'clear':
      return WRITE
  }
}

/** Whether the server's version must be read before the operation is sent, even if it was never sent before. */
export const needsCurrentVersion = ({ kind }: EntryOperation): boolean => kind === 'edit'
