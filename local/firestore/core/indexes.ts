import { BTree } from './btree.ts'
import { compareNames, parentOf } from './paths.ts'
import {
  compareDocs,
  disjunctions,
  NAME_FIELD,
  arrayValues,
  type Cursor,
  type FieldFilter,
  type Query,
  type UnaryFilter,
} from './query.ts'
import { compareValues, NULL, typeRank, valueAt, type Value } from './values.ts'
import type { Doc } from './writes.ts'

/** Limit of indexes per collection or collection group. The least recently used index is removed first. */
const MAX_PER_SCOPE = 16

type Disjunct = readonly (FieldFilter | UnaryFilter)[]
type Field = { readonly field: string; readonly path: readonly string[]; readonly descending: boolean }

/**
 * A part of a key that sorts before all values of a type. The edge of the next type sorts after all values of this
 * type.
 */
type TypeEdge = { readonly rank: number }
type Part = Value | TypeEdge

/**
 * A key of an index. A key with fewer parts than the index has fields is a position: before all keys that start with
 * these parts, or after all of these keys if `after` is true.
 */
type Key = { readonly parts: readonly Part[]; readonly after: boolean }

/**
 * The fields that an index sorts by: the fields that the query compares with `==`, then the elements of one array
 * field, then the query's orders. Filters on other fields are checked for each document.
 */
type Shape = {
  readonly equal: readonly Field[]
  readonly contains: Field | undefined
  readonly orders: readonly Field[]
}

type Plan = { readonly shape: Shape; readonly prefix: readonly Value[]; readonly low: Key; readonly high: Key }

/**
 * Sorted indexes that are created when a query first needs them and updated by every commit. The cost of a query
 * depends on the number of its results, not on the number of stored documents.
 */
export class Indexes {
  readonly #scopes = new Map<string, Map<string, Index>>()

  /**
   * Returns the first `limit` documents for which `accepts` returns true, in the query's order.
   * @param documents returns all documents of the query's scope; called only if the index does not exist yet
   */
  find(query: Query, limit: number, documents: () => Iterable<Doc>, accepts: (doc: Doc) => boolean): Doc[] {
    const scope = scopeOf(query)
    const ways = disjunctions(query.filter).map((disjunct) => planOf(query, disjunct))
    const results = ways.map((plan) => {
      const found: Doc[] = []
      if (limit > 0)
        this.#index(scope, plan.shape, documents).scan(plan, (doc) => {
          if (accepts(doc)) found.push(doc)
          return found.length >= limit
        })
      return found
    })
    const [only] = results
    if (results.length === 1 && only) return only
    const merged = [...new Map(results.flat().map((doc) => [doc.name, doc])).values()]
    return merged.toSorted((a, b) => compareDocs(query, a, b)).slice(0, limit)
  }

  /** Updates all indexes of a document's collection and collection group after a change of the document. */
  update(name: string, before: Doc | undefined, after: Doc | undefined): void {
    const collection = parentOf(name)
    for (const scope of [collection, groupScope(collection)])
      for (const index of this.#scopes.get(scope)?.values() ?? []) {
        if (before) index.remove(before)
        if (after) index.add(after)
      }
  }

  #index(scope: string, shape: Shape, documents: () => Iterable<Doc>): Index {
    const indexes = this.#scopes.get(scope) ?? new Map<string, Index>()
    this.#scopes.set(scope, indexes)
    const id = JSON.stringify(shape)
    const index = indexes.get(id) ?? new Index(shape, documents())
    indexes.delete(id)
    indexes.set(id, index)
    for (const [oldest] of indexes) {
      if (indexes.size <= MAX_PER_SCOPE) break
      indexes.delete(oldest)
    }
    return index
  }
}

class Index {
  readonly #shape: Shape
  readonly #tree: BTree<Key, Doc>

  constructor(shape: Shape, documents: Iterable<Doc>) {
    this.#shape = shape
    const descending = [...shape.equal, ...(shape.contains ? [shape.contains] : []), ...shape.orders].map(
      (field) => field.descending,
    )
    const compare = (a: Key, b: Key) => compareKeys(a, b, descending)
    const entries = [...documents].flatMap((doc) => this.#keys(doc).map((key): [Key, Doc] => [key, doc]))
    this.#tree = new BTree<Key, Doc>(
      entries.toSorted(([a], [b]) => compare(a, b)),
      compare,
    )
  }

