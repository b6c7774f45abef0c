import { BTree } from './btree.ts'
import { invalidArgument } from './errors.ts'
import { readList, readObject, rejectUnknownKeys, readString, type JsonObject } from './json.ts'
import { checkFieldName, parseFieldPath } from './paths.ts'
import {
  compareValues,
  doubleValue,
  integerValue,
  isNaNValue,
  isNumber,
  NULL,
  parseValue,
  toDouble,
  type Value,
} from './values.ts'

type Operation =
  | { readonly op: 'requestTime' }
  | { readonly op: 'increment' | 'maximum' | 'minimum'; readonly operand: Value }
  | { readonly op: 'union' | 'remove'; readonly items: readonly Value[] }

export type FieldTransform = { readonly path: readonly string[] } & Operation

const KEYS = [
  'fieldPath',
  'setToServerValue',
  'increment',
  'maximum',
  'minimum',
  'appendMissingElements',
  'removeAllFromArray',
]

export function parseTransform(input: unknown): FieldTransform {
  const object = readObject(input, 'fieldTransform')
  rejectUnknownKeys(object, KEYS, 'fieldTransform')
  const path = parseFieldPath(readString(object['fieldPath'], 'fieldPath'))
  path.forEach(checkFieldName)
  return { path, ...parseOperation(object) }
}

/**
 * Returns the new value of a field, and the result that the client receives: the new value, or null for an array
 * transform.
 */
export function applyTransform(
  transform: FieldTransform,
  current: Value | undefined,
  requestTime: Value,
): { value: Value; result: Value } {
  switch (transform.op) {
    case 'requestTime':
      return { value: requestTime, result: requestTime }
    case 'increment':
      return withEqualResult(increment(current, transform.operand))
    case 'maximum':
      return withEqualResult(pickExtreme(current, transform.operand, 1))
    case 'minimum':
      return withEqualResult(pickExtreme(current, transform.operand, -1))
    case 'union':
      return { value: arrayOf(union(itemsOf(current), transform.items)), result: NULL }
    case 'remove': {
      const gone = toSortedTree(transform.items)
      return { value: arrayOf(itemsOf(current).filter((item) => !gone.has(item))), result: NULL }
    }
  }
}

function parseOperation(object: JsonObject): Operation {
  if ('setToServerValue' in object) {
    const server = object['setToServerValue']
    if (server !== 'REQUEST_TIME' && server !== 1) throw invalidArgument('the only server value is REQUEST_TIME')
    return { op: 'requestTime' }
  }
  for (const op of ['increment', 'maximum', 'minimum'] as const) {
    if (!(op in object)) continue
    const operand = parseValue(object[op])
    if (!isNumber(operand)) throw invalidArgument(`${op} needs a number`)
    return { op, operand }
  }
  if ('appendMissingElements' in object) return { op: 'union', items: parseItems(object['appendMissingElements']) }
  if ('removeAllFromArray' in object) return { op: 'remove', items: parseItems(object['removeAllFromArray']) }
  throw invalidArgument('a field transform needs an operation')
}

const parseItems = (input: unknown): readonly Value[] =>
  readList(readObject(input, 'array')['values'], 'values').map((item) => parseValue(item, 1))

const withEqualResult = (value: Value) => ({ value, result: value })

const arrayOf = (values: readonly Value[]): Value => ({ arrayValue: { values } })

const itemsOf = (value: Value | undefined): readonly Value[] =>
  value && 'arrayValue' in value ? value.arrayValue.values : []

function union(items: readonly Value[], added: readonly Value[]): readonly Value[] {
  const present = toSortedTree(items)
  // `set` returns true for an item that the tree did not contain.
  return [...items, ...added.filter((item) => present.set(item, true))]
}

const toSortedTree = (items: readonly Value[]): BTree<Value, true> =>
  new BTree<Value, true>(
    items.map((item) => [item, true]),
    compareValues,
  )

function increment(current: Value | undefined, by: Value): Value {
  if (!current || !isNumber(current) || !isNumber(by)) return by
  if ('integerValue' in current && 'integerValue' in by)
    return integerValue(BigInt(current.integerValue) + BigInt(by.integerValue))
  return doubleValue(numberOf(current) + numberOf(by))
}

function pickExtreme(current: Value | undefined, operand: Value, direction: 1 | -1): Value {
  if (!current || !isNumber(current)) return operand
  if (isNaNValue(current) || isNaNValue(operand)) return doubleValue(NaN)
  return compareValues(operand, current) * direction > 0 ? operand : current
}

function numberOf(value: Value): number {
  if ('integerValue' in value) return Number(value.integerValue)
  return 'doubleValue' in value ? toDouble(value) : NaN
}
