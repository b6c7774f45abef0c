import { invalidArgument } from './errors.ts'
import { compareNames } from './paths.ts'
import { compareValues, FieldsBuilder, isNaNValue, NULL, sameValue, typeRank, valueAt, type Value } from './values.ts'
import type { Doc } from './writes.ts'

export const FIELD_OPERATORS = [
  'OPERATOR_UNSPECIFIED',
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL',
  'EQUAL',
  'NOT_EQUAL',
  'ARRAY_CONTAINS',
  'IN',
  'ARRAY_CONTAINS_ANY',
  'NOT_IN',
] as const
export const UNARY_OPERATORS = { 2: 'IS_NAN', 3: 'IS_NULL', 4: 'IS_NOT_NAN', 5: 'IS_NOT_NULL' } as const
export const MAX_DISJUNCTIONS = 30
export const NAME_FIELD = '__name__'

export type FieldOperator = Exclude<(typeof FIELD_OPERATORS)[number], 'OPERATOR_UNSPECIFIED'>
export type FieldFilter = {
  readonly kind: 'field'
  readonly field: string
  readonly path: readonly string[]
  readonly op: FieldOperator
  readonly value: Value
}
export type UnaryFilter = {
  readonly kind: 'unary'
  readonly field: string
  readonly path: readonly string[]
  readonly op: (typeof UNARY_OPERATORS)[keyof typeof UNARY_OPERATORS]
}
export type Filter =
  | FieldFilter
  | UnaryFilter
  | { readonly kind: 'and'; readonly filters: readonly Filter[] }
  | { readonly kind: 'or'; readonly filters: readonly Filter[] }
export type Order = { readonly field: string; readonly path: readonly string[]; readonly descending: boolean }
export type Cursor = { readonly values: readonly Value[]; readonly before: boolean }

/** A validated and completed query: `orders` is never empty and ends with the document name. */
export type Query = {
  readonly parent: string
  readonly collectionId: string
  readonly allDescendants: boolean
  readonly filter: Filter | undefined
  readonly orders: readonly Order[]
  /** The orders that the client sent. Security rules see these orders. */
  readonly explicitOrders: readonly Order[]
  readonly startAt: Cursor | undefined
  readonly endAt: Cursor | undefined
  readonly offset: number
  readonly limit: number | undefined
  readonly select: readonly (readonly string[])[] | undefined
}

/**
 * Returns whether a query has a limit or an offset. In this case, a listener cannot test each document separately,
 * because other documents also decide whether a document is a result.
 */
export const hasLimitOrOffset = (query: Query): boolean => query.limit !== undefined || query.offset > 0

/**
 * Returns whether a document matches a query's collection, filter, order fields and cursors. Ignores limit and offset.
 */
export function matchesQuery(query: Query, doc: Doc): boolean {
  const collection = doc.name.slice(0, doc.name.lastIndexOf('/'))
  const below = collection.startsWith(`${query.parent}/`)
  return below && selectsCollection(query, collection) && satisfiesConstraints(query, doc)
}

/** Returns the document with only the fields of the mask, or with all fields if there is no mask. */
export function applyFieldMask(doc: Doc, mask: readonly (readonly string[])[] | undefined): Doc {
  if (!mask) return doc
  const draft = new FieldsBuilder({})
  for (const path of mask) {
    const value = valueAt(doc.fields, path)
    if (value !== undefined) draft.set(path, value)
  }
  return { ...doc, fields: draft.fields }
}

/**
 * Returns the disjunctive normal form of a filter, in which `or`, `in` and `array-contains-any` are expanded. Throws
 * INVALID_ARGUMENT if there are more than 30 disjuncts.
 */
export function disjunctions(filter: Filter | undefined): readonly (readonly (FieldFilter | UnaryFilter)[])[] {
  return filter ? expand(filter) : [[]]
}

/**
 * Throws as soon as there are too many disjuncts, because expanding a few `in` filters of ten values each would exhaust
 * the memory.
 */
function limitDisjunctions<Way>(disjuncts: Way[]): Way[] {
  if (disjuncts.length > MAX_DISJUNCTIONS)
    throw invalidArgument(`a query may have ${MAX_DISJUNCTIONS} disjunctions after expansion`)
  return disjuncts
}

function expand(filter: Filter): (FieldFilter | UnaryFilter)[][] {
  switch (filter.kind) {
    case 'or':
      return limitDisjunctions(filter.filters.flatMap(expand))
    case 'and': {
      const parts = filter.filters.map(expand)
      // Merges the filters with a single disjunct first, because they do not increase the number of disjuncts.
      const certain = parts.filter((disjuncts) => disjuncts.length === 1).flat(2)
      return parts
        .filter((disjuncts) => disjuncts.length !== 1)
        .reduce(
          (disjuncts, part) =>
            limitDisjunctions(disjuncts.flatMap((disjunct) => part.map((more) => [...disjunct, ...more]))),
          [certain],
        )
    }
    case 'unary':
      return [[filter]]
    case 'field': {
      if (filter.op !== 'IN' && filter.op !== 'ARRAY_CONTAINS_ANY') return [[filter]]
      const op = filter.op === 'IN' ? 'EQUAL' : 'ARRAY_CONTAINS'
      return limitDisjunctions(arrayValues(filter.value).map((value) => [{ ...filter, op, value }]))
    }
  }
}