  add(doc: Doc): void {
    for (const key of this.#keys(doc)) this.#tree.set(key, doc)
  }

  remove(doc: Doc): void {
    for (const key of this.#keys(doc)) this.#tree.delete(key)
  }

  scan({ low, high }: Plan, stop: (doc: Doc) => boolean): void {
    this.#tree.forRange(low, high, true, (_, doc) => (stop(doc) ? { break: true } : undefined))
  }

  /**
   * Returns the keys of a document in this index: no key if the document lacks a field of the index, one key per
   * element if the index has an array field, and otherwise one key.
   */
  #keys(doc: Doc): Key[] {
    const { equal, contains, orders } = this.#shape
    const start = equal.map((field) => partOf(doc, field))
    const end = orders.map((field) => partOf(doc, field))
    if (start.includes(undefined) || end.includes(undefined)) return []
    const elements = contains ? arrayValues(partOf(doc, contains) ?? NULL).map((item) => [item]) : [[]]
    return elements.map((element) => ({ parts: [...start, ...element, ...end].filter(isPart), after: false }))
  }
}

const isPart = (part: Value | undefined): part is Value => part !== undefined

const partOf = (doc: Doc, { field, path }: Field): Value | undefined =>
  field === NAME_FIELD ? { referenceValue: doc.name } : valueAt(doc.fields, path)

function compareKeys(a: Key, b: Key, descending: readonly boolean[]): number {
  const shared = Math.min(a.parts.length, b.parts.length)
  for (let index = 0; index < shared; index++) {
    const [left, right] = [a.parts[index], b.parts[index]]
    const order = left && right ? compareParts(left, right) : 0
    if (order !== 0) return descending[index] ? -order : order
  }
  if (a.parts.length < b.parts.length) return a.after ? 1 : -1
  if (b.parts.length < a.parts.length) return b.after ? -1 : 1
  return Number(a.after) - Number(b.after)
}

function compareParts(a: Part, b: Part): number {
  if ('rank' in a) return 'rank' in b ? a.rank - b.rank : a.rank <= typeRank(b) ? -1 : 1
  if ('rank' in b) return typeRank(a) < b.rank ? -1 : 1
  if ('referenceValue' in a && 'referenceValue' in b) return compareNames(a.referenceValue, b.referenceValue)
  return compareValues(a, b)
}

function planOf(query: Query, disjunct: Disjunct): Plan {
  const equalities = new Map<string, readonly [Field, Value]>()
  let contains: readonly [Field, Value] | undefined
  for (const part of disjunct) {
    if (part.field === NAME_FIELD) continue
    const value = part.kind === 'field' ? part.value : NULL
    const field = { field: part.field, path: part.path, descending: false }
    if (part.op === 'EQUAL' || part.op === 'IS_NULL') equalities.set(part.field, [field, value])
    else if (part.op === 'ARRAY_CONTAINS') contains = [field, value]
  }
  const equal = [...equalities.values()].toSorted(([a], [b]) => (a.field < b.field ? -1 : 1))
  const prefix = [...equal, ...(contains ? [contains] : [])].map(([, value]) => value)
  const shape = { equal: equal.map(([field]) => field), contains: contains?.[0], orders: query.orders }
  return { shape, prefix, ...rangeOf(query, disjunct, shape, prefix) }
}

/**
 * Returns the range of the index to read, limited by the cursors and by the filters on the field of the first order.
 */
function rangeOf(query: Query, disjunct: Disjunct, shape: Shape, prefix: readonly Value[]): Pick<Plan, 'low' | 'high'> {
  const [first] = query.orders
  const descending = [...prefix.map(() => false), ...shape.orders.map((order) => order.descending)]
  const lows: Key[] = [{ parts: prefix, after: false }]
  const highs: Key[] = [{ parts: prefix, after: true }]
  const addLow = (part: Part, after: boolean) => lows.push({ parts: [...prefix, part], after })
  const addHigh = (part: Part, after: boolean) => highs.push({ parts: [...prefix, part], after })
  for (const part of disjunct) {
    if (part.kind !== 'field' || part.field !== first?.field) continue
    const { op, value } = part
    const above = op === 'GREATER_THAN' || op === 'GREATER_THAN_OR_EQUAL'
    const below = op === 'LESS_THAN' || op === 'LESS_THAN_OR_EQUAL'
    if (op === 'EQUAL') {
      addLow(value, false)
      addHigh(value, true)
    }
    if (!above && !below) continue
    const open = op === 'GREATER_THAN' || op === 'LESS_THAN'
    const [floor, ceiling] = [{ rank: typeRank(value) }, { rank: typeRank(value) + 1 }]
    if (above !== first.descending) {
      addLow(value, open)
      addHigh(above ? ceiling : floor, false)
    } else {
      addHigh(value, !open)
      addLow(above ? ceiling : floor, false)
    }
  }
  const at = ({ values }: Cursor) => [...prefix, ...values]
  if (query.startAt) lows.push({ parts: at(query.startAt), after: !query.startAt.before })
  if (query.endAt) highs.push({ parts: at(query.endAt), after: !query.endAt.before })
  const tightest = (keys: readonly Key[], sign: 1 | -1) =>
    keys.reduce((best, key) => (compareKeys(key, best, descending) * sign > 0 ? key : best))
  return { low: tightest(lows, 1), high: tightest(highs, -1) }
}

const scopeOf = (query: Query): string => {
  const collection = `${query.parent}/${query.collectionId}`
  return query.allDescendants ? groupScope(collection) : collection
}

/** Returns the scope of a collection group: all collections that have the same id in a database. */
const groupScope = (collection: string): string => {
  const database = collection.split('/').slice(0, 5).join('/')
  return `${database}/**/${collection.slice(collection.lastIndexOf('/') + 1)}`
}
