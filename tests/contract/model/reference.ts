/*
 * The reference model, which is the simplest possible Firestore: every query filters and sorts a map of all documents.
 * The model shares no code with the server and deliberately uses other methods. For example, it compares numbers as
 * exact multiples of the smallest double, and strings as bytes.
 */

/** A Firestore value in the format of the reference model. */
export type ModelValue =
  | { readonly type: 'null' }
  | { readonly type: 'boolean'; readonly value: boolean }
  | { readonly type: 'integer'; readonly value: bigint }
  | { readonly type: 'double'; readonly value: number }
  | { readonly type: 'timestamp'; readonly micros: number }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'bytes'; readonly value: readonly number[] }
  | { readonly type: 'reference'; readonly path: readonly string[] }
  | { readonly type: 'geo'; readonly latitude: number; readonly longitude: number }
  | { readonly type: 'array'; readonly items: readonly ModelValue[] }
  | { readonly type: 'vector'; readonly items: readonly number[] }
  | { readonly type: 'map'; readonly entries: Fields }

export type Fields = { readonly [name: string]: ModelValue }
export type Docs = ReadonlyMap<string, Fields>

export type Condition = {
  readonly field: string
  readonly op:
    | '=='
    | '!='
    | '<'
    | '<='
    | '>'
    | '>='
    | 'in'
    | 'not-in'
    | 'contains'
    | 'contains-any'
    | 'null'
    | 'not-null'
  readonly operands: readonly ModelValue[]
}
export type Filter = Condition | { readonly join: 'and' | 'or'; readonly parts: readonly Filter[] }
export type Order = { readonly field: string; readonly down: boolean }
export type Bound = { readonly values: readonly ModelValue[]; readonly inclusive: boolean }
export type Query = {
  /** A collection id. If `group` is false, only the collection directly below the root is queried. */
  readonly collection: string
  readonly group: boolean
  readonly filter: Filter | undefined
  readonly orders: readonly Order[]
  readonly start: Bound | undefined
  readonly end: Bound | undefined
  readonly offset: number
  readonly limit: number | undefined
}

const TYPES = [
  'null',
  'boolean',
  'number',
  'timestamp',
  'string',
  'bytes',
  'reference',
  'geo',
  'array',
  'vector',
  'map',
]

export function compare(a: ModelValue, b: ModelValue): number {
  const byType = TYPES.indexOf(typeOf(a)) - TYPES.indexOf(typeOf(b))
  if (byType !== 0) return byType
  return compareKeys(keyOf(a), keyOf(b))
}

/** Returns the names of the documents that a query finds, in the order of the query. */
export function findDocumentNames(query: Query, docs: Docs): string[] {
  const orders = completed(query)
  const value = (name: string, field: string) => valueOf(name, docs.get(name) ?? {}, field)
  const compareAt = (name: string, bound: Bound) => {
    for (const [index, wanted] of bound.values.entries()) {
      const { field, down } = orders[index] ?? { field: '__name__', down: false }
      const own = value(name, field)
      const order = own ? compare(own, wanted) : 0
      if (order !== 0) return down ? -order : order
    }
    return 0
  }
  return [...docs.keys()]
    .filter((name) => {
      const path = name.split('/')
      const inside = query.group ? path.at(-2) === query.collection : path.length === 2 && path[0] === query.collection
      if (!inside || !orders.every(({ field }) => value(name, field))) return false
      if (query.filter && !admits(query.filter, (field) => value(name, field))) return false
      const fromStart = query.start ? compareAt(name, query.start) : 1
      const fromEnd = query.end ? compareAt(name, query.end) : -1
      return (
        (query.start?.inclusive ? fromStart >= 0 : fromStart > 0) && (query.end?.inclusive ? fromEnd <= 0 : fromEnd < 0)
      )
    })
    .toSorted((a, b) => {
      for (const { field, down } of orders) {
        const [left, right] = [value(a, field), value(b, field)]
        const order = left && right ? compare(left, right) : 0
        if (order !== 0) return down ? -order : order
      }
      return 0
    })
    .slice(query.offset, query.limit === undefined ? undefined : query.offset + query.limit)
}

/**
 * Returns the sort orders of a query: first its explicit orders, then those that its inequalities imply, and finally by
 * name.
 */
function completed(query: Query): readonly Order[] {
  const down = query.orders.at(-1)?.down ?? false
  const implied = [
    ...new Set(
      conditions(query.filter)
        .filter(isInequality)
        .map(({ field }) => field),
    ),
  ]
    .filter((field) => field !== '__name__' && !query.orders.some((order) => order.field === field))
    .toSorted()
  const named = query.orders.some(({ field }) => field === '__name__') ? [] : ['__name__']
  return [...query.orders, ...[...implied, ...named].map((field) => ({ field, down }))]
}