/**
 * Returns whether a query reads a collection that is below the query's parent. An empty collection id selects every
 * collection.
 */
export function selectsCollection({ parent, collectionId, allDescendants }: Query, collection: string): boolean {
  const path = collection.slice(parent.length + 1)
  if (!allDescendants && path.includes('/')) return false
  return collectionId === '' || path === collectionId || path.endsWith(`/${collectionId}`)
}

function satisfiesConstraints(query: Query, doc: Doc): boolean {
  if (query.filter && !matchesFilter(query.filter, doc)) return false
  for (const order of query.orders) if (orderValue(order, doc) === undefined) return false
  if (query.startAt && compareToCursor(query, doc, query.startAt) < (query.startAt.before ? 0 : 1)) return false
  if (query.endAt && compareToCursor(query, doc, query.endAt) > (query.endAt.before ? -1 : 0)) return false
  return true
}

export function compareDocs(query: Query, a: Doc, b: Doc): number {
  for (const order of query.orders) {
    const compared =
      order.field === NAME_FIELD
        ? compareNames(a.name, b.name)
        : compareValues(valueAt(a.fields, order.path) ?? NULL, valueAt(b.fields, order.path) ?? NULL)
    if (compared !== 0) return order.descending ? -compared : compared
  }
  return 0
}

function compareToCursor(query: Query, doc: Doc, cursor: Cursor): number {
  for (const [index, value] of cursor.values.entries()) {
    const order = query.orders[index]
    const own = order && orderValue(order, doc)
    if (!order || own === undefined) return 0
    const compared = compareValues(own, value)
    if (compared !== 0) return order.descending ? -compared : compared
  }
  return 0
}

export function orderValue(order: Order, doc: Doc): Value | undefined {
  return order.field === NAME_FIELD ? { referenceValue: doc.name } : valueAt(doc.fields, order.path)
}

function matchesFilter(filter: Filter, doc: Doc): boolean {
  if (filter.kind === 'and') return filter.filters.every((part) => matchesFilter(part, doc))
  if (filter.kind === 'or') return filter.filters.some((part) => matchesFilter(part, doc))
  const value: Value | undefined =
    filter.field === NAME_FIELD ? { referenceValue: doc.name } : valueAt(doc.fields, filter.path)
  if (value === undefined) return false
  return filter.kind === 'unary' ? matchesUnaryFilter(filter.op, value) : matchesFieldFilter(filter, value)
}

function matchesUnaryFilter(op: UnaryFilter['op'], value: Value): boolean {
  switch (op) {
    case 'IS_NULL':
      return 'nullValue' in value
    case 'IS_NOT_NULL':
      return !('nullValue' in value)
    case 'IS_NAN':
      return isNaNValue(value)
    case 'IS_NOT_NAN':
      return !('nullValue' in value) && !isNaNValue(value)
  }
}

function matchesFieldFilter({ op, value: wanted }: FieldFilter, value: Value): boolean {
  const comparable = typeRank(value) === typeRank(wanted) && isComparable(value) && isComparable(wanted)
  switch (op) {
    case 'EQUAL':
      return equals(value, wanted)
    case 'NOT_EQUAL':
      return !('nullValue' in value) && !('nullValue' in wanted) && !equals(value, wanted)
    case 'LESS_THAN':
      return comparable && compareValues(value, wanted) < 0
    case 'LESS_THAN_OR_EQUAL':
      return comparable && compareValues(value, wanted) <= 0
    case 'GREATER_THAN':
      return comparable && compareValues(value, wanted) > 0
    case 'GREATER_THAN_OR_EQUAL':
      return comparable && compareValues(value, wanted) >= 0
    case 'ARRAY_CONTAINS':
      return arrayValues(value).some((item) => equals(item, wanted))
    case 'IN':
      return arrayValues(wanted).some((item) => equals(item, value))
    case 'ARRAY_CONTAINS_ANY':
      return arrayValues(value).some((item) => arrayValues(wanted).some((any) => equals(any, item)))
    case 'NOT_IN':
      return !('nullValue' in value) && !arrayValues(wanted).some((item) => 'nullValue' in item || equals(item, value))
  }
}

const isComparable = (value: Value): boolean => !('nullValue' in value) && !isNaNValue(value)

/**
 * Compares values in a field filter. Null and NaN are not equal to any value, because only unary filters select null
 * and NaN.
 */
const equals = (a: Value, b: Value): boolean => isComparable(a) && isComparable(b) && sameValue(a, b)

export const arrayValues = (value: Value): readonly Value[] => ('arrayValue' in value ? value.arrayValue.values : [])
