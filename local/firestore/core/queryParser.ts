import { FirestoreError, invalidArgument, unimplemented } from './errors.ts'
import { readInt, isObject, readList, readObject, rejectUnknownKeys, readString } from './json.ts'
import { formatFieldPath, parseFieldPath } from './paths.ts'
import {
  disjunctions,
  FIELD_OPERATORS,
  NAME_FIELD,
  arrayValues,
  MAX_DISJUNCTIONS,
  UNARY_OPERATORS,
  type Cursor,
  type FieldFilter,
  type Filter,
  type Order,
  type Query,
  type UnaryFilter,
} from './query.ts'
import { parseValue, type Value } from './values.ts'

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
const MAX_NOT_IN = 10
const MAX_FILTER_DEPTH = 100
const QUERY_KEYS = ['select', 'from', 'where', 'orderBy', 'startAt', 'endAt', 'offset', 'limit']

/** Parses and validates a StructuredQuery below `parent` (a document name or the root `…/documents`). */
export function parseQuery(parent: string, input: unknown): Query {
  const object = readObject(input, 'structuredQuery')
  if ('findNearest' in object) throw unimplemented('findNearest')
  rejectUnknownKeys(object, QUERY_KEYS, 'structuredQuery')
  const { collectionId, allDescendants } = parseFrom(object['from'])
  const filter = object['where'] === undefined ? undefined : parseFilter(object['where'])
  if (filter) checkFilter(filter)
  const explicitOrders = readList(object['orderBy'], 'orderBy').map(parseOrder)
  const keyAt = explicitOrders.findIndex((order) => order.field === NAME_FIELD)
  if (keyAt !== -1 && keyAt !== explicitOrders.length - 1)
    throw invalidArgument('order by clauses after the key are not allowed')
  if (new Set(explicitOrders.map((order) => order.field)).size < explicitOrders.length)
    throw invalidArgument('order by clause cannot contain duplicate fields')
  const orders = completeOrders(explicitOrders, filter)
  const everywhere =
    collectionId === '' &&
    (explicitOrders.some((order) => order.descending || order.field !== NAME_FIELD) ||
      (filter && leafFilters(filter).some((part) => part.field !== NAME_FIELD)))
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
    offset: offset === undefined || offset === null ? 0 : readInt(offset, 'offset'),
    limit: limit === undefined || limit === null ? undefined : readInt(limit, 'limit'),
    select: parseSelect(object['select']),
  }
  if (query.offset < 0) throw invalidArgument('offset must not be negative')
  if (query.limit !== undefined && query.limit < 0) throw invalidArgument('limit must not be negative')
  return query
}

function parseFrom(input: unknown): { collectionId: string; allDescendants: boolean } {
  const from = readList(input, 'from')
  if (from.length > 1) throw invalidArgument('StructuredQuery.from cannot have more than one collection selector.')
  const selector = readObject(from[0], 'from')
  rejectUnknownKeys(selector, ['collectionId', 'allDescendants'], 'from')
  const collectionId = readString(selector['collectionId'] ?? '', 'collectionId')
  if (collectionId.includes('/') || /^__.*__$/s.test(collectionId))
    throw invalidArgument(`"${collectionId}" is no collection id`)
  return { collectionId, allDescendants: selector['allDescendants'] === true }
}

function parseFilter(input: unknown, depth = 0): Filter {
  if (depth > MAX_FILTER_DEPTH) throw invalidArgument(`filters may be nested ${MAX_FILTER_DEPTH} levels deep`)
  const object = readObject(input, 'where')
  rejectUnknownKeys(object, ['compositeFilter', 'fieldFilter', 'unaryFilter'], 'where')
  if (isObject(object['compositeFilter'])) {
    const { op, filters } = object['compositeFilter']
    const kind = op === 'AND' || op === 1 ? 'and' : op === 'OR' || op === 2 ? 'or' : undefined
    if (!kind) throw invalidArgument('unknown composite operator')
    const parts = readList(filters, 'filters').map((part) => parseFilter(part, depth + 1))
    return { kind, filters: parts }
  }
  if (isObject(object['unaryFilter'])) {
    const { op, field } = object['unaryFilter']
    const name = Object.entries(UNARY_OPERATORS).find(([number, text]) => text === op || Number(number) === op)?.[1]
    if (!name) throw invalidArgument('unknown unary operator')
    return { kind: 'unary', ...parseField(field), op: name }
  }
  if (isObject(object['fieldFilter'])) return parseFieldFilter(object['fieldFilter'])
  throw invalidArgument('a filter needs an operation')
}

function parseFieldFilter({ op, field, value }: { readonly [key: string]: unknown }): Filter {
  const name = typeof op === 'number' ? FIELD_OPERATORS[op] : FIELD_OPERATORS.find((known) => known === op)
  if (!name || name === 'OPERATOR_UNSPECIFIED') throw invalidArgument('unknown operator')
  return { kind: 'field', ...parseField(field), op: name, value: parseFilterValue(value) }
}

/** Parses a filter value. Unlike a stored value, a filter value may be an array of arrays, for `in` on array fields. */
function parseFilterValue(input: unknown): Value {
  const object = readObject(input, 'value')
  if (!isObject(object['arrayValue'])) return parseValue(input)
  return {
    arrayValue: { values: readList(object['arrayValue']['values'], 'values').map((item) => parseValue(item, 1)) },
  }
}