const isInequality = ({ op }: Condition): boolean => !['==', 'in', 'contains', 'contains-any', 'null'].includes(op)

export function conditions(filter: Filter | undefined): readonly Condition[] {
  if (!filter) return []
  return 'join' in filter ? filter.parts.flatMap(conditions) : [filter]
}

function admits(filter: Filter, read: (field: string) => ModelValue | undefined): boolean {
  if ('join' in filter)
    return filter.join === 'and'
      ? filter.parts.every((part) => admits(part, read))
      : filter.parts.some((part) => admits(part, read))
  const own = read(filter.field)
  if (!own) return false
  const ordinary = (value: ModelValue) =>
    value.type !== 'null' && !(value.type === 'double' && Number.isNaN(value.value))
  const same = (a: ModelValue, b: ModelValue) => ordinary(a) && ordinary(b) && compare(a, b) === 0
  const items = own.type === 'array' ? own.items : []
  const [wanted = { type: 'null' }] = filter.operands
  const ordered = typeOf(own) === typeOf(wanted) && ordinary(own) && ordinary(wanted)
  switch (filter.op) {
    case 'null':
      return own.type === 'null'
    case 'not-null':
      return own.type !== 'null'
    case '==':
      return same(own, wanted)
    case '!=':
      return own.type !== 'null' && !same(own, wanted)
    case '<':
      return ordered && compare(own, wanted) < 0
    case '<=':
      return ordered && compare(own, wanted) <= 0
    case '>':
      return ordered && compare(own, wanted) > 0
    case '>=':
      return ordered && compare(own, wanted) >= 0
    case 'in':
      return filter.operands.some((one) => same(own, one))
    case 'not-in':
      return own.type !== 'null' && !filter.operands.some((one) => same(own, one))
    case 'contains':
      return items.some((item) => same(item, wanted))
    case 'contains-any':
      return items.some((item) => filter.operands.some((one) => same(item, one)))
  }
}

function valueOf(name: string, fields: Fields, field: string): ModelValue | undefined {
  if (field === '__name__') return { type: 'reference', path: name.split('/') }
  const [head = '', inner] = field.split('.')
  const value = fields[head]
  if (inner === undefined) return value
  return value?.type === 'map' ? value.entries[inner] : undefined
}

const typeOf = ({ type }: ModelValue): string => (type === 'integer' || type === 'double' ? 'number' : type)

type Key = bigint | Buffer | readonly Key[]

/** Converts a value to a key that `compareKeys` can compare with the key of any value of the same type. */
function keyOf(value: ModelValue): Key {
  switch (value.type) {
    case 'null':
      return 0n
    case 'boolean':
      return value.value ? 1n : 0n
    case 'integer':
      return [1n, value.value << 1074n]
    case 'double':
      return Number.isNaN(value.value) ? [0n] : [1n, exactly(value.value)]
    case 'timestamp':
      return BigInt(value.micros)
    case 'string':
      return Buffer.from(value.value)
    case 'bytes':
      return Buffer.from(value.value)
    case 'reference':
      return value.path.map((segment) => Buffer.from(segment))
    case 'geo':
      return [exactly(value.latitude), exactly(value.longitude)]
    case 'array':
      return value.items.map(typedKey)
    case 'vector':
      return [BigInt(value.items.length), ...value.items.map((item) => keyOf({ type: 'double', value: item }))]
    case 'map':
      return Object.keys(value.entries)
        .toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
        .map((name) => [Buffer.from(name), typedKey(value.entries[name] ?? { type: 'null' })])
  }
}

const typedKey = (value: ModelValue): Key => [BigInt(TYPES.indexOf(typeOf(value))), keyOf(value)]

function compareKeys(a: Key, b: Key): number {
  if (typeof a === 'bigint' || typeof b === 'bigint') return a === b ? 0 : a < b ? -1 : 1
  if (Buffer.isBuffer(a) && Buffer.isBuffer(b)) return Buffer.compare(a, b)
  if (Buffer.isBuffer(a) || Buffer.isBuffer(b)) throw new Error('keys of one type have one shape')
  for (const [index, left] of a.entries()) {
    const right = b[index]
    if (right === undefined) return 1
    const order = compareKeys(left, right)
    if (order !== 0) return order
  }
  return a.length - b.length
}

/** Returns a double as an exact multiple of 2^-1074. */
function exactly(double: number): bigint {
  if (double === Infinity) return 1n << 4000n
  if (double === -Infinity) return -(1n << 4000n)
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, double)
  const bits = view.getBigUint64(0)
  const exponent = (bits >> 52n) & 0x7ffn
  const fraction = bits & 0xfffffffffffffn
  const magnitude = exponent === 0n ? fraction : (fraction | 0x10000000000000n) << (exponent - 1n)
  return bits >> 63n === 1n ? -magnitude : magnitude
}
