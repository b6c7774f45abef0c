import { invalidArgument } from './errors.ts'
import { readInt, isObject, readList, readObject, rejectUnknownKeys, readString } from './json.ts'
import { parseFieldPath } from './paths.ts'
import { doubleValue, fitsInt64, isNumber, NULL, toDouble, valueAt, type Value } from './values.ts'
import type { Doc } from './writes.ts'

export type Aggregation = { readonly alias: string } & (
  | { readonly kind: 'count'; readonly upTo: number | undefined }
  | { readonly kind: 'sum' | 'avg'; readonly path: readonly string[] }
)

const MAX_AGGREGATIONS = 5

export function parseAggregations(input: unknown): readonly Aggregation[] {
  const list = readList(input, 'aggregations')
  if (list.length === 0) throw invalidArgument('an aggregation query needs aggregations')
  if (list.length > MAX_AGGREGATIONS) throw invalidArgument(`a query may have ${MAX_AGGREGATIONS} aggregations`)
  let unnamed = 0
  return list.map((item) => {
    const object = readObject(item, 'aggregation')
    rejectUnknownKeys(object, ['alias', 'count', 'sum', 'avg'], 'aggregation')
    const alias = object['alias'] ? readString(object['alias'], 'alias') : `field_${++unnamed}`
    if (isObject(object['count'])) {
      const upTo = object['count']['upTo']
      return { alias, kind: 'count', upTo: upTo === undefined ? undefined : readInt(upTo, 'upTo') }
    }
    for (const kind of ['sum', 'avg'] as const) {
      const operation = object[kind]
      if (!isObject(operation)) continue
      const field = readString(readObject(operation['field'], 'field')['fieldPath'], 'fieldPath')
      return { alias, kind, path: parseFieldPath(field) }
    }
    throw invalidArgument('an aggregation needs an operation')
  })
}

/**
 * Computes the aggregates of a request. If a document lacks one of the aggregated fields, all aggregates skip the
 * document, as in the official service.
 */
export function aggregate(
  docs: readonly Doc[],
  aggregations: readonly Aggregation[],
): { readonly [alias: string]: Value } {
  const counted = docs.filter((doc) =>
    aggregations.every((one) => one.kind === 'count' || valueAt(doc.fields, one.path) !== undefined),
  )
  return Object.fromEntries(aggregations.map((one) => [one.alias, resultOf(counted, one)]))
}

function resultOf(docs: readonly Doc[], one: Aggregation): Value {
  if (one.kind === 'count') return { integerValue: String(Math.min(docs.length, one.upTo ?? docs.length)) }
  const numbers = docs.map((doc) => valueAt(doc.fields, one.path) ?? NULL).filter(isNumber)
  if (one.kind === 'avg') {
    if (numbers.length === 0) return NULL
    const total = numbers.reduce(
      (sum, value) => sum + ('integerValue' in value ? Number(value.integerValue) : toDouble(value)),
      0,
    )
    return doubleValue(total / numbers.length)
  }
  let integers = 0n
  let doubles: number | undefined
  for (const value of numbers) {
    if ('integerValue' in value) integers += BigInt(value.integerValue)
    else doubles = (doubles ?? 0) + toDouble(value)
  }
  if (doubles !== undefined) return doubleValue(doubles + Number(integers))
  return fitsInt64(integers) ? { integerValue: String(integers) } : doubleValue(Number(integers))
}
