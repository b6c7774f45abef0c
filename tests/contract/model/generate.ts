/* Generates random values, writes and queries, and converts them to Firestore's wire format. */
import * as fc from 'fast-check'
import {
  conditions,
  type Bound,
  type Condition,
  type Fields,
  type Filter,
  type Order,
  type ModelValue,
  type Query,
} from './reference.ts'

export const ROOT = 'projects/demo-model/databases/(default)/documents'
export const DOCUMENTS = ['c/a', 'c/b', 'c/é', 'c/😀', 'c/b/c/x', 'c/a/d/y', 'd/a', 'd/z/c/a'] as const
const FIELDS = ['a', 'b', 'm.x'] as const

/** Generates few different values, so that random queries find documents. The values include all edge cases. */
const scalar: fc.Arbitrary<ModelValue> = fc.oneof(
  fc.constant<ModelValue>({ type: 'null' }),
  fc.boolean().map((value): ModelValue => ({ type: 'boolean', value })),
  fc
    .constantFrom(0n, 1n, 2n, -1n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n))
    .map((value): ModelValue => ({ type: 'integer', value })),
  fc
    .constantFrom(0, -0, 1, 1.5, NaN, Infinity, -Infinity, 2 ** 53, 2 ** 63, 5e-324, -0.5)
    .map((value): ModelValue => ({ type: 'double', value })),
  fc.constantFrom(0, 1, 1_700_000_000_000_000, -1).map((micros): ModelValue => ({ type: 'timestamp', micros })),
  fc.constantFrom('', 'a', 'b', 'aa', '\uffff', '😀', 'é').map((value): ModelValue => ({ type: 'string', value })),
  fc.constantFrom([], [0], [255], [0, 1]).map((value): ModelValue => ({ type: 'bytes', value })),
  fc
    .constantFrom(['c', 'a'], ['c', 'a', 'c', 'b'], ['c', '😀'])
    .map((path): ModelValue => ({ type: 'reference', path })),
  fc
    .constantFrom([0, 0], [1, -1], [1, 2])
    .map(([latitude = 0, longitude = 0]): ModelValue => ({ type: 'geo', latitude, longitude })),
  fc.constantFrom([1], [1, 2], [0.5, 9]).map((items): ModelValue => ({ type: 'vector', items })),
)
export const anyValue: fc.Arbitrary<ModelValue> = fc.oneof(
  { weight: 6, arbitrary: scalar },
  { weight: 2, arbitrary: fc.array(scalar, { maxLength: 3 }).map((items): ModelValue => ({ type: 'array', items })) },
  {
    weight: 1,
    arbitrary: fc
      .dictionary(fc.constantFrom('x', 'y'), scalar, { maxKeys: 2, noNullPrototype: true })
      .map((entries): ModelValue => ({ type: 'map', entries })),
  },
)

export const anyFields: fc.Arbitrary<Fields> = fc.record(
  {
    a: anyValue,
    b: anyValue,
    m: fc
      .dictionary(fc.constantFrom('x', 'y'), anyValue, { maxKeys: 2, noNullPrototype: true })
      .map((entries): ModelValue => ({ type: 'map', entries })),
  },
  { requiredKeys: [], noNullPrototype: true },
)

export type Step =
  | {
      readonly kind: 'commit'
      readonly writes: readonly { readonly name: string; readonly fields: Fields | undefined }[]
    }
  | { readonly kind: 'query'; readonly query: Query }
  | { readonly kind: 'listen'; readonly query: Query }
  | { readonly kind: 'disconnect' | 'reconnect' | 'restart' }

const write = fc.record({
  name: fc.constantFrom(...DOCUMENTS),
  fields: fc.oneof({ weight: 4, arbitrary: anyFields }, { weight: 1, arbitrary: fc.constant(undefined) }),
})

const condition: fc.Arbitrary<Condition> = fc
  .tuple(
    fc.constantFrom(...FIELDS),
    fc.constantFrom<Condition['op']>(
      ...(['==', '!=', '<', '<=', '>', '>=', 'in', 'not-in', 'contains', 'contains-any', 'null', 'not-null'] as const),
    ),
    fc.array(anyValue, { minLength: 1, maxLength: 3 }),
  )
  .map(([field, op, operands]) => ({
    field,
    op,
    operands: ['in', 'not-in', 'contains-any'].includes(op) ? operands : operands.slice(0, 1),
  }))
  // The SDKs never send null as an operand of these operators. For `!= null` they send a separate operator.
  .filter(({ op, operands }) => !['!=', 'not-in'].includes(op) || operands.every(({ type }) => type !== 'null'))

const filter: fc.Arbitrary<Filter> = fc.oneof(
  { weight: 3, arbitrary: condition },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom<'and' | 'or'>('and', 'or'), fc.array(condition, { minLength: 1, maxLength: 3 }))
      .map(([join, parts]): Filter => ({ join, parts })),
  },
)

const bound = (orders: readonly Order[]): fc.Arbitrary<Bound | undefined> =>
  orders.length === 0
    ? fc.constant(undefined)
    : fc.option(
        fc.record({ values: fc.array(anyValue, { minLength: 1, maxLength: orders.length }), inclusive: fc.boolean() }),
        {
          nil: undefined,
          freq: 2,
        },
      )

