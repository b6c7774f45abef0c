import { FirestoreError, invalid, unimplemented } from './errors.ts'
import { intAt, isObject, listAt, objectAt, onlyKeys, stringAt } from './json.ts'
import { compareNames, formatFieldPath, parseFieldPath } from './paths.ts'
import type { Snapshot } from './store.ts'
import { compareValues, isNaNValue, NULL, parseValue, sameValue, typeRank, valueAt, type Value } from './values.ts'
import type { Doc } from './writes.ts'

const FIELD_OPERATORS = [
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
const UNARY_OPERATORS = { 2: 'IS_NAN', 3: 'IS_NULL', 4: 'IS_NOT_NAN', 5: 'IS_NOT_NULL' } as const
const INEQUALITIES: readonly string[] = [
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL',
  'NOT_EQUAL',
  'NOT_IN',
]
const UNARY_INEQUALITIES: readonly string[] = ['IS_NOT_NAN', 'IS_NOT_NULL']
const NEGATIONS: readonly string[] = ['NOT_EQUAL', 'NOT_IN', ...UNARY_INEQUALITIES]
const MAX_DISJUNCTIONS = 30
const MAX_NOT_IN = 10
const KEY = '__name__'

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
type Order = { readonly field: string; readonly path: readonly string[]; readonly descending: boolean }
type Cursor = { readonly values: readonly Value[]; readonly before: boolean }

/** A query that has been checked and completed: `orders` is never empty and ends with the key. */
export type Query = {
  readonly parent: string
  readonly collectionId: string
  readonly allDescendants: boolean
  readonly filter: Filter | undefined
  readonly orders: readonly Order[]
  /** The orders the client wrote, which is what rules see. */
  readonly explicitOrders: readonly Order[]
  readonly startAt: Cursor | undefined
  readonly endAt: Cursor | undefined
  readonly offset: number
  readonly limit: number | undefined
  readonly select: readonly (readonly string[])[] | undefined
}

const QUERY_KEYS = ['select', 'from', 'where', 'orderBy', 'startAt', 'endAt', 'offset', 'limit']

/** Reads and checks a StructuredQuery below `parent` (a document name or the root `…/documents`). */
export function parseQuery(parent: string, input: unknown): Query {
  const object = objectAt(input, 'structuredQuery')
  if ('findNearest' in object) throw unimplemented('findNearest')
  onlyKeys(object, QUERY_KEYS, 'structuredQuery')
  const { collectionId, allDescendants } = parseFrom(object['from'])
  const filter = object['where'] === undefined ? undefined : parseFilter(object['where'])
  if (filter) checkFilter(filter)
  const explicitOrders = listAt(object['orderBy'], 'orderBy').map(parseOrder)
  const keyAt = explicitOrders.findIndex((order) => order.field === KEY)
  if (keyAt !== -1 && keyAt !== explicitOrders.length - 1)
    throw invalid('order by clauses after the key are not allowed')
  if (new Set(explicitOrders.map((order) => order.field)).size < explicitOrders.length)
    throw invalid('order by clause cannot contain duplicate fields')
  const orders = completeOrders(explicitOrders, filter)
  const everywhere =
    collectionId === '' &&
    (explicitOrders.some((order) => order.descending || order.field !== KEY) ||
      (filter && leaves(filter).some((part) => part.field !== KEY)))
  if (everywhere)
    throw new FirestoreError('FAILED_PRECONDITION', 'a query over every collection can only be ordered by __name__')
  const [limit, offset] = [object['limit'], object['offset']]
  const query: Query = {
    parent,
    collectionId,
    allDescendants,
    filter,
    orders,
    explicitOrders,
    startAt: parseCursor(object['startAt'], orders),
    endAt: parseCursor(object['endAt'], orders),
    offset: offset === undefined || offset === null ? 0 : intAt(offset, 'offset'),
    limit: limit === undefined || limit === null ? undefined : intAt(limit, 'limit'),
    select: parseSelect(object['select']),
  }
  if (query.offset < 0) throw invalid('offset must not be negative')
  if (query.limit !== undefined && query.limit < 0) throw invalid('limit must not be negative')
  return query
}

/** True where the set of results depends on other documents too, so that it cannot be followed document by document. */
export const isWindowed = (query: Query): boolean => query.limit !== undefined || query.offset > 0

/** The results, in order. */
export function runQuery(query: Query, snapshot: Snapshot): Doc[] {
  const found: Doc[] = []
  for (const collection of collectionsOf(query, snapshot))
    for (const doc of snapshot.collection(collection)) if (admits(query, doc)) found.push(doc)
  found.sort((a, b) => compareDocs(query, a, b))
  const end = query.limit === undefined ? undefined : query.offset + query.limit
  return query.offset > 0 || end !== undefined ? found.slice(query.offset, end) : found
}

/** Whether a document, seen alone, belongs to the results: right collection, filter, order fields, inside the cursors. */
export function matches(query: Query, doc: Doc): boolean {
  const collection = doc.name.slice(0, doc.name.lastIndexOf('/'))
  const below = collection.startsWith(`${query.parent}/`)
  const right = below && selects(query, collection)
  return right && admits(query, doc)
}

/** The document with only the selected fields. */
export function project(query: Query, doc: Doc): Doc {
  if (!query.select) return doc
  const fields: { [name: string]: Value } = {}
  for (const path of query.select) {
    const value = valueAt(doc.fields, path)
    if (value !== undefined) Object.assign(fields, mergePath(fields, path, value))
  }
  return { ...doc, fields }
}

/**
 * The filter as a list of conjunctions of single filters: `or`, `in` and `array-contains-any` multiplied out.
 * Throws INVALID_ARGUMENT above 30 of them.
 */
export function disjunctions(filter: Filter | undefined): readonly (readonly (FieldFilter | UnaryFilter)[])[] {
  if (!filter) return [[]]
  const ways = expand(filter)
  if (ways.length > MAX_DISJUNCTIONS) throw invalid(`a query may have ${MAX_DISJUNCTIONS} disjunctions after expansion`)
  return ways
}

function expand(filter: Filter): (FieldFilter | UnaryFilter)[][] {
  switch (filter.kind) {
    case 'or':
      return filter.filters.flatMap(expand)
    case 'and':
      return filter.filters.reduce<(FieldFilter | UnaryFilter)[][]>(
        (ways, part) => ways.flatMap((way) => expand(part).map((more) => [...way, ...more])),
        [[]],
      )
    case 'unary':
      return [[filter]]
    case 'field': {
      if (filter.op !== 'IN' && filter.op !== 'ARRAY_CONTAINS_ANY') return [[filter]]
      const op = filter.op === 'IN' ? 'EQUAL' : 'ARRAY_CONTAINS'
      return listOf(filter.value).map((value) => [{ ...filter, op, value }])
    }
  }
}

function* collectionsOf(query: Query, snapshot: Snapshot): Iterable<string> {
  if (!query.allDescendants && query.collectionId !== '') return yield `${query.parent}/${query.collectionId}`
  for (const collection of snapshot.collectionGroup(query.parent, query.collectionId))
    if (selects(query, collection)) yield collection
}

/** Whether a collection below the parent is one that the query names; an empty id names every one. */
function selects({ parent, collectionId, allDescendants }: Query, collection: string): boolean {
  const path = collection.slice(parent.length + 1)
  if (!allDescendants && path.includes('/')) return false
  return collectionId === '' || path === collectionId || path.endsWith(`/${collectionId}`)
}

function admits(query: Query, doc: Doc): boolean {
  if (query.filter && !holds(query.filter, doc)) return false
  for (const order of query.orders) if (orderValue(order, doc) === undefined) return false
  if (query.startAt && compareToCursor(query, doc, query.startAt) < (query.startAt.before ? 0 : 1)) return false
  if (query.endAt && compareToCursor(query, doc, query.endAt) > (query.endAt.before ? -1 : 0)) return false
  return true
}

function compareDocs(query: Query, a: Doc, b: Doc): number {
  for (const order of query.orders) {
    const compared =
      order.field === KEY
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

function orderValue(order: Order, doc: Doc): Value | undefined {
  return order.field === KEY ? { referenceValue: doc.name } : valueAt(doc.fields, order.path)
}

function holds(filter: Filter, doc: Doc): boolean {
  if (filter.kind === 'and') return filter.filters.every((part) => holds(part, doc))
  if (filter.kind === 'or') return filter.filters.some((part) => holds(part, doc))
  const value: Value | undefined =
    filter.field === KEY ? { referenceValue: doc.name } : valueAt(doc.fields, filter.path)
  if (value === undefined) return false
  return filter.kind === 'unary' ? unaryHolds(filter.op, value) : fieldHolds(filter, value)
}

function unaryHolds(op: UnaryFilter['op'], value: Value): boolean {
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

function fieldHolds({ op, value: wanted }: FieldFilter, value: Value): boolean {
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
      return listOf(value).some((item) => equals(item, wanted))
    case 'IN':
      return listOf(wanted).some((item) => equals(item, value))
    case 'ARRAY_CONTAINS_ANY':
      return listOf(value).some((item) => listOf(wanted).some((any) => equals(any, item)))
    case 'NOT_IN':
      return !('nullValue' in value) && !listOf(wanted).some((item) => 'nullValue' in item || equals(item, value))
  }
}

const isComparable = (value: Value): boolean => !('nullValue' in value) && !isNaNValue(value)

/** Equality in a field filter: null and NaN equal nothing there, they have filters of their own. */
const equals = (a: Value, b: Value): boolean => isComparable(a) && isComparable(b) && sameValue(a, b)

const listOf = (value: Value): readonly Value[] => ('arrayValue' in value ? value.arrayValue.values : [])

function parseFrom(input: unknown): { collectionId: string; allDescendants: boolean } {
  const from = listAt(input, 'from')
  if (from.length > 1) throw invalid('StructuredQuery.from cannot have more than one collection selector.')
  const selector = objectAt(from[0], 'from')
  onlyKeys(selector, ['collectionId', 'allDescendants'], 'from')
  const collectionId = stringAt(selector['collectionId'] ?? '', 'collectionId')
  if (collectionId.includes('/') || /^__.*__$/s.test(collectionId))
    throw invalid(`"${collectionId}" is no collection id`)
  return { collectionId, allDescendants: selector['allDescendants'] === true }
}

function parseFilter(input: unknown): Filter {
  const object = objectAt(input, 'where')
  onlyKeys(object, ['compositeFilter', 'fieldFilter', 'unaryFilter'], 'where')
  if (isObject(object['compositeFilter'])) {
    const { op, filters } = object['compositeFilter']
    const kind = op === 'AND' || op === 1 ? 'and' : op === 'OR' || op === 2 ? 'or' : undefined
    if (!kind) throw invalid('unknown composite operator')
    const parts = listAt(filters, 'filters').map(parseFilter)
    return { kind, filters: parts }
  }
  if (isObject(object['unaryFilter'])) {
    const { op, field } = object['unaryFilter']
    const name = Object.entries(UNARY_OPERATORS).find(([number, text]) => text === op || number === String(op))?.[1]
    if (!name) throw invalid('unknown unary operator')
    return { kind: 'unary', ...parseField(field), op: name }
  }
  if (isObject(object['fieldFilter'])) return parseFieldFilter(object['fieldFilter'])
  throw invalid('a filter needs an operation')
}

function parseFieldFilter({ op, field, value }: { readonly [key: string]: unknown }): Filter {
  const name = typeof op === 'number' ? FIELD_OPERATORS[op] : FIELD_OPERATORS.find((known) => known === op)
  if (!name || name === 'OPERATOR_UNSPECIFIED') throw invalid('unknown operator')
  return { kind: 'field', ...parseField(field), op: name, value: parseFilterValue(value) }
}

/** Filter values may hold an array inside an array (`in` over array fields), which stored values may not. */
function parseFilterValue(input: unknown): Value {
  const object = objectAt(input, 'value')
  if (!isObject(object['arrayValue'])) return parseValue(input)
  return { arrayValue: { values: listAt(object['arrayValue']['values'], 'values').map((item) => parseValue(item, 1)) } }
}

function parseField(input: unknown): { field: string; path: readonly string[] } {
  const text = stringAt(objectAt(input, 'field')['fieldPath'], 'fieldPath')
  if (text === KEY) return { field: KEY, path: [KEY] }
  const path = parseFieldPath(text)
  return { field: formatFieldPath(path), path }
}

function parseOrder(input: unknown): Order {
  const object = objectAt(input, 'orderBy')
  onlyKeys(object, ['field', 'direction'], 'orderBy')
  const direction = object['direction']
  return { ...parseField(object['field']), descending: direction === 'DESCENDING' || direction === 2 }
}

function parseCursor(input: unknown, orders: readonly Order[]): Cursor | undefined {
  if (input === undefined || input === null) return undefined
  const object = objectAt(input, 'cursor')
  onlyKeys(object, ['values', 'before'], 'cursor')
  const values = listAt(object['values'], 'values').map((value) => parseFilterValue(value))
  if (values.length > orders.length) throw invalid('a cursor has more values than the query has orders')
  const key = values[orders.findIndex((order) => order.field === KEY)]
  if (key && !('referenceValue' in key)) throw invalid('a cursor value for __name__ must be a reference')
  return { values, before: object['before'] === true }
}

function parseSelect(input: unknown): Query['select'] {
  if (input === undefined || input === null) return undefined
  return listAt(objectAt(input, 'select')['fields'], 'fields')
    .map((field) => parseField(field).path)
    .filter((path) => path[0] !== KEY)
}

/** Inequality fields not yet ordered come first to last in field order, then the key, all in the last direction. */
function completeOrders(explicit: readonly Order[], filter: Filter | undefined): readonly Order[] {
  const orders = [...explicit]
  const descending = explicit.at(-1)?.descending ?? false
  for (const { field, path } of inequalityFields(filter)) {
    if (orders.some((order) => order.field === field)) continue
    if (orders.at(-1)?.field === KEY) throw invalid('order by clause cannot contain more fields after the key')
    orders.push({ field, path, descending })
  }
  if (!orders.some((order) => order.field === KEY)) orders.push({ field: KEY, path: [KEY], descending })
  return orders
}

function inequalityFields(filter: Filter | undefined): { field: string; path: readonly string[] }[] {
  const found = new Map<string, readonly string[]>()
  const visit = (part: Filter): void => {
    if (part.kind === 'and' || part.kind === 'or') part.filters.forEach(visit)
    else if (INEQUALITIES.includes(part.op) || UNARY_INEQUALITIES.includes(part.op)) found.set(part.field, part.path)
  }
  if (filter) visit(filter)
  found.delete(KEY)
  return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([field, path]) => ({ field, path }))
}

function checkFilter(filter: Filter): void {
  const parts = leaves(filter)
  for (const part of parts) {
    if (part.field === KEY) checkKeyFilter(part)
    if (part.kind === 'field') checkOperand(part)
  }
  const negations = parts.filter((part) => NEGATIONS.includes(part.op))
  if (negations.length > 1)
    throw invalid("Only a single 'NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', or 'IS_NOT_NULL' filter allowed per query.")
  const ways = disjunctions(filter)
  const alternatives = parts.some((part) => part.op === 'IN' || part.op === 'ARRAY_CONTAINS_ANY') || ways.length > 1
  if (alternatives && negations.some((part) => part.op === 'NOT_IN'))
    throw invalid("'NOT_IN' cannot be used in the same query with 'IN', 'ARRAY_CONTAINS_ANY' or 'OR'.")
  if (ways.some((way) => way.filter((part) => part.op === 'ARRAY_CONTAINS').length > 1))
    throw invalid('Only a single array-contains clause is allowed in a query')
}

function leaves(filter: Filter): (FieldFilter | UnaryFilter)[] {
  return filter.kind === 'and' || filter.kind === 'or' ? filter.filters.flatMap(leaves) : [filter]
}

function checkOperand({ op, value }: FieldFilter): void {
  if (op !== 'IN' && op !== 'NOT_IN' && op !== 'ARRAY_CONTAINS_ANY') return
  if (!('arrayValue' in value)) throw invalid(`'${op}' requires an ArrayValue.`)
  const count = value.arrayValue.values.length
  const most = op === 'NOT_IN' ? MAX_NOT_IN : MAX_DISJUNCTIONS
  if (count === 0) throw invalid(`'${op}' requires an non-empty ArrayValue.`)
  if (count > most) throw invalid(`'${op}' supports up to ${most} comparison values.`)
}

function checkKeyFilter(filter: FieldFilter | UnaryFilter): void {
  if (filter.kind === 'unary') throw invalid('a filter on __name__ needs a reference')
  const { op, value } = filter
  if (op === 'ARRAY_CONTAINS' || op === 'ARRAY_CONTAINS_ANY') throw invalid(`__name__ cannot be filtered with ${op}`)
  const operands = op === 'IN' || op === 'NOT_IN' ? listOf(value) : [value]
  if (operands.some((operand) => !('referenceValue' in operand)))
    throw invalid('a filter on __name__ needs a reference')
}

function mergePath(into: { [name: string]: Value }, path: readonly string[], value: Value): { [name: string]: Value } {
  const [head = '', ...rest] = path
  if (rest.length === 0) return { ...into, [head]: value }
  const child = into[head]
  const inner = child && 'mapValue' in child ? { ...child.mapValue.fields } : {}
  return { ...into, [head]: { mapValue: { fields: mergePath(inner, rest, value) } } }
}