function parseField(input: unknown): { field: string; path: readonly string[] } {
  const text = readString(readObject(input, 'field')['fieldPath'], 'fieldPath')
  if (text === NAME_FIELD) return { field: NAME_FIELD, path: [NAME_FIELD] }
  const path = parseFieldPath(text)
  return { field: formatFieldPath(path), path }
}

function parseOrder(input: unknown): Order {
  const object = readObject(input, 'orderBy')
  rejectUnknownKeys(object, ['field', 'direction'], 'orderBy')
  const direction = object['direction']
  return { ...parseField(object['field']), descending: direction === 'DESCENDING' || direction === 2 }
}

function parseCursor(input: unknown, orders: readonly Order[]): Cursor | undefined {
  if (input === undefined || input === null) return undefined
  const object = readObject(input, 'cursor')
  rejectUnknownKeys(object, ['values', 'before'], 'cursor')
  const values = readList(object['values'], 'values').map((value) => parseFilterValue(value))
  if (values.length > orders.length) throw invalidArgument('a cursor has more values than the query has orders')
  const key = values[orders.findIndex((order) => order.field === NAME_FIELD)]
  if (key && !('referenceValue' in key)) throw invalidArgument('a cursor value for __name__ must be a reference')
  return { values, before: object['before'] === true }
}

function parseSelect(input: unknown): Query['select'] {
  if (input === undefined || input === null) return undefined
  return readList(readObject(input, 'select')['fields'], 'fields')
    .map((field) => parseField(field).path)
    .filter((path) => path[0] !== NAME_FIELD)
}

/**
 * Appends the missing inequality fields in the order of their names, and then the document name. The appended orders
 * have the direction of the last explicit order.
 */
function completeOrders(explicit: readonly Order[], filter: Filter | undefined): readonly Order[] {
  const orders = [...explicit]
  const ordered = new Set(explicit.map((order) => order.field))
  const descending = explicit.at(-1)?.descending ?? false
  for (const { field, path } of inequalityFields(filter)) {
    if (ordered.has(field)) continue
    if (orders.at(-1)?.field === NAME_FIELD)
      throw invalidArgument('order by clause cannot contain more fields after the key')
    orders.push({ field, path, descending })
  }
  if (!ordered.has(NAME_FIELD)) orders.push({ field: NAME_FIELD, path: [NAME_FIELD], descending })
  return orders
}

function inequalityFields(filter: Filter | undefined): { field: string; path: readonly string[] }[] {
  const found = new Map<string, readonly string[]>()
  const visit = (part: Filter): void => {
    if (part.kind === 'and' || part.kind === 'or') part.filters.forEach(visit)
    else if (INEQUALITIES.includes(part.op) || UNARY_INEQUALITIES.includes(part.op)) found.set(part.field, part.path)
  }
  if (filter) visit(filter)
  found.delete(NAME_FIELD)
  return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([field, path]) => ({ field, path }))
}

function checkFilter(filter: Filter): void {
  const parts = leafFilters(filter)
  for (const part of parts) {
    if (part.field === NAME_FIELD) checkKeyFilter(part)
    if (part.kind === 'field') checkOperand(part)
  }
  const negations = parts.filter((part) => NEGATIONS.includes(part.op))
  if (negations.length > 1)
    throw invalidArgument(
      "Only a single 'NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', or 'IS_NOT_NULL' filter allowed per query.",
    )
  const disjuncts = disjunctions(filter)
  const alternatives =
    parts.some((part) => part.op === 'IN' || part.op === 'ARRAY_CONTAINS_ANY') || disjuncts.length > 1
  if (alternatives && negations.some((part) => part.op === 'NOT_IN'))
    throw invalidArgument("'NOT_IN' cannot be used in the same query with 'IN', 'ARRAY_CONTAINS_ANY' or 'OR'.")
  if (disjuncts.some((disjunct) => disjunct.filter((part) => part.op === 'ARRAY_CONTAINS').length > 1))
    throw invalidArgument('Only a single array-contains clause is allowed in a query')
}

function leafFilters(filter: Filter): (FieldFilter | UnaryFilter)[] {
  return filter.kind === 'and' || filter.kind === 'or' ? filter.filters.flatMap(leafFilters) : [filter]
}

function checkOperand({ op, value }: FieldFilter): void {
  if (op !== 'IN' && op !== 'NOT_IN' && op !== 'ARRAY_CONTAINS_ANY') return
  if (!('arrayValue' in value)) throw invalidArgument(`'${op}' requires an ArrayValue.`)
  const count = value.arrayValue.values.length
  const maxValues = op === 'NOT_IN' ? MAX_NOT_IN : MAX_DISJUNCTIONS
  if (count === 0) throw invalidArgument(`'${op}' requires an non-empty ArrayValue.`)
  if (count > maxValues) throw invalidArgument(`'${op}' supports up to ${maxValues} comparison values.`)
}

function checkKeyFilter(filter: FieldFilter | UnaryFilter): void {
  if (filter.kind === 'unary') throw invalidArgument('a filter on __name__ needs a reference')
  const { op, value } = filter
  if (op === 'ARRAY_CONTAINS' || op === 'ARRAY_CONTAINS_ANY')
    throw invalidArgument(`__name__ cannot be filtered with ${op}`)
  const operands = op === 'IN' || op === 'NOT_IN' ? arrayValues(value) : [value]
  if (operands.some((operand) => !('referenceValue' in operand)))
    throw invalidArgument('a filter on __name__ needs a reference')
}