/** Generates valid queries: at most one negation, no disjunction together with `not-in`, at most one `contains`. */
const queryOf: fc.Arbitrary<Query> = fc
  .record({
    collection: fc.constantFrom('c', 'd'),
    group: fc.boolean(),
    filter: fc.option(filter, { nil: undefined, freq: 3 }),
    orders: fc.uniqueArray(fc.record({ field: fc.constantFrom(...FIELDS), down: fc.boolean() }), {
      maxLength: 2,
      selector: ({ field }) => field,
    }),
    offset: fc.constantFrom(0, 0, 0, 1),
    limit: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  })
  .chain((query) =>
    fc.record({ start: bound(query.orders), end: bound(query.orders) }).map((bounds) => ({ ...query, ...bounds })),
  )

export const anyQuery = queryOf.filter(({ filter: where }) => {
  const all = conditions(where)
  const many = (ops: readonly string[]) => all.filter(({ op }) => ops.includes(op)).length
  const alternatives =
    many(['in', 'contains-any']) > 0 || (where !== undefined && 'join' in where && where.join === 'or')
  return (
    many(['!=', 'not-in', 'not-null']) <= 1 &&
    !(alternatives && many(['not-in']) > 0) &&
    many(['contains', 'contains-any']) <= 1
  )
})

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.array(write, { minLength: 1, maxLength: 3 }).map((writes): Step => ({ kind: 'commit', writes })),
  },
  { weight: 4, arbitrary: anyQuery.map((one): Step => ({ kind: 'query', query: one })) },
  { weight: 1, arbitrary: anyQuery.map((one): Step => ({ kind: 'listen', query: one })) },
  { weight: 1, arbitrary: fc.constantFrom<Step>({ kind: 'disconnect' }, { kind: 'reconnect' }) },
)

export function toWire(plain: ModelValue): object {
  switch (plain.type) {
    case 'null':
      return { nullValue: null }
    case 'boolean':
      return { booleanValue: plain.value }
    case 'integer':
      return { integerValue: String(plain.value) }
    case 'double':
      return {
        doubleValue: Object.is(plain.value, -0)
          ? '-0'
          : Number.isFinite(plain.value)
            ? plain.value
            : String(plain.value),
      }
    case 'timestamp': {
      const seconds = Math.floor(plain.micros / 1e6)
      const fraction = String(plain.micros - seconds * 1e6).padStart(6, '0')
      return { timestampValue: `${new Date(seconds * 1000).toISOString().slice(0, 19)}.${fraction}Z` }
    }
    case 'string':
      return { stringValue: plain.value }
    case 'bytes':
      return { bytesValue: Buffer.from(plain.value).toString('base64') }
    case 'reference':
      return { referenceValue: `${ROOT}/${plain.path.join('/')}` }
    case 'geo':
      return { geoPointValue: { latitude: plain.latitude, longitude: plain.longitude } }
    case 'array':
      return { arrayValue: { values: plain.items.map(toWire) } }
    case 'vector':
      return {
        mapValue: {
          fields: {
            __type__: { stringValue: '__vector__' },
            value: { arrayValue: { values: plain.items.map((item) => ({ doubleValue: item })) } },
          },
        },
      }
    case 'map':
      return { mapValue: { fields: wireFields(plain.entries) } }
  }
}

export const wireFields = (plain: Fields): object =>
  Object.fromEntries(Object.entries(plain).map(([name, one]) => [name, toWire(one)]))

const OPERATORS: { readonly [op in Condition['op']]: string } = {
  '==': 'EQUAL',
  '!=': 'NOT_EQUAL',
  '<': 'LESS_THAN',
  '<=': 'LESS_THAN_OR_EQUAL',
  '>': 'GREATER_THAN',
  '>=': 'GREATER_THAN_OR_EQUAL',
  in: 'IN',
  'not-in': 'NOT_IN',
  contains: 'ARRAY_CONTAINS',
  'contains-any': 'ARRAY_CONTAINS_ANY',
  null: 'IS_NULL',
  'not-null': 'IS_NOT_NULL',
}

function wireFilter(where: Filter): object {
  if ('join' in where)
    return { compositeFilter: { op: where.join.toUpperCase(), filters: where.parts.map(wireFilter) } }
  const field = { fieldPath: where.field }
  const op = OPERATORS[where.op]
  if (op.startsWith('IS_')) return { unaryFilter: { field, op } }
  const [first = { type: 'null' }] = where.operands
  const listed = ['IN', 'NOT_IN', 'ARRAY_CONTAINS_ANY'].includes(op)
  return {
    fieldFilter: { field, op, value: listed ? { arrayValue: { values: where.operands.map(toWire) } } : toWire(first) },
  }
}

export function wireQuery(one: Query): object {
  const cursor = (at: Bound, before: boolean) => ({ values: at.values.map(toWire), before })
  return {
    from: [{ collectionId: one.collection, allDescendants: one.group }],
    ...(one.filter ? { where: wireFilter(one.filter) } : {}),
    orderBy: one.orders.map(({ field, down }) => ({
      field: { fieldPath: field },
      direction: down ? 'DESCENDING' : 'ASCENDING',
    })),
    ...(one.start ? { startAt: cursor(one.start, one.start.inclusive) } : {}),
    ...(one.end ? { endAt: cursor(one.end, !one.end.inclusive) } : {}),
    offset: one.offset,
    ...(one.limit === undefined ? {} : { limit: one.limit }),
  }
}
